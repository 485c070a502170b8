import { wallClock } from '@accord/ledger'
import { DexClient, SolverClient } from '@accord/sdk'
import { limitOrder, type SignedOrder, signLimitOrder } from '../../test/network/test-user.ts'
import { until } from '../../test/network/until.ts'
import { Served } from '../served/served.ts'
import { removeFolder, temporaryFolder } from '../temporary-folder.ts'
import type { LedgerArgument, LedgerReady } from './ledger-main.ts'
import { people } from './people.ts'
import type { ServiceReady } from './service-main.ts'
import { readSigningNetwork } from './signing-network.ts'

const committedWithinMs = 60_000

/** A network whose ledger, service, maker and solver each have their own process. The users are in this one. */
export type SplitNetwork = {
	readonly ledger: Served<LedgerReady>
	readonly service: Served<ServiceReady>
	readonly maker: Served<unknown>
	/** Absent where the ledger commits on its own. */
	readonly solver?: Served<unknown>
	/** Where the database's processes work, by which they are found. */
	readonly databaseFolder: string
	readonly at: { readonly gatewayUrl: string; readonly serviceUrl: string; readonly published?: string }
	readonly dex: DexClient
	/** An order of one of the users, who take turns. */
	signOrder(n: number): SignedOrder
	/** When the ledger committed an order. @throws Error if it has not within a minute */
	committed(order: SignedOrder): Promise<number>
	/** Resolves when the next bundle is sent to solvers. */
	nextBundle(): Promise<void>
	stop(): Promise<void>
}

const ask = limitOrder({ sell: '100 XRD', buy: '5 xUSDC' })

/** As the local network starts its parts (packages/cli/src/network/child.ts). */
export const asLocalNetwork = { flags: ['--max-semi-space-size=8', '--expose-gc'], env: { MALLOC_ARENA_MAX: '2' } }

export type SplitNetworkOptions = {
	/** Whether the service records when it runs a statement or calls the ledger. */
	readonly isTimed: boolean
	/** For the service, instead of limits that no one reaches. */
	readonly settings?: Record<string, unknown>
	/** One that answers at once instead of the real engine; it needs no solver. */
	readonly ledger?: 'stand-in'
	/** What somebody who means nobody well finds on the ledger, and how far away it is. */
	readonly hostile?: Pick<LedgerArgument, 'delayMs' | 'publishes'>
	/** How users' requests are sent. */
	readonly fetch?: typeof globalThis.fetch
}

export async function startSplitNetwork(options: SplitNetworkOptions): Promise<SplitNetwork> {
	const { isTimed, settings, fetch } = options
	const isStandIn = options.ledger === 'stand-in'
	const folders = { ledger: temporaryFolder(), service: temporaryFolder() }
	const accounts = [...people.users, people.maker, people.solver, people.service, people.hostile].map(
		({ account }) => account,
	)
	const ledger = await start<LedgerReady>(isStandIn ? '../node/ledger' : 'ledger', {
		directory: folders.ledger,
		accounts,
		...options.hostile,
	})
	const { url: gatewayUrl, tokens, markers, published } = ledger.ready
	const service = await start<ServiceReady>('service', {
		gatewayUrl,
		tokens,
		markers,
		makers: options.hostile === undefined ? [people.maker] : [people.maker, people.hostile],
		directory: folders.service,
		isTimed,
		...(settings === undefined ? {} : { settings }),
	})
	const at = { gatewayUrl, serviceUrl: service.ready.url, ...(published === undefined ? {} : { published }) }
	if (isStandIn) await ledger.ask('follow', at.serviceUrl)
	const solver = isStandIn ? undefined : await start('solver', at)
	const maker = await start('maker', at)
	const served = [maker, ...(solver === undefined ? [] : [solver]), service, ledger]
	const network = await readSigningNetwork(at)
	const watcher = new SolverClient({ solverUrl: at.serviceUrl.replace(/^http/, 'ws') })
	let bundled = () => {}
	watcher.onBundle(() => bundled())
	await until('the watcher to connect', () => watcher.isConnected)
	return {
		ledger,
		service,
		maker,
		...(solver === undefined ? {} : { solver }),
		databaseFolder: folders.service,
		at,
		dex: new DexClient({ baseUrl: at.serviceUrl, ...(fetch === undefined ? {} : { fetch }) }),
		signOrder: n => signLimitOrder(network, people.users[n % people.users.length] ?? people.maker, ask),
		committed: ({ subintentId }) =>
			within(committedWithinMs, ledger.ask('committed', subintentId) as Promise<number>, subintentId),
		nextBundle: () =>
			new Promise(resolve => {
				bundled = resolve
			}),
		stop: async () => {
			network.close()
			watcher.close()
			for (const part of served) await part.stop()
			for (const folder of Object.values(folders)) removeFolder(folder)
		},
	}
}

function start<Ready>(part: string, argument: unknown): Promise<Served<Ready>> {
	return Served.start<Ready>(new URL(`./${part}-main.ts`, import.meta.url), argument, asLocalNetwork)
}

async function within<T>(ms: number, work: Promise<T>, what: string): Promise<T> {
	const tooLate = Promise.withResolvers<never>()
	const cancel = wallClock.wakeAt(Date.now() + ms, () => tooLate.reject(new Error(`${what} is not committed`)))
	try {
		return await Promise.race([work, tooLate.promise])
	} finally {
		cancel()
	}
}

import { DexClient } from '@accord/sdk'
import { type OpenDatabase, openDatabase, startEmbedded } from '@accord/service'
import { startNats } from '../../test/fixtures/nats-server.ts'
import type { SigningNetwork } from '../../test/network/test-user.ts'
import { untilReady } from '../../test/network/two-nodes.ts'
import { until } from '../../test/network/until.ts'
import { freePort } from '../ports.ts'
import { Served } from '../served/served.ts'
import type { LedgerReady } from '../settle/ledger-main.ts'
import { readSigningNetwork } from '../settle/signing-network.ts'
import { asLocalNetwork } from '../settle/split-network.ts'
import { temporaryFolder } from '../temporary-folder.ts'
import type { MakersArgument } from './makers-main.ts'
import { addedTokens, bases, quote, settingsOf } from './market.ts'
import type { NodeReady } from './node-main.ts'
import { people } from './people.ts'

/**
 * Several nodes on one PostgreSQL and one NATS, with a ledger that answers at once. Each part has its own process; the
 * users are in this one.
 */
export type ClusterNetwork = {
	readonly nodes: readonly Served<NodeReady>[]
	readonly ledger: Served<LedgerReady>
	readonly makers: Served<unknown>
	/** A client of each node. */
	readonly dexes: readonly DexClient[]
	readonly signing: SigningNetwork
	/** This process's own connection to the database. */
	readonly db: OpenDatabase['db']
	/** Where the servers run, by which their processes are found. */
	readonly folders: { readonly postgres: string; readonly nats: string }
	/** Where NATS reports its counts. */
	readonly monitorUrl: string
	/** How many orders were signed so far. */
	signed: number
}

// As `accord cluster` starts it: a node takes up to sixteen.
const connectionsMax = '110'

/** Starts it all and waits until every node offers every maker's book; it ends with `opened`. */
export async function startClusterNetwork(opened: AsyncDisposableStack, count: number): Promise<ClusterNetwork> {
	const directory = temporaryFolder()
	const ofServer = { max_connections: connectionsMax }
	const postgres = await startEmbedded(directory, { settings: ofServer, isTemporary: true })
	opened.defer(() => postgres.stop())
	const monitorPort = await freePort()
	const nats = await startNats({ parameters: ['--http_port', String(monitorPort)] })
	opened.defer(() => nats.stop())
	const makers = [...people.makers, people.quoter]
	// The real ledger previews this user's first order, which the service's account pays for; everyone else's holdings come
	// from the stand-in.
	const accounts = [...people.users.slice(0, 1), people.service].map(({ account }) => account)
	const start = async <Ready>(file: string, argument: unknown) => {
		const served = await Served.start<Ready>(new URL(file, import.meta.url), argument, asLocalNetwork)
		opened.defer(() => served.stop())
		return served
	}
	const ledger = await start<LedgerReady>('../node/ledger-main.ts', {
		directory: temporaryFolder(),
		accounts,
		addedTokens,
	})
	const { url: gatewayUrl, tokens, markers } = ledger.ready
	// The tables exist before the first node does.
	const database = await openDatabase({ url: postgres.url }, 'shared')
	opened.defer(() => database.close())
	const places = { gatewayUrl, markers, databaseUrl: postgres.url, natsUrl: nats.url }
	const settings = settingsOf(tokens, { makers, places })
	const startNode = () => start<NodeReady>('./node-main.ts', settings)
	const first = await startNode()
	const nodes = [first, ...(await Promise.all(Array.from({ length: count - 1 }, startNode)))]
	const serviceUrls = nodes.map(({ ready }) => ready.url)
	for (const node of nodes) await untilReady(node.ready)
	await ledger.ask('follow', serviceUrls[0])
	const argument: MakersArgument = { gatewayUrl, serviceUrls }
	const ofMakers = await start('./makers-main.ts', argument)
	const signing = await readSigningNetwork({ gatewayUrl, serviceUrl: serviceUrls[0] ?? '' })
	opened.defer(() => signing.close())
	const dexes = serviceUrls.map(baseUrl => new DexClient({ baseUrl }))
	await until('every node to offer every book', () => allOffer(dexes))
	return {
		...{ nodes, ledger, makers: ofMakers, dexes, signing, db: database.db },
		folders: { postgres: directory, nats: nats.folder },
		monitorUrl: `http://127.0.0.1:${monitorPort}`,
		signed: 0,
	}
}

async function allOffer(dexes: readonly DexClient[]): Promise<boolean> {
	const books = dexes.flatMap(dex => bases.map(base => dex.orderBook({ base, quote })))
	return (await Promise.all(books)).every(({ bids }) => bids.length > 0)
}

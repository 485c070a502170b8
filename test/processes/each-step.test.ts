import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, afterEach, before, test } from 'node:test'
import { startReferenceSolver } from '@accord/bots'
import { GatewayClient, wallClock } from '@accord/ledger'
import { isTerminalOrderState } from '@accord/protocol'
import { DexClient } from '@accord/sdk'
import { MakerClient } from '@accord/sdk/maker'
import { Served } from '../../bench/served/served.ts'
import type { LedgerReady } from '../../bench/settle/ledger-main.ts'
import { people } from '../../bench/settle/people.ts'
import type { ServiceArgument, ServiceReady } from '../../bench/settle/service-main.ts'
import { readSigningNetwork } from '../../bench/settle/signing-network.ts'
import { readBook } from '../network/book-text.ts'
import { assertWhole, FillLog } from '../network/fill-log.ts'
import { limitOrder, type SignedOrder, signLimitOrder } from '../network/test-user.ts'
import { until } from '../network/until.ts'

// The service, in its own process, is killed with −9 at each visible step of a trade, and restarts on the same folder.
// Everyone else stays.

const steps = ['sent', 'accepted', 'asked', 'fill sent', 'filled', 'committed', 'settled'] as const
type Step = (typeof steps)[number]

const folder = mkdtempSync(join(tmpdir(), 'accord-each-step-'))
for (const part of ['ledger', 'service']) mkdirSync(join(folder, part))
const opened = new AsyncDisposableStack()
opened.defer(() => rmSync(folder, { recursive: true }))
let ledger: Served<LedgerReady>
let service: Served<ServiceReady>
let round: Round | undefined
const orders: SignedOrder[] = []

before(async () => {
	const accounts = [...people.users, people.maker, people.solver, people.service].map(({ account }) => account)
	const argument = { directory: join(folder, 'ledger'), accounts }
	ledger = await Served.start<LedgerReady>(new URL('../../bench/settle/ledger-main.ts', import.meta.url), argument)
	opened.defer(() => ledger.stop())
	await start()
	opened.defer(() => service.stop())
})
afterEach(async () => {
	await round?.end()
	round = undefined
})
after(() => opened.disposeAsync())

async function start(): Promise<void> {
	const argument: ServiceArgument = {
		gatewayUrl: ledger.ready.url,
		tokens: ledger.ready.tokens,
		markers: ledger.ready.markers,
		makers: [people.maker],
		directory: join(folder, 'service'),
		isTimed: false,
	}
	service = await Served.start<ServiceReady>(new URL('../../bench/settle/service-main.ts', import.meta.url), argument)
}

/** Maker and solver during one life of the service; `onStep` learns what they saw. */
class Round {
	readonly dex: DexClient
	readonly network: Awaited<ReturnType<typeof readSigningNetwork>>
	readonly #close: () => Promise<void>

	private constructor(parts: Pick<Round, 'dex' | 'network'> & { close: () => Promise<void> }) {
		this.dex = parts.dex
		this.network = parts.network
		this.#close = parts.close
	}

	static async begin(onStep: (step: Step) => void = () => {}): Promise<Round> {
		const { url } = service.ready
		const gatewayUrl = ledger.ready.url
		const socketUrl = url.replace(/^http/, 'ws')
		const network = await readSigningNetwork({ gatewayUrl, serviceUrl: url })
		const maker = new MakerClient({
			flashUrl: `${socketUrl}/flash`,
			apiKey: people.maker.apiKey,
			onError: () => {},
			onFilled: (_, result) => 'error' in result || onStep('filled'),
		})
		await maker.connect()
		maker.onNewOrder(({ fill }) => {
			onStep('asked')
			setImmediate(() => onStep('fill sent'))
			return signLimitOrder(network, people.maker, fill, { role: 'maker', expiresInS: 20 }).signedPartialTransaction
		})
		maker.setPriceBook(readBook({ pair: 'XRD/xUSDC', bids: ['0.05 100000'] }))
		const log = { info: () => {}, warn: () => {} }
		const at = { solverUrl: socketUrl, gatewayUrl, networkId: 242, clock: wallClock, log }
		const solver = await startReferenceSolver({ ...people.solver, ...at })
		const dex = new DexClient({ baseUrl: url, retriesMax: 0 })
		await until('the book', async () => (await dex.orderBook({ base: 'XRD', quote: 'xUSDC' })).bids.length > 0)
		const close = async () => {
			maker.close()
			network.close()
			await solver.stop()
		}
		return new Round({ dex, network, close })
	}

	end(): Promise<void> {
		return this.#close()
	}
}

for (const [at, step] of steps.entries())
	test(`killed when an order is ${step}: everything acknowledged is there, and the order ends as the ledger says`, async () => {
		const reached = Promise.withResolvers<void>()
		const note = (seen: Step) => seen === step && reached.resolve()
		round = await Round.begin(note)
		const [user] = people.users.slice(at)
		assert.ok(user !== undefined)
		const order = signLimitOrder(round.network, user, limitOrder({ sell: '100 XRD', buy: '5 xUSDC' }), {
			expiresInS: 25,
		})
		orders.push(order)
		const committed = ledger.ask('committed', order.subintentId).then(() => note('committed'))
		const { dex } = round
		let isAcknowledged = false
		const submitted = dex.submitOrder(order.signedPartialTransaction).then(
			() => {
				isAcknowledged = true
				note('accepted')
			},
			() => undefined,
		)
		setImmediate(() => note('sent'))
		if (step === 'settled') {
			await submitted
			await until('settled', async () => (await dex.order(order.subintentId)).state === 'settled')
		} else await reached.promise
		service.kill()
		await submitted
		await round.end()
		await start()
		round = await Round.begin()
		const now = round.dex
		if (isAcknowledged) await now.order(order.subintentId)
		assert.equal(await now.submitOrder(order.signedPartialTransaction), order.subintentId)
		await until('its end', async () => isTerminalOrderState((await now.order(order.subintentId)).state))
		const { state, parts } = await now.order(order.subintentId)
		const { status } = await new GatewayClient({ url: ledger.ready.url }).subintentStatus(order.subintentId)
		assert.equal(status === 'CommittedSuccess', state === 'settled')
		if (at >= steps.indexOf('filled')) assert.equal(state, 'settled')
		assert.ok(parts.filter(part => part.state === 'filled').length <= 1)
		void committed.catch(() => undefined)
	})

// shows decision 30: Data is durable before it is acknowledged
test('the maker’s log has no hole: each fill has started and completed once', async () => {
	const { url } = service.ready
	const log = await FillLog.open({ flashUrl: `${url.replace(/^http/, 'ws')}/flash`, apiKey: people.maker.apiKey })
	const dex = new DexClient({ baseUrl: url })
	const states = await Promise.all(orders.map(({ subintentId }) => dex.order(subintentId)))
	const filled = states.flatMap(({ parts }) => parts).filter(({ state }) => state === 'filled').length
	await until('the whole log', () => log.entries.length >= 2 * filled)
	assert.equal(assertWhole(log.entries).Settled, states.filter(({ state }) => state === 'settled').length)
	log.close()
})

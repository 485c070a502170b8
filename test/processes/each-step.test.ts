import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, afterEach, before, test } from 'node:test'
import { startReferenceSolver } from '@accord/bots'
import { GatewayClient, wallClock } from '@accord/ledger'
import { isTerminalOrderState } from '@accord/protocol'
import { DexClient, SolverClient } from '@accord/sdk'
import { MakerClient } from '@accord/sdk/maker'
import { Served } from '../../bench/served/served.ts'
import type { LedgerReady } from '../../bench/settle/ledger-main.ts'
import { people } from '../../bench/settle/people.ts'
import type { ServiceArgument, ServiceReady } from '../../bench/settle/service-main.ts'
import { readSigningNetwork } from '../../bench/settle/signing-network.ts'
import { type BookText, readBook, shownBook, untilShown } from '../network/book-text.ts'
import { assertWhole, FillLog } from '../network/fill-log.ts'
import { limitOrder, type OrderText, type SignedOrder, signLimitOrder } from '../network/test-user.ts'
import { until } from '../network/until.ts'

// The service, in its own process, is killed with −9 at each visible step of a trade, and restarts on the same folder.
// Everyone else stays.

type Step =
	| 'sent'
	| 'accepted'
	| 'asked'
	| 'fill sent'
	| 'one filled'
	| 'filled'
	| 'published'
	| 'committed'
	| 'settled'

/** What is traded, and the steps at which the service is killed. */
type Trade = {
	readonly what: string
	readonly order: OrderText
	readonly makers: readonly Quoting[]
	readonly steps: readonly Step[]
}
type Maker = typeof people.maker
type Quoting = { readonly account: Maker; readonly book: BookText }

const first: Quoting = { account: people.maker, book: { pair: 'XRD/xUSDC', bids: ['0.05 100000'], asks: [] } }
const second: Quoting = { account: people.secondMaker, book: { pair: 'xETH/xUSDC', bids: [], asks: ['3000 100'] } }
const trades: readonly Trade[] = [
	{
		what: 'an order',
		order: { sell: '100 XRD', buy: '5 xUSDC' },
		makers: [first],
		steps: ['sent', 'accepted', 'asked', 'fill sent', 'filled', 'committed', 'settled'],
	},
	{
		what: 'an order over two makers’ books',
		order: { sell: '100 XRD', buy: '0.0016 xETH' },
		makers: [first, second],
		steps: ['accepted', 'asked', 'one filled', 'filled', 'published', 'committed', 'settled'],
	},
]
/** From these on, both makers have filled: the order settles, whatever happens to the service. */
const filledSteps: readonly Step[] = ['filled', 'published', 'committed', 'settled']

const folder = mkdtempSync(join(tmpdir(), 'accord-each-step-'))
for (const part of ['ledger', 'service']) mkdirSync(join(folder, part))
const opened = new AsyncDisposableStack()
opened.defer(() => rmSync(folder, { recursive: true }))
let ledger: Served<LedgerReady>
let service: Served<ServiceReady>
let round: Round | undefined
/** Every order, with its makers. */
const placed: (SignedOrder & Pick<Trade, 'makers'>)[] = []
const users = people.users.values()

before(async () => {
	const accounts = [...people.users, people.maker, people.secondMaker, people.solver, people.service].map(
		({ account }) => account,
	)
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
		makers: [people.maker, people.secondMaker],
		directory: join(folder, 'service'),
		isTimed: false,
	}
	service = await Served.start<ServiceReady>(new URL('../../bench/settle/service-main.ts', import.meta.url), argument)
}

/** Makers and solver during one life of the service; `onStep` learns what they saw. */
class Round {
	readonly dex: DexClient
	readonly network: Awaited<ReturnType<typeof readSigningNetwork>>
	/** Replaces every maker's book with the same. */
	readonly quote: () => void
	readonly #close: () => Promise<void>

	private constructor(parts: Pick<Round, 'dex' | 'network' | 'quote'> & { close: () => Promise<void> }) {
		this.dex = parts.dex
		this.network = parts.network
		this.quote = parts.quote
		this.#close = parts.close
	}

	/** `silent` does not answer. */
	static async begin(
		{ makers }: Pick<Trade, 'makers'>,
		{ onStep = () => {}, silent }: { onStep?: (step: Step) => void; silent?: Maker | undefined } = {},
	): Promise<Round> {
		const { url } = service.ready
		const gatewayUrl = ledger.ready.url
		const socketUrl = url.replace(/^http/, 'ws')
		const network = await readSigningNetwork({ gatewayUrl, serviceUrl: url })
		let filled = 0
		const onFilled = () => {
			if (++filled === 1) onStep('one filled')
			if (filled === makers.length) onStep('filled')
		}
		const clients = makers.map(({ account, book }) => {
			const client = new MakerClient({
				flashUrl: `${socketUrl}/flash`,
				apiKey: account.apiKey,
				onError: () => {},
				onFilled: (_, result) => 'error' in result || onFilled(),
			})
			client.onNewOrder(({ fill }) => {
				onStep('asked')
				if (account === silent) return undefined
				setImmediate(() => onStep('fill sent'))
				return signLimitOrder(network, account, fill, { role: 'maker', expiresInS: 20 }).signedPartialTransaction
			})
			return { client, book }
		})
		for (const { client } of clients) await client.connect()
		const quote = () => {
			for (const { client, book } of clients) client.setPriceBook(readBook(book))
		}
		quote()
		const log = { info: () => {}, warn: () => {} }
		const at = { solverUrl: socketUrl, gatewayUrl, networkId: 242, clock: wallClock, log }
		const solver = await startReferenceSolver({ ...people.solver, ...at })
		const watcher = new SolverClient({ solverUrl: socketUrl })
		watcher.onBundle(() => onStep('published'))
		const dex = new DexClient({ baseUrl: url, retriesMax: 0 })
		for (const { book } of makers) await until('the books', () => isQuoted(dex, book))
		const close = async () => {
			for (const { client } of clients) client.close()
			network.close()
			watcher.close()
			await solver.stop()
		}
		return new Round({ dex, network, quote, close })
	}

	end(): Promise<void> {
		return this.#close()
	}
}

/** Whether a book has levels: fewer than the maker quotes while an earlier order is open. */
async function isQuoted(dex: DexClient, { pair }: BookText): Promise<boolean> {
	const { bids, asks } = await shownBook(dex, pair)
	return bids.length + asks.length > 0
}

for (const { what, order: text, makers, steps } of trades)
	for (const step of steps)
		test(`killed when ${what} is ${step}: everything acknowledged is there, and the order ends as the ledger says`, async () => {
			const reached = Promise.withResolvers<void>()
			const note = (seen: Step) => seen === step && reached.resolve()
			const silent = step === 'one filled' ? makers.at(-1)?.account : undefined
			round = await Round.begin({ makers }, { onStep: note, silent })
			const user = users.next().value
			assert.ok(user !== undefined)
			const order = signLimitOrder(round.network, user, limitOrder(text), { expiresInS: 45 })
			placed.push({ ...order, makers })
			const gateway = new GatewayClient({ url: ledger.ready.url })
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
			round = await Round.begin({ makers })
			const now = round.dex
			if (isAcknowledged) await now.order(order.subintentId)
			assert.equal(await now.submitOrder(order.signedPartialTransaction), order.subintentId)
			await until('its end', async () => isTerminalOrderState((await now.order(order.subintentId)).state))
			const { state, parts } = await now.order(order.subintentId)
			const { status } = await gateway.subintentStatus(order.subintentId)
			assert.equal(status === 'CommittedSuccess', state === 'settled')
			if (filledSteps.includes(step)) assert.equal(state, 'settled')
			const filled = parts.filter(part => part.state === 'filled').length
			assert.ok(state === 'settled' ? filled === makers.length : filled <= makers.length)
			// Nothing of it is reserved any more.
			round.quote()
			for (const { book } of makers) await untilShown({ dex: now }, book)
			void committed.catch(() => undefined)
		})

// shows decision 30: Data is durable before it is acknowledged
test('the makers’ logs have no hole: each fill has started and completed once, and all of an order or none have settled', async () => {
	const { url } = service.ready
	const dex = new DexClient({ baseUrl: url })
	const ended = await Promise.all(placed.map(async order => ({ ...order, ...(await dex.order(order.subintentId)) })))
	const filled = ended.flatMap(({ parts }) => parts).filter(({ state }) => state === 'filled').length
	const flashUrl = `${url.replace(/^http/, 'ws')}/flash`
	const open = async (maker: Quoting) => ({ maker, log: await FillLog.open({ flashUrl, ...maker.account }) })
	const logs = await Promise.all([first, second].map(open))
	await until('the whole logs', () => logs.flatMap(({ log }) => log.entries).length >= 2 * filled)
	for (const { maker, log } of logs) {
		const settled = ended.filter(({ state, makers }) => state === 'settled' && makers.includes(maker))
		assert.equal(assertWhole(log.entries).Settled, settled.length)
		log.close()
	}
})

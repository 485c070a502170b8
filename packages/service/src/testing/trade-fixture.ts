import type { TestContext } from 'node:test'
import type { CommittedPage, CommittedTransaction, GatewayClient, LedgerState, SubintentStatus } from '@accord/ledger'
import { type Clock, Decimal, type PriceLevel } from '@accord/protocol'
import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import { NewOrderStreams } from '../api/flash/new-order-streams.ts'
import { RefusalTally } from '../audit/refusal-tally.ts'
import { Bundles } from '../bundles/bundles.ts'
import { type BusMessages, inProcessBus, type Subject } from '../bus/bus.ts'
import type { Tables } from '../db/tables.ts'
import { Fills, fillRooms } from '../fills/fills.ts'
import { openNewOrders } from '../fills/new-orders.ts'
import type { FillRooms, SubmitFill } from '../fills/submit-fill.ts'
import { LedgerReads } from '../gateway/ledger-reads.ts'
import { Intents } from '../intents/intents.ts'
import { PrefixCode } from '../intents/prefix-uses.ts'
import { Metrics } from '../metrics/metrics.ts'
import { OrderGate } from '../orders/order-gate.ts'
import { type OrderRooms, Orders, orderRooms, type SubmitOrder, type Submitted } from '../orders/orders.ts'
import type { Platform } from '../platform/platform.ts'
import type { MakerQuotes } from '../prices/maker-quotes.ts'
import { openPrices } from '../prices/prices.ts'
import { WorkThreads } from '../threads/work-threads.ts'
import { config } from './config-fixture.ts'
import { fixedTerms } from './fixed-terms.ts'
import { oneLane } from './one-lane.ts'
import { openTestDatabase } from './open-test-database.ts'
import {
	amountOf,
	feeInfo,
	goodHeader,
	market,
	nowMs,
	type OrderParts,
	secondKey,
	serviceKey,
	signedOrderHex,
	stranger,
	user,
	userKey,
} from './order-fixture.ts'

/** The stages of a trade on a real database, with a clock and a ledger that the test controls, one maker and its book. */
export type Trade = Awaited<ReturnType<typeof openTrade>>

export const pair = market.pair('XRD', 'xUSDC')
export const makerId = 'maker-1'
/** How far past an expiry the clock must be. */
export const expiryMarginMs = 2_000

/** A clock that moves only when the test moves it. */
class ManualClock implements Clock {
	#nowMs: number
	constructor(startMs: number) {
		this.#nowMs = startMs
	}
	nowMs(): number {
		return this.#nowMs
	}
	wakeAt(): () => void {
		return () => {}
	}
	set(atMs: number): void {
		this.#nowMs = atMs
	}
	advance(ms: number): void {
		this.#nowMs += ms
	}
}

/** A Gateway whose answers the test sets. */
class FakeGateway {
	readonly #clock: Clock
	readonly committed = new Map<string, string>()
	readonly statusRequests: string[] = []
	/** Other transactions, before the newest one, which contains all committed subintents. */
	readonly others: CommittedTransaction[] = []
	namesSubintents = true
	held: Record<string, string> = {}
	stateVersion = 1
	/** By default there is a round every second, as on a ledger, whether anything is committed or not. */
	round: number | undefined
	/** How far the ledger's clock is ahead of the test's. */
	clockAheadMs = 0
	isDown = false

	constructor(clock: Clock) {
		this.#clock = clock
	}

	async ledgerState(): Promise<LedgerState> {
		this.#requireUp()
		const nowMs = this.#clock.nowMs() + this.clockAheadMs
		const round = this.round ?? Math.floor(nowMs / 1000)
		return { network: 'simulator', stateVersion: this.stateVersion, epoch: 10, round, proposerTimestampMs: nowMs }
	}

	async balances() {
		return { stateVersion: this.stateVersion, amounts: new Map<string, string>() }
	}

	async balance(_: string, resource: string) {
		const { stateVersion, held } = this
		const { symbol = '' } = market.tokenByAddress(resource) ?? {}
		return { stateVersion, amount: held[symbol] ?? '0' }
	}

	async subintentStatus(subintentId: string): Promise<SubintentStatus> {
		this.#requireUp()
		this.statusRequests.push(subintentId)
		const finalizingTransactionId = this.committed.get(subintentId)
		const ledger = await this.ledgerState()
		if (finalizingTransactionId === undefined) return { status: 'Unknown', ledger }
		return {
			status: 'CommittedSuccess',
			finalizingTransactionId,
			finalizedAtStateVersion: this.stateVersion,
			ledger,
		}
	}

	async transactionsFrom(from: number): Promise<CommittedPage> {
		const ledger = await this.ledgerState()
		const newest = {
			stateVersion: this.stateVersion,
			transactionId: 'txid_1',
			subintentIds: [...this.committed.keys()],
		}
		const all = [...this.others, newest].filter(({ stateVersion }) => stateVersion >= from)
		const page = all.slice(0, 100)
		const unnamed = page.map(({ stateVersion, transactionId }) => ({ stateVersion, transactionId }))
		return { transactions: this.namesSubintents ? page : unnamed, isAll: all.length <= 100, ledger }
	}

	#requireUp(): void {
		if (this.isDown) throw this.failure
	}
	failure: Error = new Error('down')
}

type TradeOptions = {
	readonly exposurePerMakerXrd?: string
	readonly openOrdersPerAccount?: number
	/** Whether an order completed by one fill is published together with it instead of by the publishing loop. */
	readonly publishesWithFill?: boolean
}

export async function openTrade(
	t: TestContext,
	{ exposurePerMakerXrd = '1000000', openOrdersPerAccount = 8, publishesWithFill = false }: TradeOptions = {},
) {
	const opened = new AsyncDisposableStack()
	t.after(() => opened.disposeAsync())
	const { db: database, close } = await openTestDatabase()
	opened.defer(close)
	const db = oneLane(database)
	const clock = new ManualClock(nowMs)
	const messages: [Subject, object][] = []
	const bus = inProcessBus({
		onError: error => {
			throw error
		},
	})
	for (const subject of ['reservation', 'new_order', 'bundle', 'fill_execution', 'part_unfilled'] as const) {
		bus.subscribe(subject, (message: BusMessages[Subject]) => messages.push([subject, message]))
	}
	const logged: unknown[] = []
	const note = (entry: unknown) => logged.push(entry)
	const gateway = new FakeGateway(clock)
	gateway.held = { XRD: '1000000', xUSDC: '1000000' }
	const threads = new WorkThreads()
	opened.defer(() => threads.close())
	const limits = { ...config.limits, openOrdersPerAccount, exposurePerMakerXrd: Decimal.parse(exposurePerMakerXrd) }
	const platform: Platform = {
		clock,
		log: { info: () => {}, error: note, warn: note } as unknown as Logger,
		metrics: new Metrics(),
		refusals: new RefusalTally({ clock, entriesPerDay: config.limits.refusalEntriesPerDay }),
		db,
		bus,
		threads,
		gateway: gateway as unknown as GatewayClient,
		ledger: new LedgerReads({ gateway, clock }),
		market,
		feeInfo,
		terms: fixedTerms({ market, feeInfo }),
		settlement: config.settlement,
		surplusMinXrd: config.settlement.surplusMinXrd,
		service: { account: stranger, keyPair: serviceKey },
		markers: config.markers,
		makersPerOrder: 4,
		limits,
		breaker: config.breaker,
	}
	const prices = await openPrices({ platform, withdrawAfterMs: 2000, opened })
	const { makerQuotes, books } = prices
	const cost = { costXrd: Decimal.parse('0.5'), executionUnits: 3_300_000 }
	const costPreview: CostPreviews = {
		price: async () => cost,
		inspect: async () => ({ cost }),
		inTurn: (_, preview) => preview(),
		depth: { running: 0, waiting: 0 },
	}
	const intents = new Intents({ platform, costPreview, ...ofNoOne })
	const bundles = new Bundles({ platform, intents })
	const { filledOrders, solverReads } = bundles
	const openOrders = (of: string) => openNewOrders(database, { makerId: of, nowMs: clock.nowMs() })
	const newOrders = new NewOrderStreams({ openNewOrders: openOrders, onError: note })
	const orderGate = new OrderGate({ loops: { stalls: () => [] }, disk: { shortage: () => undefined } })
	const { orderLookups, matchQueue } = orderRooms({ platform, intents, prices, orderGate, newOrders })
	const { partLookups, fillQueue } = fillRooms({
		platform,
		intents,
		bundles,
		leavesPublishing: () => !publishesWithFill,
	})
	const rooms = {
		platform,
		prices,
		intents,
		orderGate,
		orderLookups,
		matchQueue,
		partLookups,
		fillQueue,
		newOrders,
		filledOrders,
		solverReads,
		books,
		logsRead: makerQuotes.logsRead,
		expiryMarginMs,
	}
	await addMaker(database, { makerId, address: stranger })
	const quoteLevels = (levels: Levels) => quote(makerQuotes, makerId, levels)
	const ofTest = { database, gateway, clock, messages, logged, costPreview, quote: quoteLevels }
	const deps = { ...platform, ...rooms }
	return { ...deps, deps, ...ofTest, makerQuotes }
}

/** Previews of tests do not run. */
const ofNoOne = {
	payer: { shortage: async () => undefined },
	depositRules: { isAccepted: async () => undefined },
	prefixCode: new PrefixCode({
		gateway: { packagesOf: async () => new Map() },
		listed: [],
		clock: { nowMs: () => nowMs },
		limits: config.limits,
	}),
}

type CostPreviews = ConstructorParameters<typeof Intents>[0]['costPreview']

/** The same intents, except that this prices them. */
export function pricedBy(
	{ platform, costPreview }: Pick<Trade, 'platform' | 'costPreview'>,
	price: CostPreviews['price'],
): Intents {
	return new Intents({ platform, ...ofNoOne, costPreview: { ...costPreview, price } })
}

/** Submits an order to a room opened on these dependencies. */
export function submitOrder(rooms: OrderRooms, order: SubmitOrder): Promise<Submitted> {
	return new Orders(rooms).submit(order)
}

/** Submits a fill to a room opened on these dependencies. */
export function submitFill(rooms: FillRooms, fill: SubmitFill): Promise<Submitted> {
	return new Fills(rooms).submit(fill)
}

export async function addMaker(
	db: Kysely<Tables>,
	{ makerId, address }: { makerId: string; address: string },
): Promise<void> {
	await db
		.insertInto('maker')
		.values({ maker_id: makerId, name: makerId, last_sequence: 0, created_at_ms: 0 })
		.execute()
	await db.insertInto('maker_account').values({ address, maker_id: makerId, created_at_ms: 0 }).execute()
}

type Levels = { bids?: readonly string[]; asks?: readonly string[] }

/** Sets a maker's book of `price amount` levels. */
export function quote(prices: MakerQuotes, maker: string, { bids = [], asks = [] }: Levels): void {
	prices.setQuoting(maker, 'session', 'all')
	prices.replacePriceBook(maker, 'session', { pair, bids: bids.map(levelOf), asks: asks.map(levelOf) })
}

function levelOf(text: string): PriceLevel {
	const [price = '', amount = ''] = text.split(' ')
	return { price: Decimal.parse(price), amount: Decimal.parse(amount) }
}

let discriminator = 1000

/** A user's order of 100 XRD for 5 xUSDC, different on each call. */
export function userOrder({ expiresInS = 45, ...parts }: OrderParts & { expiresInS?: number } = {}): string {
	return signedOrderHex({ account: user, keyPairs: [userKey], header: headerFor(expiresInS), ...parts })
}

/** The maker's fill of that order. */
export function makerFill({ expiresInS = 45, ...parts }: OrderParts & { expiresInS?: number } = {}): string {
	return signedOrderHex({
		account: stranger,
		keyPairs: [secondKey],
		sell: amountOf('5', 'xUSDC'),
		buy: amountOf('100', 'XRD'),
		platformFee: '0',
		settlementFee: '0.2625',
		header: headerFor(expiresInS),
		...parts,
	})
}

function headerFor(expiresInS: number) {
	discriminator += 1
	return {
		...goodHeader,
		maxTimestampS: Math.floor(nowMs / 1000) + expiresInS,
		intentDiscriminator: String(discriminator),
	}
}

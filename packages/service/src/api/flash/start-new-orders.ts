import {
	BookHeldBack,
	BooksWithdrawn,
	BreakerChange,
	Decimal,
	flashMethods,
	NewOrder,
	type NewOrdersOptions,
	type PriceBookRules,
	pairKey,
	parseWire,
	StartNewOrders,
	TradeError,
	type Violation,
} from '@accord/protocol'
import type { OpenNewOrder } from '../../fills/new-orders.ts'
import type { MakerQuotes } from '../../prices/maker-quotes.ts'
import type { BreakerStreams } from './breaker-streams.ts'
import type { CallingSession } from './flash-call.ts'
import type { HeldBackStreams } from './held-back-streams.ts'
import { knownPairs } from './known-pairs.ts'
import type { MakerSubscribers } from './maker-subscribers.ts'
import type { NewOrderStreams } from './new-order-streams.ts'

type NewOrdersRooms = {
	readonly priceBookRules: PriceBookRules
	readonly prices: { readonly makerQuotes: Pick<MakerQuotes, 'setQuoting'> }
	readonly streams: {
		readonly newOrders: NewOrderStreams
		readonly breaker: Pick<BreakerStreams, 'subscribe'>
		readonly withdrawals: Pick<MakerSubscribers<BooksWithdrawn>, 'subscribe'>
		readonly heldBack: Pick<HeldBackStreams, 'subscribe'>
	}
}

/** platform.new_orders.start_stream: each call replaces everything that the session requested before (decision 22). */
export function startNewOrders(rooms: NewOrdersRooms, session: CallingSession, params: unknown): { success: true } {
	const { enabled = true, ...options } = parseWire(StartNewOrders.schema, params ?? {})
	const minAmounts = readMinAmounts(rooms.priceBookRules, options)
	const pairs = options.pairs === undefined ? 'all' : knownPairs(rooms.priceBookRules, options.pairs)
	const { cancelOnDisconnect, deadManTimerS } = options
	rooms.prices.makerQuotes.setQuoting(session.makerId, session.id, enabled ? pairs : 'none', {
		minAmounts,
		cancelOnDisconnect,
	})
	const timeoutMs = deadManTimerS === undefined ? undefined : deadManTimerS * 1000
	session.setDeadManTimer(timeoutMs, cancelOnDisconnect ?? 'session')
	const wanted = { pairKeys: pairs === 'all' ? undefined : new Set(pairs.map(pairKey)), minAmounts }
	session.setStream('new_orders', enabled ? () => subscribe(rooms, session, wanted) : undefined)
	return { success: true }
}

type MinAmounts = ReadonlyMap<string, Decimal>

function readMinAmounts({ tokens }: PriceBookRules, { minAmounts = {} }: NewOrdersOptions): MinAmounts {
	const amounts = new Map(Object.entries(minAmounts))
	const [first, ...others] = [...amounts].flatMap(([symbol, amount]): Violation[] => {
		const pointer = `/min_amounts/${symbol.replaceAll('~', '~0')}`
		if (!tokens.has(symbol)) {
			return [{ code: 'unknown_token', item: { pointer, expected: 'a token of GET /trade/tokens', found: symbol } }]
		}
		if (!Decimal.isNegative(amount)) return []
		return [{ code: 'validation_failed', item: { pointer, expected: '0 or more', found: Decimal.format(amount) } }]
	})
	if (first !== undefined) throw TradeError.fromViolations([first, ...others])
	return amounts
}

/** The pairs that the session requested; its maker's other sessions may want more. */
type WantedOrders = { readonly pairKeys: ReadonlySet<string> | undefined; readonly minAmounts: MinAmounts }

function subscribe({ streams }: NewOrdersRooms, session: CallingSession, wanted: WantedOrders): () => void {
	const { makerId } = session
	const newOrders = streams.newOrders.subscribe(makerId, {
		sent: session.sentOrders,
		wants: order => isWanted(order, wanted),
		push: order => session.notify(flashMethods.newOrder, NewOrder.format(order)),
	})
	const breaker = streams.breaker.subscribe(makerId, (change: BreakerChange) =>
		session.notify(flashMethods.breakerChanged, BreakerChange.format(change)),
	)
	const withdrawals = streams.withdrawals.subscribe(makerId, withdrawn =>
		session.notify(flashMethods.booksWithdrawn, BooksWithdrawn.format(withdrawn)),
	)
	const heldBack = streams.heldBack.subscribe(makerId, change =>
		session.notify(flashMethods.bookHeldBack, BookHeldBack.format(change)),
	)
	return () => {
		newOrders()
		breaker()
		withdrawals()
		heldBack()
	}
}

function isWanted({ pair, fill: { sell } }: OpenNewOrder, { pairKeys, minAmounts }: WantedOrders): boolean {
	return (pairKeys?.has(pairKey(pair)) ?? true) && sell.amount >= (minAmounts.get(sell.symbol) ?? Decimal.zero)
}

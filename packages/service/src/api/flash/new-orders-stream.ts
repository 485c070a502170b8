import {
	Decimal,
	flashMethods,
	type Pair,
	type PriceBookRules,
	pairKey,
	parseWire,
	type StartNewOrdersWire,
	startNewOrdersWire,
	TradeError,
	type Violation,
} from '@accord/protocol'
import type { NewOrder } from '../../fills/new-orders.ts'
import type { BookScope } from '../../prices/quoting-sessions.ts'
import type { BreakerChange } from './breaker-streams.ts'
import type { FlashDeps } from './flash-methods.ts'
import type { FlashSession } from './flash-session.ts'
import { formatBreakerChange, formatNewOrder } from './flash-wire.ts'
import { knownPairs } from './known-pairs.ts'

type NewOrdersTerms = {
	readonly pairs: readonly Pair[] | 'all' | 'none'
	readonly minAmounts: ReadonlyMap<string, Decimal>
	readonly cancelOnDisconnect: BookScope | undefined
	readonly deadManTimerMs: number | undefined
}

/** platform.new_orders.start_stream: each call replaces all that the session asked for before (decision 22). */
export function startNewOrders(deps: FlashDeps, session: FlashSession, params: unknown): { success: true } {
	const terms = readTerms(deps.priceBookRules, parseWire(startNewOrdersWire, params ?? {}))
	const { pairs, cancelOnDisconnect, deadManTimerMs } = terms
	deps.books.setQuoting(session.makerId, session.id, pairs, terms)
	session.setDeadManTimer(deadManTimerMs, cancelOnDisconnect ?? 'session')
	session.setStream('new_orders', pairs === 'none' ? undefined : () => subscribe(deps, session, terms))
	return { success: true }
}

function readTerms(rules: PriceBookRules, wire: StartNewOrdersWire): NewOrdersTerms {
	const { enabled = true, token_pairs, min_amounts = {}, cancel_on_disconnect, dead_man_timer_s } = wire
	const minAmounts = readMinAmounts(rules, min_amounts)
	const pairs = token_pairs === undefined ? 'all' : knownPairs(rules, token_pairs)
	return {
		pairs: enabled ? pairs : 'none',
		minAmounts,
		cancelOnDisconnect: cancel_on_disconnect,
		deadManTimerMs: dead_man_timer_s === undefined ? undefined : dead_man_timer_s * 1000,
	}
}

function readMinAmounts({ tokens }: PriceBookRules, wire: Readonly<Record<string, string>>): Map<string, Decimal> {
	const amounts = new Map(Object.entries(wire).map(([symbol, amount]) => [symbol, Decimal.parse(amount)]))
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

function subscribe({ newOrders, breaker }: FlashDeps, session: FlashSession, terms: NewOrdersTerms): () => void {
	const { makerId } = session
	const push = (order: NewOrder) => session.notify(flashMethods.newOrder, formatNewOrder(order))
	const tell = (change: BreakerChange) => session.notify(flashMethods.breakerChanged, formatBreakerChange(change))
	const end = [newOrders.subscribe(makerId, { wants: wantsOf(terms), push }), breaker.subscribe(makerId, tell)]
	return () => {
		for (const each of end) each()
	}
}

/** What the session asked for holds for it, also where another session of its maker asked for more. */
function wantsOf({ pairs, minAmounts }: NewOrdersTerms): (order: NewOrder) => boolean {
	const wanted = typeof pairs === 'string' ? undefined : new Set(pairs.map(pairKey))
	return ({ pair, fill: { sell } }) =>
		(wanted?.has(pairKey(pair)) ?? true) && sell.amount >= (minAmounts.get(sell.symbol) ?? Decimal.zero)
}

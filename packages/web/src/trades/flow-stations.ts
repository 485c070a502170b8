import type { TradeTraceWire } from '@accord/protocol'
import { formatSignificant } from '../format/format-amount.ts'
import { tradeTimes } from './trade-times.ts'

/** One of those who have a part in a trade, in the order in which they come to it. */
export type Station = {
	readonly kind: 'user' | 'maker' | 'service' | 'solver' | 'ledger'
	readonly who: string
	readonly says: string
	/** Whether the trade came so far. */
	readonly isReached: boolean
	readonly afterMs?: number
}

/** The whole way of a trade: what each did, or would have done. */
export function flowStations(trace: TradeTraceWire): Station[] {
	const { sell, buy } = trace.limit_order
	const { asked, signed } = countMakers(trace.parts)
	const wrapped = trace.items.filter(({ outer }) => outer !== undefined).length
	const isSettled = trace.state === 'settled'
	const times = tradeTimes(trace)
	const after = (afterMs: number | undefined) => (afterMs === undefined ? {} : { afterMs })
	return [
		{ kind: 'user', who: 'User', says: `signs away ${text(sell)}`, isReached: true, afterMs: 0 },
		{
			kind: 'maker',
			who: asked <= 1 ? 'Maker' : `${signed} of ${asked} makers`,
			says: signed === 0 ? 'nobody has signed' : `${signed === 1 ? 'signs' : 'sign'} away ${text(buy)}`,
			isReached: signed > 0,
			...after(times.filledMs),
		},
		{
			kind: 'service',
			who: 'Service',
			says: wrapped === 0 ? 'wraps what is signed' : `wraps ${wrapped} intents`,
			isReached: wrapped > 0,
			...after(times.publishedMs),
		},
		{ kind: 'solver', who: 'Solver', says: 'makes one transaction', isReached: isSettled },
		{
			kind: 'ledger',
			who: 'Ledger',
			says: 'moves all of it at once',
			isReached: isSettled,
			...after(times.committedMs),
		},
	]
}

function text({ amount, symbol }: { amount: string; symbol: string }): string {
	return `${formatSignificant(amount)} ${symbol}`
}

/** How many makers were asked and how many of them signed; one may be asked for several parts of an order. */
export function countMakers(parts: TradeTraceWire['parts']): { asked: number; signed: number } {
	const makers = (of: TradeTraceWire['parts']) => new Set(of.map(({ maker }) => maker)).size
	return { asked: makers(parts), signed: makers(parts.filter(({ state }) => state === 'filled')) }
}

import { type Amount, type TracedPart, type TradeTrace, withSurplus } from '@accord/protocol'
import { formatSignificant } from '../format/format-amount.ts'
import { tradeTimes } from './trade-times.ts'

/** A party to a trade and its role in it. */
export type Station = {
	readonly kind: 'user' | 'maker' | 'service' | 'solver' | 'ledger'
	readonly party: string
	readonly action: string
	/** Whether the trade has come this far. */
	readonly isReached: boolean
	readonly afterMs?: number
}

/** A trade from party to party: what each did, or would have done. */
export function flowStations(trace: TradeTrace): Station[] {
	const { sell, buy } = withSurplus(trace.limitOrder, trace.surplus)
	const { asked, signed } = countMakers(trace.parts)
	const wrapped = trace.items.filter(({ outer }) => outer !== undefined).length
	const isSettled = trace.state === 'settled'
	const times = tradeTimes(trace)
	const after = (afterMs: number | undefined) => (afterMs === undefined ? {} : { afterMs })
	return [
		{ kind: 'user', party: 'User', action: `offers ${text(sell)}`, isReached: true, afterMs: 0 },
		{
			kind: 'maker',
			party: asked <= 1 ? 'Maker' : `${signed} of ${asked} makers`,
			action: signed === 0 ? 'has not signed' : `${signed === 1 ? 'offers' : 'offer'} ${text(buy)}`,
			isReached: signed > 0,
			...after(times.filledMs),
		},
		{
			kind: 'service',
			party: 'Service',
			action: wrapped === 0 ? 'wraps signed intents' : `wraps ${wrapped} intents`,
			isReached: wrapped > 0,
			...after(times.publishedMs),
		},
		{ kind: 'solver', party: 'Solver', action: 'builds one transaction', isReached: isSettled },
		{
			kind: 'ledger',
			party: 'Ledger',
			action: 'settles everything at once',
			isReached: isSettled,
			...after(times.committedMs),
		},
	]
}

function text({ amount, symbol }: Amount): string {
	return `${formatSignificant(amount)} ${symbol}`
}

/** How many makers were asked and how many of them signed; a maker may be asked for several parts of an order. */
export function countMakers(parts: readonly TracedPart[]): { asked: number; signed: number } {
	const makers = (of: readonly TracedPart[]) => new Set(of.map(({ maker }) => maker)).size
	return { asked: makers(parts), signed: makers(parts.filter(({ state }) => state === 'filled')) }
}

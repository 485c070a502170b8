import type { TradeTraceWire } from '@accord/protocol'

/** How many makers were asked and how many of them signed; one may be asked for several parts of an order. */
export function countMakers(parts: TradeTraceWire['parts']): { asked: number; signed: number } {
	const makers = (of: TradeTraceWire['parts']) => new Set(of.map(({ maker }) => maker)).size
	return { asked: makers(parts), signed: makers(parts.filter(({ state }) => state === 'filled')) }
}

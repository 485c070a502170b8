import {
	Composed,
	makerBooksWire,
	makerLimitsWire,
	makerOrdersWire,
	makerPausesWire,
	makerStatsWire,
	parseMakerBooks,
	parseMakerLimits,
	parseMakerOrders,
	parseMakerStats,
	parsePauses,
} from '@accord/protocol'
import { reader } from './schema.ts'

// The answers of a maker's own endpoints, read into the protocol's domain types.

export const makerBooks = reader(makerBooksWire, parseMakerBooks)
export const makerOrders = reader(makerOrdersWire, parseMakerOrders)
export const makerPauses = reader(makerPausesWire, parsePauses)
export const makerStats = reader(makerStatsWire, parseMakerStats)
export const composedFill = reader(Composed, composed => {
	if ('fee' in composed) return composed
	throw new Error('the answer has no terms of a fill')
})
export const makerLimits = reader(makerLimitsWire, parseMakerLimits)

import {
	checkedFillWire,
	makerBooksWire,
	makerLimitsWire,
	makerOrdersWire,
	makerPausesWire,
	makerStatsWire,
	manifestWire,
	parseCheckedFill,
	parseComposedFill,
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
export const checkedFill = reader(checkedFillWire, parseCheckedFill)
export const composedFill = reader(manifestWire, parseComposedFill)
export const makerLimits = reader(makerLimitsWire, parseMakerLimits)

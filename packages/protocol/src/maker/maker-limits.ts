import * as z from '#schema'
import { Pair } from '../amount/pair.ts'
import { countWire, decimal } from '../fields.ts'
import { list, message, type ValueOf } from '../message.ts'

/** A maker's promises in one pair, for open parts and unsettled fills, and the most it may promise; in base. */
export type Exposure = ValueOf<typeof Exposure>
export const Exposure = message({ pair: Pair, used: decimal, max: decimal })

/** A maker's limits and how much of them it uses. */
export type MakerLimits = ValueOf<typeof MakerLimits>
/** GET /maker/limits. */
export const MakerLimits = message({
	sessions: z.object({ open: countWire, max: countWire }),
	requestsPerMinute: countWire,
	messagesPerSecond: countWire,
	priceBookLevels: countWire,
	exposure: list(Exposure),
})

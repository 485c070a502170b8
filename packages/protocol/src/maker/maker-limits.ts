import type { Decimal } from '../amount/decimal.ts'
import type { Pair } from '../amount/pair.ts'

/** What a maker has promised in one pair, in open parts and unsettled fills, and the most it may promise; in base. */
export type Exposure = { readonly pair: Pair; readonly used: Decimal; readonly max: Decimal }

/** A maker's limits and how much of them it uses (GET /maker/limits). */
export type MakerLimits = {
	readonly sessions: { readonly open: number; readonly max: number }
	readonly requestsPerMinute: number
	readonly messagesPerSecond: number
	readonly priceBookLevels: number
	readonly exposure: readonly Exposure[]
}

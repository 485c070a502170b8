import { Decimal, type MakerLimitsWire, type Pair, pairKey } from '@accord/protocol'
import { sessionsPerMakerMax } from '../flash/flash-sockets.ts'
import type { TradeApp } from '../trade/trade-app.ts'
import type { KeyRequired } from './maker-routes.ts'

export type LimitsDeps = {
	readonly market: { readonly pairs: readonly Pair[] }
	readonly sessionsOf: (makerId: string) => number
	/** In base, by pair key. */
	readonly makerExposure: (makerId: string) => Promise<ReadonlyMap<string, Decimal>>
	readonly exposureMax: (pair: Pair) => Decimal
	readonly makerLimits: {
		readonly requestsPerMinute: number
		readonly messagesPerSecond: number
		readonly priceBookLevels: number
	}
}

/** GET /maker/limits */
export function limits(app: TradeApp, deps: LimitsDeps, keyRequired: KeyRequired): void {
	const { makerLimits, market, sessionsOf, makerExposure, exposureMax } = deps
	app.get('/maker/limits', keyRequired, async ({ makerId }): Promise<MakerLimitsWire> => {
		const used = await makerExposure(makerId)
		return {
			sessions: { open: sessionsOf(makerId), max: sessionsPerMakerMax },
			requests_per_minute: makerLimits.requestsPerMinute,
			messages_per_second: makerLimits.messagesPerSecond,
			price_book_levels: makerLimits.priceBookLevels,
			exposure: market.pairs.map(pair => ({
				pair: { ...pair },
				used: Decimal.format(used.get(pairKey(pair)) ?? Decimal.zero),
				max: Decimal.format(exposureMax(pair)),
			})),
		}
	})
}

import type { ApiDeps } from './api/public-api.ts'
import { breakerOf } from './breaker/breaker.ts'
import { endPause, pausesOf, setPause } from './breaker/maker-pauses.ts'
import { makerOrders } from './fills/maker-orders.ts'
import { makerStats } from './fills/maker-stats.ts'
import { exposureMaxOf } from './prices/book-rules.ts'
import { makerBooks, makerExposure } from './prices/maker-books.ts'
import { priceBookLevelsMax } from './prices/price-books.ts'
import type { Stages } from './wire-api.ts'

/** Puts what the stages know of a maker behind /maker/*. */
export function makerApi(stages: Stages): ApiDeps['maker'] {
	const { config, db, bus, clock, market } = stages
	const pausesNow = (makerId: string) => pausesOf(db, { makerId, nowMs: clock.nowMs() })
	const pausesInForce = async (makerId: string) => {
		await stages.pausedMakers.refresh()
		return pausesNow(makerId)
	}
	const { requestsPerMinutePerKey: requestsPerMinute, messagesPerSecond } = config.limits
	return {
		clock,
		market,
		makerBooks: makerId => makerBooks(stages, makerId),
		makerOrders: query => makerOrders(db, query),
		makerStats: of => makerStats(db, of),
		makerExposure: makerId => makerExposure(db, makerId),
		exposureMax: pair => exposureMaxOf(stages, pair),
		makerLimits: { requestsPerMinute, messagesPerSecond, priceBookLevels: priceBookLevelsMax },
		breakerOf: makerId => breakerOf(stages, { makerId, nowMs: clock.nowMs() }),
		pausesOf: pausesNow,
		pauseMaker: async pause => {
			await setPause({ db, bus }, { ...pause, by: 'maker', sinceMs: clock.nowMs() })
			return pausesInForce(pause.makerId)
		},
		resumeMaker: async makerId => {
			await endPause({ db, bus }, { makerId, by: 'maker' })
			return pausesInForce(makerId)
		},
	}
}

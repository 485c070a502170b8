import { pairKey } from '@accord/protocol'
import type { Authenticate } from './api/http/api-key.ts'
import type { ApiDeps } from './api/public-api.ts'
import type { Parts } from './api-parts.ts'
import { breakerOf } from './breaker/breaker.ts'
import { endPause, pausesOf, setPause } from './breaker/maker-pauses.ts'
import type { Fills } from './fills/fills.ts'
import { makerOrders } from './fills/maker-orders.ts'
import { makerStats } from './fills/maker-stats.ts'
import { IncomingBooks } from './prices/incoming-books.ts'
import { makerBooks, makerExposure } from './prices/maker-books.ts'
import { exposureMaxOf } from './prices/offer-limits.ts'
import { priceBookLevelsMax } from './prices/price-books.ts'

/** What makers do by their sessions. */
export function flashApi(
	{ platform, exchange, books, streams }: Parts,
	{ authenticate, fills }: { readonly authenticate: Authenticate; readonly fills: Fills },
): ApiDeps['flash'] {
	const { market } = exchange
	const tokens = new Map(market.tokens.map(token => [token.symbol, token]))
	const pairs = new Map(market.pairs.map(pair => [pairKey(pair), pair]))
	return {
		clock: platform.clock,
		priceBookRules: { tokens, pairs, maxLevels: priceBookLevelsMax },
		books: books.books,
		incomingBooks: new IncomingBooks({ ...books, db: platform.db, reservations: books.liveBooks.reservations }),
		makerBooks: makerId => makerBooks({ ...exchange, ...books, db: platform.db }, makerId),
		newOrders: streams.newOrders,
		fillExecutions: streams.fillExecutions,
		breaker: streams.breaker,
		keys: streams.keys,
		authenticate,
		fills,
	}
}

/** What a maker sees of itself and may change. */
export function makerApi({ platform, exchange, books }: Parts, fills: Fills): ApiDeps['maker'] {
	const { db, bus, clock } = platform
	const { market, limits } = exchange
	const base = { ...platform, ...exchange, ...books }
	const pausesNow = (makerId: string) => pausesOf(db.requests, { makerId, nowMs: clock.nowMs() })
	const pausesInForce = async (makerId: string) => {
		await books.pausedMakers.refresh()
		return pausesNow(makerId)
	}
	const { requestsPerMinutePerKey: requestsPerMinute, messagesPerSecond } = limits
	return {
		clock,
		market,
		makerBooks: makerId => makerBooks(base, makerId),
		makerOrders: query => makerOrders(db.requests, query),
		makerStats: of => makerStats(db.requests, of),
		makerExposure: makerId => makerExposure(db.requests, makerId),
		exposureMax: pair => exposureMaxOf(base, pair),
		fills,
		makerLimits: { requestsPerMinute, messagesPerSecond, priceBookLevels: priceBookLevelsMax },
		breakerOf: makerId => breakerOf(base, { database: db.requests, makerId, nowMs: clock.nowMs() }),
		pausesOf: pausesNow,
		pauseMaker: async pause => {
			await setPause({ database: db.requests, bus }, { ...pause, by: 'maker', sinceMs: clock.nowMs() })
			return pausesInForce(pause.makerId)
		},
		resumeMaker: async makerId => {
			await endPause({ database: db.requests, bus }, { makerId, by: 'maker' })
			return pausesInForce(makerId)
		},
	}
}

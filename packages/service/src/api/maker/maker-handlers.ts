import {
	CheckedFill,
	Decimal,
	MakerBookStatuses,
	MakerLimits,
	MakerOrderPage,
	MakerPauses,
	MakerPerformance,
	MakerStats,
	pairKey,
} from '@accord/protocol'
import type { makerOperations } from '@accord/protocol/contract'
import type { MakerBreaker } from '../../breaker/maker-breaker.ts'
import type { Fills } from '../../fills/fills.ts'
import { makerStats } from '../../fills/maker-stats.ts'
import type { Platform } from '../../platform/platform.ts'
import type { MakerBooks } from '../../prices/maker-books.ts'
import { priceBookLevelsMax } from '../../prices/maker-quotes.ts'
import { MakerPerformances } from '../../trades/maker-performance.ts'
import { type FlashSockets, sessionsPerMakerMax } from '../flash/flash-sockets.ts'
import type { Handlers } from '../http/routes.ts'

type MakerRooms = {
	readonly platform: Platform
	readonly makerBooks: MakerBooks
	readonly fills: Pick<Fills, 'check' | 'ordersOf'>
	readonly breaker: MakerBreaker
	/** The sessions of makers. */
	readonly flash: Pick<FlashSockets, 'sessionsOf'>
}

const pageDefault = 100

/** What a maker can see about itself. */
export function makerHandlers(rooms: MakerRooms): Handlers<typeof makerOperations> {
	const { platform, makerBooks, fills, breaker, flash } = rooms
	const { clock, db, market } = platform
	const performances = new MakerPerformances(platform)
	return {
		getMakerBooks: async ({ makerId }) => MakerBookStatuses.format(await makerBooks.of(makerId)),
		getMakerOrders: async ({ makerId, query: { id, state, base, quote, limit = pageDefault, before } }) => {
			const pair = base === undefined || quote === undefined ? undefined : market.pair(base, quote)
			return MakerOrderPage.format(await fills.ordersOf({ makerId, id, state, pair, limit, before }))
		},
		getMakerStats: async ({ makerId }) => {
			const of = { database: db.requests, makerId, sessions: flash.sessionsOf(makerId) }
			return MakerStats.format(await makerStats(platform, of))
		},
		getMakerPerformance: async ({ makerId }) => MakerPerformance.format(await performances.of(makerId)),
		getMakerLimits: async ({ makerId }) => MakerLimits.format(await limitsOf(rooms, makerId)),
		checkFill: async ({ makerId, body }) => {
			const fill = { ...body, makerId, receivedAtMs: clock.nowMs() }
			return CheckedFill.format(await fills.check(fill))
		},
		pauseMaker: async ({ makerId, body }) => {
			const reason = body?.reason
			return MakerPauses.format(await breaker.pause({ makerId, ...(reason === undefined ? {} : { reason }) }))
		},
		resumeMaker: async ({ makerId }) => MakerPauses.format(await breaker.resume(makerId)),
	}
}

async function limitsOf({ platform, makerBooks, flash }: MakerRooms, makerId: string): Promise<MakerLimits> {
	const { requestsPerMinutePerKey: requestsPerMinute, messagesPerSecond } = platform.limits
	const used = await makerBooks.exposureOf(makerId)
	return {
		requestsPerMinute,
		messagesPerSecond,
		priceBookLevels: priceBookLevelsMax,
		sessions: { open: flash.sessionsOf(makerId), max: sessionsPerMakerMax },
		exposure: platform.market.quotedPairs.map(pair => ({
			pair,
			used: used.get(pairKey(pair)) ?? Decimal.zero,
			max: makerBooks.exposureMax(pair),
		})),
	}
}

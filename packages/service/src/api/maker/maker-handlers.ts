import { type Clock, Decimal, type Pair, pairKey } from '@accord/protocol'
import type { makerOperations } from '@accord/protocol/contract'
import type { BreakerState } from '../../breaker/breaker.ts'
import type { MakerPause } from '../../breaker/maker-pauses.ts'
import type { MakerOrder, MakerOrdersQuery } from '../../fills/maker-orders.ts'
import type { MakerStats } from '../../fills/maker-stats.ts'
import type { MakerBookDetails } from '../../prices/maker-books.ts'
import { sessionsPerMakerMax } from '../flash/flash-sockets.ts'
import type { Handlers } from '../http/routes.ts'
import { formatBreaker, formatMakerBook, formatMakerOrder, formatPauses } from './maker-wire.ts'

type OrdersPage = { readonly orders: readonly MakerOrder[]; readonly next?: string }

export type MakerDeps = {
	readonly clock: Clock
	readonly market: { readonly pairs: readonly Pair[]; pair(base: string, quote: string): Pair }
	readonly sessionsOf: (makerId: string) => number
	readonly makerBooks: (makerId: string) => Promise<readonly MakerBookDetails[]>
	readonly makerOrders: (query: MakerOrdersQuery) => Promise<OrdersPage>
	readonly makerStats: (of: { makerId: string; sinceMs: number }) => Promise<MakerStats>
	/** In base, by pair key. */
	readonly makerExposure: (makerId: string) => Promise<ReadonlyMap<string, Decimal>>
	readonly exposureMax: (pair: Pair) => Decimal
	readonly makerLimits: {
		readonly requestsPerMinute: number
		readonly messagesPerSecond: number
		readonly priceBookLevels: number
	}
	readonly breakerOf: (makerId: string) => Promise<BreakerState>
	readonly pausesOf: (makerId: string) => Promise<readonly MakerPause[]>
	/** Both return the pauses that hold afterwards, once they are in force. */
	readonly pauseMaker: (pause: { makerId: string; reason?: string }) => Promise<readonly MakerPause[]>
	readonly resumeMaker: (makerId: string) => Promise<readonly MakerPause[]>
}

const pageDefault = 100
const statsMs = 86_400_000

/** What a maker sees of itself. */
export function makerHandlers(deps: MakerDeps): Handlers<typeof makerOperations> {
	const { clock, market, sessionsOf, makerBooks, makerOrders, makerStats, breakerOf, pausesOf } = deps
	return {
		getMakerBooks: async ({ makerId }) => ({ books: (await makerBooks(makerId)).map(formatMakerBook) }),
		getMakerOrders: async ({ makerId, query: { state, base, quote, limit = pageDefault, before } }) => {
			const pair = base === undefined || quote === undefined ? undefined : market.pair(base, quote)
			const { orders, next } = await makerOrders({ makerId, state, pair, limit, before })
			return { orders: orders.map(formatMakerOrder), ...(next === undefined ? {} : { next }) }
		},
		getMakerStats: async ({ makerId }) => {
			const sinceMs = clock.nowMs() - statsMs
			const [counted, breaker, pauses] = await Promise.all([
				makerStats({ makerId, sinceMs }),
				breakerOf(makerId),
				pausesOf(makerId),
			])
			const { orders, fills, fillRate, answerMs } = counted
			return {
				since_ms: sinceMs,
				orders,
				fills,
				...(fillRate === undefined ? {} : { fill_rate: Decimal.format(fillRate) }),
				...(answerMs === undefined ? {} : { answer_ms: answerMs }),
				sessions: sessionsOf(makerId),
				breaker: formatBreaker(breaker),
				...formatPauses(pauses),
			}
		},
		getMakerLimits: ({ makerId }) => limitsOf(deps, makerId),
		pauseMaker: async ({ makerId, body }) => {
			const reason = body?.reason
			return formatPauses(await deps.pauseMaker({ makerId, ...(reason === undefined ? {} : { reason }) }))
		},
		resumeMaker: async ({ makerId }) => formatPauses(await deps.resumeMaker(makerId)),
	}
}

async function limitsOf({ makerExposure, exposureMax, makerLimits, market, sessionsOf }: MakerDeps, makerId: string) {
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
}

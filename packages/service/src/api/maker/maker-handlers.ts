import {
	type BreakerState,
	type Clock,
	Decimal,
	formatCheckedFill,
	formatMakerBooks,
	formatMakerLimits,
	formatMakerOrders,
	formatMakerStats,
	formatPauses,
	type MakerBookStatus,
	type MakerLimits,
	type MakerOrderPage,
	type MakerPause,
	type MakerRecord,
	type MakerStats,
	type Pair,
	pairKey,
	parseFillToCheck,
} from '@accord/protocol'
import type { makerOperations } from '@accord/protocol/contract'
import type { Fills } from '../../fills/fills.ts'
import type { MakerOrdersQuery } from '../../fills/maker-orders.ts'
import { sessionsPerMakerMax } from '../flash/flash-sockets.ts'
import type { Handlers } from '../http/routes.ts'

export type MakerDeps = {
	readonly clock: Clock
	readonly market: { readonly pairs: readonly Pair[]; pair(base: string, quote: string): Pair }
	readonly sessionsOf: (makerId: string) => number
	readonly makerBooks: (makerId: string) => Promise<readonly MakerBookStatus[]>
	readonly makerOrders: (query: MakerOrdersQuery) => Promise<MakerOrderPage>
	readonly makerStats: (of: { makerId: string; sinceMs: number }) => Promise<MakerRecord & Pick<MakerStats, 'sinceMs'>>
	/** In base, by pair key. */
	readonly makerExposure: (makerId: string) => Promise<ReadonlyMap<string, Decimal>>
	readonly exposureMax: (pair: Pair) => Decimal
	readonly makerLimits: Pick<MakerLimits, 'requestsPerMinute' | 'messagesPerSecond' | 'priceBookLevels'>
	readonly fills: Pick<Fills, 'check'>
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
	const { market, makerBooks, makerOrders } = deps
	return {
		getMakerBooks: async ({ makerId }) => formatMakerBooks(await makerBooks(makerId)),
		getMakerOrders: async ({ makerId, query: { state, base, quote, limit = pageDefault, before } }) => {
			const pair = base === undefined || quote === undefined ? undefined : market.pair(base, quote)
			return formatMakerOrders(await makerOrders({ makerId, state, pair, limit, before }))
		},
		getMakerStats: async ({ makerId }) => formatMakerStats(await statsOf(deps, makerId)),
		getMakerLimits: async ({ makerId }) => formatMakerLimits(await limitsOf(deps, makerId)),
		checkFill: async ({ makerId, body }) => {
			const fill = { ...parseFillToCheck(body), makerId, receivedAtMs: deps.clock.nowMs() }
			return formatCheckedFill(await deps.fills.check(fill))
		},
		pauseMaker: async ({ makerId, body }) => {
			const reason = body?.reason
			return formatPauses(await deps.pauseMaker({ makerId, ...(reason === undefined ? {} : { reason }) }))
		},
		resumeMaker: async ({ makerId }) => formatPauses(await deps.resumeMaker(makerId)),
	}
}

async function statsOf(deps: MakerDeps, makerId: string): Promise<MakerStats> {
	const sinceMs = deps.clock.nowMs() - statsMs
	const [record, breaker, pauses] = await Promise.all([
		deps.makerStats({ makerId, sinceMs }),
		deps.breakerOf(makerId),
		deps.pausesOf(makerId),
	])
	return { ...record, sessions: deps.sessionsOf(makerId), breaker, pauses }
}

async function limitsOf(deps: MakerDeps, makerId: string): Promise<MakerLimits> {
	const used = await deps.makerExposure(makerId)
	return {
		...deps.makerLimits,
		sessions: { open: deps.sessionsOf(makerId), max: sessionsPerMakerMax },
		exposure: deps.market.pairs.map(pair => ({
			pair,
			used: used.get(pairKey(pair)) ?? Decimal.zero,
			max: deps.exposureMax(pair),
		})),
	}
}

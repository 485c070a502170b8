import {
	CheckedFill,
	type Clock,
	Decimal,
	MakerBookStatuses,
	MakerLimits,
	MakerOrderPage,
	MakerPauses,
	MakerStats,
	type Pair,
	pairKey,
} from '@accord/protocol'
import type { makerOperations } from '@accord/protocol/contract'
import type { MakerBreaker } from '../../breaker/maker-breaker.ts'
import type { Fills } from '../../fills/fills.ts'
import type { MakerBooks } from '../../prices/maker-books.ts'
import { sessionsPerMakerMax } from '../flash/flash-sockets.ts'
import type { Handlers } from '../http/routes.ts'

export type MakerDeps = {
	readonly clock: Clock
	readonly market: { readonly pairs: readonly Pair[]; pair(base: string, quote: string): Pair }
	readonly sessionsOf: (makerId: string) => number
	readonly makerBooks: MakerBooks
	readonly makerLimits: Pick<MakerLimits, 'requestsPerMinute' | 'messagesPerSecond' | 'priceBookLevels'>
	readonly fills: Pick<Fills, 'check' | 'ordersOf' | 'statsOf'>
	readonly breaker: MakerBreaker
}

const pageDefault = 100
const statsMs = 86_400_000

/** What a maker sees of itself. */
export function makerHandlers(deps: MakerDeps): Handlers<typeof makerOperations> {
	const { market, makerBooks, fills, breaker } = deps
	return {
		getMakerBooks: async ({ makerId }) => MakerBookStatuses.format(await makerBooks.of(makerId)),
		getMakerOrders: async ({ makerId, query: { state, base, quote, limit = pageDefault, before } }) => {
			const pair = base === undefined || quote === undefined ? undefined : market.pair(base, quote)
			return MakerOrderPage.format(await fills.ordersOf({ makerId, state, pair, limit, before }))
		},
		getMakerStats: async ({ makerId }) => MakerStats.format(await statsOf(deps, makerId)),
		getMakerLimits: async ({ makerId }) => MakerLimits.format(await limitsOf(deps, makerId)),
		checkFill: async ({ makerId, body }) => {
			const fill = { ...body, makerId, receivedAtMs: deps.clock.nowMs() }
			return CheckedFill.format(await fills.check(fill))
		},
		pauseMaker: async ({ makerId, body }) => {
			const reason = body?.reason
			return MakerPauses.format(await breaker.pause({ makerId, ...(reason === undefined ? {} : { reason }) }))
		},
		resumeMaker: async ({ makerId }) => MakerPauses.format(await breaker.resume(makerId)),
	}
}

async function statsOf(deps: MakerDeps, makerId: string): Promise<MakerStats> {
	const sinceMs = deps.clock.nowMs() - statsMs
	const [record, breaker, pauses] = await Promise.all([
		deps.fills.statsOf({ makerId, sinceMs }),
		deps.breaker.stateOf(makerId),
		deps.breaker.pausesOf(makerId),
	])
	return { ...record, sessions: deps.sessionsOf(makerId), breaker, pauses }
}

async function limitsOf(deps: MakerDeps, makerId: string): Promise<MakerLimits> {
	const used = await deps.makerBooks.exposureOf(makerId)
	return {
		...deps.makerLimits,
		sessions: { open: deps.sessionsOf(makerId), max: sessionsPerMakerMax },
		exposure: deps.market.pairs.map(pair => ({
			pair,
			used: used.get(pairKey(pair)) ?? Decimal.zero,
			max: deps.makerBooks.exposureMax(pair),
		})),
	}
}

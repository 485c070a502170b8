import { type Pair, pairKey } from '@accord/protocol'
import { nodeStatuses } from '../nodes/node-statuses.ts'
import { type CheckResult, failed, passed } from './check-result.ts'
import type { OperatorRooms } from './operator-rooms.ts'
import { type Cause, type RecentParts, recentOrders, recentParts } from './recent-trading.ts'

// The doctor's checks whether anybody trades. Books, solvers and orders count wherever in the cluster they are.

type TradingRooms = Pick<OperatorRooms, 'platform' | 'prices' | 'node' | 'nodes'>

const hourMs = 3_600_000
/** Of so many, one in this many may fail; of fewer, all must. */
const toleratedOneIn = 5

/** Whether every pair has a book in force. */
export async function checkQuotes({ platform, prices }: TradingRooms): Promise<CheckResult> {
	const quoted = platform.market.quotedPairs.map(pair => ({ pair, books: prices.makerQuotes.booksOf(pair) }))
	const without = quoted.filter(({ books }) => books.length === 0)
	const sides = (['bids', 'asks'] as const).flatMap(side => {
		const missing = quoted.filter(({ books }) => books.length > 0 && books.every(book => book[side].length === 0))
		return missing.length === 0 ? [] : [`no ${side} for ${namesOf(missing)}`]
	})
	const counts = quoted
		.filter(({ books }) => books.length > 0)
		.map(({ pair, books }) => `${pairKey(pair)} ${books.length}`)
	const quoting = counts.length === 0 ? [] : [`makers quoting: ${counts.join(', ')}`]
	if (without.length === 0) return passed([...quoting, ...sides].join('; '))
	const advice =
		'Orders for these are refused with no_liquidity. accord maker list shows who is connected, and who is paused.'
	return failed([`no maker quotes ${namesOf(without)}`, ...sides, ...quoting].join('; '), advice)
}

function namesOf(pairs: readonly { readonly pair: Pair }[]): string {
	return pairs.map(({ pair }) => pairKey(pair)).join(', ')
}

/** Whether a solver is connected to any node. */
export async function checkSolvers({ platform, node, nodes }: TradingRooms): Promise<CheckResult> {
	const own = node.sessions().solvers
	const all = nodes === undefined ? [] : await nodeStatuses(platform.db.own, nodes.membership.nodeId)
	const others = all.filter(({ isAsked, isThere }) => isThere && !isAsked)
	const connected = others.reduce((sum, { report }) => sum + (report?.sessions.solvers ?? 0), own)
	if (connected > 0)
		return passed(nodes === undefined ? `${connected} connected` : `${connected} connected to all nodes together`)
	const advice = 'Published orders will expire: start a solver, or have one connect to /subintent-stream.'
	return failed('no solver is connected', advice)
}

/** Whether the orders of the last hour settled, and why others did not. */
export async function checkOrders({ platform: { db, clock } }: TradingRooms): Promise<CheckResult> {
	const found = await recentOrders(db.own, { sinceMs: clock.nowMs() - hourMs })
	const { settled, unfilled, expired, cancelled, causes } = found
	const all = settled + unfilled + expired
	if (all + cancelled === 0) return passed('no order ended in the last hour')
	const ends = `orders that ended in the last hour: ${settled} settled, ${unfilled} unfilled, ${expired} expired, ${cancelled} cancelled`
	if (causes.length === 0) return passed(ends)
	const detail = `${ends}; commonest causes: ${causes.map(causeText).join(', ')}`
	if (!areTooMany(unfilled + expired, all)) return passed(detail)
	return failed(
		detail,
		'accord orders list --state unfilled (or expired), then accord orders trace ID; accord maker show NAME.',
	)
}

function causeText({ maker, cause, times }: Cause): string {
	return `${maker === null ? '' : `${maker} `}${cause} (${times})`
}

/** Whether makers fill what they are asked for, and which of their fills are refused. */
export async function checkFills({ platform: { db, clock } }: TradingRooms): Promise<CheckResult> {
	const found = await recentParts(db.own, { sinceMs: clock.nowMs() - hourMs })
	const count = (is: (part: RecentParts) => boolean) => found.filter(is).reduce((sum, { parts }) => sum + parts, 0)
	const all = count(() => true)
	if (all === 0) return passed('no maker was asked in the last hour')
	const unanswered = count(({ state, code }) => state === 'timed_out' && code === null)
	const ends = `${count(({ state }) => state === 'filled')} filled, ${count(({ state }) => state === 'rejected')} rejected, ${unanswered} not answered`
	const refused = found.filter(({ code }) => code !== null)
	const codes = refused.map(({ maker, code, parts }) => `${maker} ${code} (${parts})`)
	const silent = found.filter(({ state, code }) => state === 'timed_out' && code === null)
	const names = silent.map(({ maker, parts }) => `${maker} (${parts})`)
	const detail = [
		`parts asked for in the last hour: ${ends}, ${count(({ code }) => code !== null)} with a refused fill`,
		...(codes.length === 0 ? [] : [`refused: ${codes.slice(0, namedMax).join(', ')}`]),
		...(names.length === 0 ? [] : [`silent: ${names.slice(0, namedMax).join(', ')}`]),
	].join('; ')
	if (
		!areTooMany(
			count(({ state }) => state === 'timed_out'),
			all,
		)
	)
		return passed(detail)
	return failed(
		detail,
		'accord maker show NAME; docs/errors.md says what each code means. A maker that cannot fill: accord maker pause NAME.',
	)
}

const namedMax = 5

function areTooMany(bad: number, all: number): boolean {
	return bad > 0 && (bad === all || (all >= toleratedOneIn && bad * toleratedOneIn > all))
}

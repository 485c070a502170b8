import { causeText, type Pair, pairKey } from '@accord/protocol'
import { nodeStatuses } from '../nodes/node-statuses.ts'
import { ordersRefused } from '../orders/orders.ts'
import { type CheckResult, failed, passed } from './check-result.ts'
import type { OperatorRooms } from './operator-rooms.ts'
import { type Cause, type RecentParts, recentOrders, recentParts } from './recent-trading.ts'

// The doctor's checks whether anybody trades. Books, solvers and orders count wherever in the cluster they are.

type TradingRooms = Pick<OperatorRooms, 'platform' | 'prices' | 'node' | 'nodes'>

const hourMs = 3_600_000
/** One in so many may fail. */
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
export async function checkOrders({ platform: { db, clock, metrics } }: TradingRooms): Promise<CheckResult> {
	const found = await recentOrders(db.own, { sinceMs: clock.nowMs() - hourMs })
	const { settled, unfilled, expired, cancelled, causes } = found
	const all = settled + unfilled + expired
	const counts = `${settled} settled, ${unfilled} unfilled, ${expired} expired, ${cancelled} cancelled`
	const detail = [
		all + cancelled === 0 ? 'no order ended in the last hour' : `orders that ended in the last hour: ${counts}`,
		...(causes.length === 0 ? [] : [`commonest causes: ${causes.map(countedText).join(', ')}`]),
		...refusals(metrics),
	].join('; ')
	if (!areTooMany(unfilled + expired, all)) return passed(detail)
	return failed(
		detail,
		'accord orders list --state unfilled (or expired), then accord orders trace ID; accord maker show NAME.',
	)
}

function countedText({ maker, kind, code, times }: Cause): string {
	const cause = { kind, ...(maker !== null && { maker }), ...(code !== null && { code }) }
	return `${causeText(cause)} (${times})`
}

/** How many orders were not accepted, by their commonest codes; those of other nodes are not known here. */
function refusals(metrics: TradingRooms['platform']['metrics']): string[] {
	const byCode = [...metrics.counts(ordersRefused)].filter(([, times]) => times > 0)
	if (byCode.length === 0) return []
	const total = byCode.reduce((sum, [, times]) => sum + times, 0)
	return [`${total} refused at submission since this node started: ${commonest(byCode).join(', ')}`]
}

/** Whether makers fill what they are asked for, and which of their fills are refused. */
export async function checkFills({ platform: { db, clock } }: TradingRooms): Promise<CheckResult> {
	const found = await recentParts(db.own, { sinceMs: clock.nowMs() - hourMs })
	if (found.length === 0) return passed('no maker was asked in the last hour')
	const count = (...ends: RecentParts['ended'][]) =>
		found.reduce((sum, { ended, parts }) => (ends.includes(ended) ? sum + parts : sum), 0)
	const [answered, missed] = [count('filled', 'rejected'), count('not_answered', 'fill_refused')]
	const codes = sumsOf(found, ({ maker, code }) => (code === null ? undefined : `${maker} ${code}`))
	const silent = sumsOf(found, ({ maker, ended }) => (ended === 'not_answered' ? maker : undefined))
	const ends = Object.entries(endTexts).map(([end, text]) => `${count(end as RecentParts['ended'])} ${text}`)
	const detail = [
		`parts asked for in the last hour: ${ends.join(', ')}`,
		...(codes.length === 0 ? [] : [`refused fills: ${codes.join(', ')}`]),
		...(silent.length === 0 ? [] : [`silent: ${silent.join(', ')}`]),
	].join('; ')
	if (!areTooMany(missed, answered + missed)) return passed(detail)
	return failed(
		detail,
		'accord maker show NAME; docs/errors.md says what each code means. A maker that cannot fill: accord maker pause NAME.',
	)
}

const namedMax = 5

const endTexts: Readonly<Record<RecentParts['ended'], string>> = {
	filled: 'filled',
	rejected: 'rejected',
	not_answered: 'not answered',
	fill_refused: 'with a refused fill',
	called_off: 'called off',
}

/** How many parts have each name, the most first; those without one do not count. */
function sumsOf(found: readonly RecentParts[], nameOf: (part: RecentParts) => string | undefined): string[] {
	const sums = new Map<string, number>()
	for (const part of found) {
		const name = nameOf(part)
		if (name !== undefined) sums.set(name, (sums.get(name) ?? 0) + part.parts)
	}
	return commonest(sums)
}

function commonest(counts: Iterable<readonly [name: string, times: number]>): string[] {
	const most = [...counts].toSorted(([, one], [, other]) => other - one).slice(0, namedMax)
	return most.map(([name, times]) => `${name} (${times})`)
}

/** A single failure says little, unless nothing else happened. */
export function areTooMany(failed: number, all: number): boolean {
	return failed * toleratedOneIn > all && (failed > 1 || failed === all)
}

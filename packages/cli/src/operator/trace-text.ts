import { Decimal, type OrderTraceWire } from '@accord/protocol'
import type { Paint } from '../terminal/paint.ts'
import { formatFacts } from '../terminal/table.ts'
import { timestampText } from '../terminal/time-text.ts'
import { amountText, costText, feeText, stateText } from './order-text.ts'

/** One order in full: its limits, what happened when, what it cost and who paid. */
export function describeTrace(
	trace: OrderTraceWire,
	{ paint, withManifests }: { readonly paint: Paint; readonly withManifests: boolean },
): string[] {
	return [
		...orderLines(trace, paint),
		'',
		paint.bold('Timeline'),
		...timeline(trace, paint),
		...trace.parts.flatMap(part => ['', ...partLines(part, paint)]),
		...trace.roots.flatMap(root => ['', ...rootLines(root, { trace, paint })]),
		...(trace.roots.length === 0 ? [] : ['', paint.bold('Costs'), ...indented(costLines(trace, paint))]),
		...(withManifests ? manifestLines(trace, paint) : []),
	]
}

type Part = OrderTraceWire['parts'][number]
type Root = OrderTraceWire['roots'][number]
type Event = OrderTraceWire['events'][number]

function orderLines(trace: OrderTraceWire, paint: Paint): string[] {
	const { limit_order: limits, judged, pair } = trace
	return formatFacts(
		[
			['order', paint.bold(trace.subintent_id)],
			['state', stateText(trace.state, paint)],
			['account', `${trace.account} (level ${trace.level})`],
			['sells', amountText(limits.sell)],
			['buys', `at least ${amountText(limits.buy)} (${pair.base}/${pair.quote}, ${trace.side}s ${pair.base})`],
			['fee', feeText(trace.fee)],
			['rebate', `${amountText(trace.rebate)} of the settlement fee`],
			['cost', costText(judged)],
			['prefix', judged.has_prefix ? 'has its own instructions before the schema' : undefined],
			['expires', timestampText(trace.expires_at * 1000)],
		],
		paint,
	)
}

const meanings: Readonly<Record<Event['what'], string>> = {
	accepted: 'validated and accepted',
	asked: 'asked to fill it',
	fill_accepted: 'filled it',
	rejected: 'rejected it',
	timed_out: 'did not answer in time',
	filled: 'every part filled',
	published: 'signed by the service and published to the solvers',
	settled: 'settled on the ledger',
	unfilled: 'not filled in time; nothing was traded',
	expired: 'expired: no solver settled it',
	cancelled: 'cancelled by its account',
	fill_settled: 'its fill settled',
	fill_expired: 'its fill expired',
	fill_released: 'its fill was released: the order did not settle',
}

function timeline({ events }: OrderTraceWire, paint: Paint): string[] {
	const startMs = events[0]?.at_ms ?? 0
	return events.map(({ at_ms, what, maker }) => {
		const time = new Date(at_ms).toISOString().slice(11, 23)
		const seconds = `+${((at_ms - startMs) / 1000).toFixed(3)} s`.padStart(11)
		return `  ${paint.dim(time)} ${seconds}  ${maker === undefined ? '' : `${maker}: `}${meanings[what]}`
	})
}

function partLines(part: Part, paint: Paint): string[] {
	const { limit_order: limits, fill, answered_at_ms: answeredAtMs } = part
	const facts: [name: string, value: string | undefined][] = [
		['sells', amountText(limits.sell)],
		['buys', `at least ${amountText(limits.buy)}`],
		['levels', part.levels.map(([price, amount]) => `${amount} at ${price}`).join(', ') || undefined],
		['answered', answeredAtMs === undefined ? undefined : `after ${answeredAtMs - part.asked_at_ms} ms`],
		['reason', part.reject_reason],
	]
	if (fill !== undefined)
		facts.push(
			['fill', fill.subintent_id],
			['fill state', fill.state],
			['account', fill.account],
			['fee', feeText(fill.fee)],
			['rebate', amountText(fill.rebate)],
			['cost', costText(fill.judged)],
		)
	return [paint.bold(`Part of ${part.maker}: ${part.state}`), ...indented(formatFacts(facts, paint))]
}

function rootLines(root: Root, { trace, paint }: { trace: OrderTraceWire; paint: Paint }): string[] {
	const settled = root.subintent_ids.map(id => {
		const item = trace.items.find(one => one.subintent_id === id)
		return item?.role === 'fill' ? `the fill of ${item.maker ?? 'a maker'}` : 'the order'
	})
	const committed = `${timestampText(root.committed_at_ms)} (ledger clock), state version ${root.state_version}`
	const facts = [
		['committed', committed],
		['settled', settled.join(', ')],
		['solver', root.solver],
		['fee paid', `${root.fee_paid_xrd} XRD`],
		['rewards', root.solver_rewards.map(amountText).join(', ') || undefined],
	] as const
	return [paint.bold(`On the ledger in ${root.transaction_id}`), ...indented(formatFacts(facts, paint))]
}

/** Who paid whom for the settlement: users and makers pay the platform and the solver, the solver pays the ledger. */
function costLines(trace: OrderTraceWire, paint: Paint): string[] {
	const settled = new Set(trace.roots.flatMap(root => root.subintent_ids))
	const fills = trace.parts.flatMap(({ maker, fill }) =>
		fill !== undefined && settled.has(fill.subintent_id) ? [[maker, paidText(fill)] as const] : [],
	)
	return formatFacts(
		[
			['the user', settled.has(trace.subintent_id) ? paidText(trace) : undefined],
			...fills,
			...trace.roots.map(root => ['the solver', solverText(root)] as const),
		],
		paint,
	)
}

/** What a user or maker paid on top of the amount sold. */
function paidText({ fee, rebate }: Pick<OrderTraceWire, 'fee' | 'rebate'>): string {
	const settlement = Decimal.subtract(Decimal.parse(fee.settlement_amount), Decimal.parse(rebate.amount))
	return `${fee.anthic_amount} ${fee.symbol} to the platform, ${Decimal.format(settlement)} ${fee.symbol} to the solver`
}

/** A root may settle other trades too; then its costs and rewards cover all of them. */
function solverText({ fee_paid_xrd: paid, solver_rewards: rewards }: Root): string {
	const rewardXrd = rewards.find(({ symbol }) => symbol === 'XRD')?.amount ?? '0'
	const profitXrd = Decimal.format(Decimal.subtract(Decimal.parse(rewardXrd), Decimal.parse(paid)))
	const others = rewards.filter(({ symbol }) => symbol !== 'XRD').map(({ symbol, amount }) => `${amount} ${symbol}`)
	return `${paid} XRD to the ledger; profit ${[`${profitXrd} XRD`, ...others].join(', ')}`
}

function manifestLines({ items, roots }: OrderTraceWire, paint: Paint): string[] {
	const all = [
		...items.flatMap(({ role, maker, manifest, outer }) => {
			const signer = role === 'order' ? 'the user' : (maker ?? 'the maker')
			const own = [`Signed by ${signer}`, manifest] as const
			return outer === undefined ? [own] : [own, ['Outer subintent signed by the service', outer.manifest] as const]
		}),
		...roots.map(({ transaction_id, manifest }) => [`Root manifest of ${transaction_id}`, manifest] as const),
	]
	return all.flatMap(([title, manifest]) => ['', paint.bold(title), ...indented(manifest.trimEnd().split('\n'))])
}

function indented(lines: readonly string[]): string[] {
	return lines.map(line => `  ${line}`)
}

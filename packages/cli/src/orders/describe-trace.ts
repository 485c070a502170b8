import type { OrderTraceWire } from '@accord/protocol'
import type { Paint } from '../terminal/paint.ts'
import { formatFacts } from '../terminal/table.ts'
import { momentText } from '../terminal/time-text.ts'
import { describeCosts } from './describe-costs.ts'
import { amountText, feeText, paintState } from './describe-orders.ts'

/** One order's whole story: what it wanted, what happened when, what it cost and who paid. */
export function describeTrace(
	trace: OrderTraceWire,
	{ paint, withManifests }: { readonly paint: Paint; readonly withManifests: boolean },
): string[] {
	return [
		...wanted(trace, paint),
		'',
		paint.bold('What happened'),
		...timeline(trace, paint),
		...trace.parts.flatMap(part => ['', ...partStory(part, paint)]),
		...trace.roots.flatMap(root => ['', ...rootStory(root, { trace, paint })]),
		...(trace.roots.length === 0 ? [] : ['', paint.bold('What it cost'), ...indented(describeCosts(trace, paint))]),
		...(withManifests ? manifests(trace, paint) : []),
	]
}

type Part = OrderTraceWire['parts'][number]
type Root = OrderTraceWire['roots'][number]
type Event = OrderTraceWire['events'][number]

function wanted(trace: OrderTraceWire, paint: Paint): string[] {
	const { limit_order: limits, judged, pair } = trace
	return formatFacts(
		[
			['order', paint.bold(trace.subintent_id)],
			['state', paintState(trace.state, paint)],
			['account', `${trace.account} (level ${trace.level})`],
			['sells', amountText(limits.sell)],
			['buys', `at least ${amountText(limits.buy)} (${pair.base}/${pair.quote}, ${trace.side}s ${pair.base})`],
			['fee', feeText(trace.fee)],
			['rebate', `${amountText(trace.rebate)} of the settlement fee`],
			['judged', `${judged.cost_xrd} XRD, ${judged.execution_units} execution units`],
			['prefix', judged.has_prefix ? 'instructions of its own before the schema' : undefined],
			['expires', momentText(trace.expires_at * 1000)],
		],
		paint,
	)
}

const meanings: Readonly<Record<Event['what'], string>> = {
	accepted: 'judged and accepted',
	asked: 'asked to fill it',
	fill_accepted: 'filled it',
	rejected: 'rejected it',
	timed_out: 'did not answer in time',
	filled: 'every part is filled',
	published: 'signed by the service and published to the solvers',
	settled: 'settled on the ledger',
	unfilled: 'not filled in time: nothing was traded',
	expired: 'expired: no solver settled it',
	cancelled: 'cancelled by its account',
	fill_settled: 'its fill is settled',
	fill_expired: 'its fill has expired',
	fill_released: 'its fill is released: the order did not come about',
}

function timeline({ events }: OrderTraceWire, paint: Paint): string[] {
	const startMs = events[0]?.at_ms ?? 0
	return events.map(({ at_ms, what, maker }) => {
		const time = new Date(at_ms).toISOString().slice(11, 23)
		const seconds = `+${((at_ms - startMs) / 1000).toFixed(3)} s`.padStart(11)
		return `  ${paint.dim(time)} ${seconds}  ${maker === undefined ? '' : `${maker}: `}${meanings[what]}`
	})
}

function partStory(part: Part, paint: Paint): string[] {
	const { limit_order: asked, fill } = part
	const answerMs = part.answered_at_ms === undefined ? undefined : part.answered_at_ms - part.asked_at_ms
	return [
		paint.bold(`Asked of ${part.maker}: ${part.state}`),
		...indented(
			formatFacts(
				[
					['sells', amountText(asked.sell)],
					['buys', `at least ${amountText(asked.buy)}`],
					['levels', part.levels.map(([price, amount]) => `${amount} at ${price}`).join(', ') || undefined],
					['answered', answerMs === undefined ? undefined : `after ${answerMs} ms`],
					['reason', part.reject_reason],
					['fill', fill?.subintent_id],
					['fill state', fill?.state],
					['account', fill?.account],
					['fee', fill === undefined ? undefined : feeText(fill.fee)],
					['rebate', fill === undefined ? undefined : amountText(fill.rebate)],
					[
						'cost',
						fill === undefined
							? undefined
							: `${fill.judged.cost_xrd} XRD, ${fill.judged.execution_units} execution units`,
					],
				],
				paint,
			),
		),
	]
}

function rootStory(root: Root, { trace, paint }: { trace: OrderTraceWire; paint: Paint }): string[] {
	const roleOf = (id: string) => trace.items.find(item => item.subintent_id === id)
	const settled = root.subintent_ids.map(id => {
		const item = roleOf(id)
		return item?.role === 'fill' ? `the fill of ${item.maker ?? 'a maker'}` : 'the order'
	})
	return [
		paint.bold(`On the ledger in ${root.transaction_id}`),
		...indented(
			formatFacts(
				[
					[
						'committed',
						`${momentText(root.committed_at_ms)} (the ledger’s clock), state version ${root.state_version}`,
					],
					['settled', settled.join(', ')],
					['solver', root.solver],
					['fee paid', `${root.fee_paid_xrd} XRD`],
					['rewards', root.solver_rewards.map(amountText).join(', ') || undefined],
				],
				paint,
			),
		),
	]
}

function manifests({ items, roots }: OrderTraceWire, paint: Paint): string[] {
	const all = [
		...items.flatMap(({ role, maker, manifest, outer }) => {
			const whose = role === 'order' ? 'the user' : (maker ?? 'the maker')
			const own = [`Signed by ${whose}`, manifest] as const
			return outer === undefined ? [own] : [own, [`Put around it by the service`, outer.manifest] as const]
		}),
		...roots.map(({ transaction_id, manifest }) => [`Root manifest of ${transaction_id}`, manifest] as const),
	]
	return all.flatMap(([title, manifest]) => ['', paint.bold(title), ...indented(manifest.trimEnd().split('\n'))])
}

function indented(lines: readonly string[]): string[] {
	return lines.map(line => `  ${line}`)
}

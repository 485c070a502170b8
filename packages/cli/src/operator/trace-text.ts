import {
	type Amount,
	Decimal,
	isCalledOff,
	type OperatorPart,
	type OrderTrace,
	type TracedFill,
	type TracedRoot,
	type TraceEvent,
	type TraceEventKind,
} from '@accord/protocol'
import type { Paint } from '../terminal/paint.ts'
import { formatFacts } from '../terminal/table.ts'
import { timestampText } from '../terminal/time-text.ts'
import { amountText, costText, feeText, rebateText, stateText } from './order-text.ts'

/** One order in full: its limits, its events, its cost and who paid. */
export function describeTrace(
	trace: OrderTrace,
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

function orderLines(trace: OrderTrace, paint: Paint): string[] {
	const { limitOrder, estimate, pair } = trace
	return formatFacts(
		[
			['order', paint.bold(trace.subintentId)],
			['state', stateText(trace.state, paint)],
			['account', `${trace.account} (level ${trace.level})`],
			['sells', amountText(limitOrder.sell)],
			['buys', `at least ${amountText(limitOrder.buy)} (${pair.base}/${pair.quote}, ${trace.side}s ${pair.base})`],
			['surplus', trace.surplus && `${amountText(trace.surplus)} better than that`],
			['fee', feeText(trace.fee)],
			['integrator', shareText(trace)],
			['rebate', rebateText(trace)],
			['cost', costText(estimate)],
			['prefix', estimate.hasPrefix ? 'has its own instructions before the schema' : undefined],
			['expires', timestampText(trace.expiresAtS * 1000)],
		],
		paint,
	)
}

function shareText({ share, fee: { symbol } }: OrderTrace): string | undefined {
	if (share === undefined) return undefined
	const [earned, paid] = [share.earned, share.paid].map(amount => amountText({ symbol, amount }))
	return `${share.integrator}: earns ${earned}, is paid ${paid} of the platform fee`
}

const meanings: Readonly<Record<TraceEventKind, string>> = {
	accepted: 'validated and accepted',
	asked: 'asked to fill it',
	fill_refused: 'sent a fill that was refused',
	fill_accepted: 'filled it',
	rejected: 'rejected it',
	timed_out: 'did not answer in time',
	called_off: 'called off: no answer was needed any more',
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

function timeline({ events }: OrderTrace, paint: Paint): string[] {
	const startMs = events[0]?.atMs ?? 0
	return events.map(event => {
		const { atMs, maker } = event
		const time = new Date(atMs).toISOString().slice(11, 23)
		const seconds = `+${((atMs - startMs) / 1000).toFixed(3)} s`.padStart(11)
		return `  ${paint.dim(time)} ${seconds}  ${maker === undefined ? '' : `${maker}: `}${meaningOf(event, events)}`
	})
}

function meaningOf({ kind, maker, code }: TraceEvent, events: readonly TraceEvent[]): string {
	const wasRefused = events.some(other => other.kind === 'fill_refused' && other.maker === maker)
	if (kind === 'timed_out' && wasRefused) return 'had no fill accepted in time'
	return code === undefined ? meanings[kind] : `${meanings[kind]}: ${code}`
}

function partLines(part: OperatorPart, paint: Paint): string[] {
	const { limitOrder, fill, state, answeredAtMs } = part
	const levels = part.levels
		.map(({ price, amount }) => `${Decimal.format(amount)} at ${Decimal.format(price)}`)
		.join(', ')
	const facts: [name: string, value: string | undefined][] = [
		['sells', amountText(limitOrder.sell)],
		['buys', `at least ${amountText(limitOrder.buy)}`],
		['levels', levels === '' ? undefined : levels],
		[
			state === 'timed_out' ? 'ended' : 'answered',
			answeredAtMs === undefined ? undefined : `after ${answeredAtMs - part.askedAtMs} ms`,
		],
		['reason', part.rejectReason],
	]
	if (fill !== undefined)
		facts.push(
			['fill', fill.subintentId],
			['fill state', fill.state],
			['account', fill.account],
			['fee', feeText(fill.fee)],
			['rebate', rebateText(fill)],
			['cost', costText(fill.estimate)],
		)
	return [
		paint.bold(`Part of ${part.maker}: ${isCalledOff(part) ? 'called off' : state}`),
		...indented(formatFacts(facts, paint)),
	]
}

function rootLines(root: TracedRoot, { trace, paint }: { trace: OrderTrace; paint: Paint }): string[] {
	const settled = root.subintentIds.map(id => {
		const item = trace.items.find(one => one.subintentId === id)
		return item?.role === 'fill' ? `the fill of ${item.maker ?? 'a maker'}` : 'the order'
	})
	const committed = `${timestampText(root.committedAtMs)} (ledger clock), state version ${root.stateVersion}`
	const facts = [
		['committed', committed],
		['settled', settled.join(', ')],
		['solver', root.solver],
		['fee paid', `${Decimal.format(root.feePaidXrd)} XRD`],
		['rewards', root.solverRewards.map(amountText).join(', ') || undefined],
	] as const
	return [paint.bold(`On the ledger in ${root.transactionId}`), ...indented(formatFacts(facts, paint))]
}

/** Who paid whom for the settlement: users and makers pay the platform and the solver, the solver pays the ledger. */
function costLines(trace: OrderTrace, paint: Paint): string[] {
	const settled = new Set(trace.roots.flatMap(root => root.subintentIds))
	const fills = trace.parts.flatMap(({ maker, fill }) =>
		fill !== undefined && settled.has(fill.subintentId) ? [[maker, paidText(fill)] as const] : [],
	)
	return formatFacts(
		[
			['the user', settled.has(trace.subintentId) ? paidText(trace) : undefined],
			...fills,
			...trace.roots.map(root => ['the solver', solverText(root)] as const),
		],
		paint,
	)
}

/** The fees that a user or maker paid on top of the amount sold. */
function paidText({ fee, rebate }: Pick<TracedFill, 'fee' | 'rebate'>): string {
	const { symbol, platformAmount, settlementAmount } = fee
	const solver = { symbol, amount: Decimal.subtract(settlementAmount, rebate.amount) }
	return `${amountText({ symbol, amount: platformAmount })} to the platform, ${amountText(solver)} to the solver`
}

/** A root may settle other trades too; then its costs and rewards cover all of them. */
function solverText({ feePaidXrd, solverRewards }: TracedRoot): string {
	const rewardXrd = solverRewards.find(({ symbol }) => symbol === 'XRD')?.amount ?? Decimal.zero
	const profitXrd: Amount = { symbol: 'XRD', amount: Decimal.subtract(rewardXrd, feePaidXrd) }
	const others = solverRewards.filter(({ symbol }) => symbol !== 'XRD')
	return `${Decimal.format(feePaidXrd)} XRD to the ledger; profit ${[profitXrd, ...others].map(amountText).join(', ')}`
}

function manifestLines({ items, roots }: OrderTrace, paint: Paint): string[] {
	const all = [
		...items.flatMap(({ role, maker, manifest, outer }) => {
			const signer = role === 'order' ? 'the user' : (maker ?? 'the maker')
			const own = [`Signed by ${signer}`, manifest] as const
			return outer === undefined ? [own] : [own, ['Outer subintent signed by the service', outer.manifest] as const]
		}),
		...roots.map(({ transactionId, manifest }) => [`Root manifest of ${transactionId}`, manifest] as const),
	]
	return all.flatMap(([title, manifest]) => ['', paint.bold(title), ...indented(manifest.trimEnd().split('\n'))])
}

function indented(lines: readonly string[]): string[] {
	return lines.map(line => `  ${line}`)
}

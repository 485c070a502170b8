import {
	eventText,
	type OperatorPart,
	type OrderTrace,
	orderFacts,
	partFacts,
	partText,
	rootFacts,
	settlementCosts,
	type TracedRoot,
	tracedManifests,
} from '@accord/protocol'
import type { Paint } from '../terminal/paint.ts'
import { formatFacts } from '../terminal/table.ts'
import { stateText } from './order-text.ts'

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
		...trace.parts.flatMap(part => ['', ...partLines(part, { trace, paint })]),
		...trace.roots.flatMap(root => ['', ...rootLines(root, { trace, paint })]),
		...(trace.roots.length === 0
			? []
			: ['', paint.bold('Costs'), ...indented(formatFacts(settlementCosts(trace), paint))]),
		...(withManifests ? manifestLines(trace, paint) : []),
	]
}

function orderLines(trace: OrderTrace, paint: Paint): string[] {
	return formatFacts(
		[['order', paint.bold(trace.subintentId)], ['state', stateText(trace.state, paint)], ...orderFacts(trace)],
		paint,
	)
}

function timeline(trace: OrderTrace, paint: Paint): string[] {
	const startMs = trace.events[0]?.atMs ?? 0
	return trace.events.map(event => {
		const { atMs, maker } = event
		const time = new Date(atMs).toISOString().slice(11, 23)
		const seconds = `+${((atMs - startMs) / 1000).toFixed(3)} s`.padStart(11)
		return `  ${paint.dim(time)} ${seconds}  ${maker === undefined ? '' : `${maker}: `}${eventText(event, trace)}`
	})
}

type Look = { readonly trace: OrderTrace; readonly paint: Paint }

function partLines(part: OperatorPart, { trace, paint }: Look): string[] {
	return [
		paint.bold(`Part of ${part.maker}: ${partText(part)}`),
		...indented(formatFacts(partFacts(part, trace), paint)),
	]
}

function rootLines(root: TracedRoot, { trace, paint }: Look): string[] {
	return [paint.bold(`On the ledger in ${root.transactionId}`), ...indented(formatFacts(rootFacts(root, trace), paint))]
}

function manifestLines(trace: OrderTrace, paint: Paint): string[] {
	return tracedManifests(trace).flatMap(([title, manifest]) => [
		'',
		paint.bold(title),
		...indented(manifest.trimEnd().split('\n')),
	])
}

function indented(lines: readonly string[]): string[] {
	return lines.map(line => `  ${line}`)
}

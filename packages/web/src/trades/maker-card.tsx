import type { PartState, TradeTraceWire } from '@accord/protocol'
import type { Pair } from '@accord/sdk'
import { formatAmount, formatSignificant } from '../format/format-amount.ts'
import type { Labels } from '../manifest/explain-manifest.ts'
import { IntentCard, Limits, type TracedItem } from './intent-card.tsx'
import { makerName } from './trace-labels.ts'
import { formatDuration } from './trade-times.ts'

type Part = TradeTraceWire['parts'][number]

type MakerCardProps = { readonly part: Part; readonly pair: Pair; readonly item?: TracedItem; readonly labels: Labels }

const partStates: Readonly<Record<PartState, string>> = {
	asked: 'no response yet',
	filled: 'signed',
	rejected: 'declined',
	timed_out: 'timed out',
}

/** What a maker was asked for, and its response. */
export function MakerCard({ part, pair, item, labels }: MakerCardProps) {
	const who = capitalized(makerName(part.maker))
	const responseMs = part.answered_at_ms === undefined ? undefined : part.answered_at_ms - part.asked_at_ms
	const levels = part.levels.length > 0 && (
		<>
			<dt>Quoted</dt>
			<dd>{part.levels.map(level => formatLevel(level, pair)).join(', ')}</dd>
		</>
	)
	const responded = responseMs !== undefined && (
		<>
			<dt>Responded</dt>
			<dd>after {formatDuration(responseMs)}</dd>
		</>
	)
	if (part.fill !== undefined)
		return (
			<IntentCard
				who={who}
				kind="maker"
				account={part.fill.account}
				limitOrder={part.fill.limit_order}
				fee={part.fill.fee}
				{...(item === undefined ? {} : { item })}
				labels={labels}
			>
				{levels}
				{responded}
			</IntentCard>
		)
	return (
		<section className="card card-maker card-without" aria-label={`${who}’s response`}>
			<h4 className="card-head">
				<span className="card-who">{who}</span>
				<span className="card-tag">{partStates[part.state]}</span>
			</h4>
			<Limits limitOrder={part.limit_order} />
			<dl className="card-facts">
				{levels}
				{responded}
			</dl>
		</section>
	)
}

function formatLevel([price, amount]: Part['levels'][number], { base, quote }: Pair): string {
	return `${formatSignificant(amount)} ${base} at ${formatAmount(price)} ${quote}`
}

function capitalized(text: string): string {
	return text.charAt(0).toUpperCase() + text.slice(1)
}

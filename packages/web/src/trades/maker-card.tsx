import type { PartState, TradeTraceWire } from '@accord/protocol'
import type { Pair } from '@accord/sdk'
import { formatAmount, formatSignificant } from '../format/format-amount.ts'
import type { Labels } from '../manifest/explain-manifest.ts'
import { IntentCard, Limits, type TracedItem } from './intent-card.tsx'
import { makerName } from './trace-labels.ts'
import { formatDuration } from './trade-times.ts'

type Part = TradeTraceWire['parts'][number]

type MakerCardProps = { part: Part; pair: Pair; item?: TracedItem; labels: Labels }

const answers: Readonly<Record<PartState, string>> = {
	asked: 'has not answered yet',
	filled: 'signed',
	rejected: 'declined',
	timed_out: 'did not answer in time',
}

/** What a maker was asked for, and its answer. */
export function MakerCard({ part, pair, item, labels }: MakerCardProps) {
	const who = capitalized(makerName(part.maker))
	const answeredMs = part.answered_at_ms === undefined ? undefined : part.answered_at_ms - part.asked_at_ms
	const levels = part.levels.length > 0 && (
		<>
			<dt>Its prices</dt>
			<dd>{part.levels.map(level => sayLevel(level, pair)).join(', ')}</dd>
		</>
	)
	const answered = answeredMs !== undefined && (
		<>
			<dt>Answered</dt>
			<dd>after {formatDuration(answeredMs)}</dd>
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
				{answered}
			</IntentCard>
		)
	return (
		<section className="card card-maker card-without" aria-label={`${who}’s answer`}>
			<h4 className="card-head">
				<span className="card-who">{who}</span>
				<span className="card-tag">{answers[part.state]}</span>
			</h4>
			<Limits limitOrder={part.limit_order} />
			<dl className="card-facts">
				{levels}
				{answered}
			</dl>
		</section>
	)
}

function sayLevel([price, amount]: Part['levels'][number], { base, quote }: Pair): string {
	return `${formatSignificant(amount)} ${base} at ${formatAmount(price)} ${quote}`
}

function capitalized(text: string): string {
	return text.charAt(0).toUpperCase() + text.slice(1)
}

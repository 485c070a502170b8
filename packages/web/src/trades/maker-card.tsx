import {
	isCalledOff,
	type Pair,
	type PartState,
	type PriceLevel,
	type TracedItem,
	type TracedPart,
} from '@accord/protocol'
import { capital } from '../format/capital.ts'
import { formatAmount, formatSignificant } from '../format/format-amount.ts'
import type { Labels } from '../manifest/explain-manifest.ts'
import { IntentCard, Limits } from './intent-card.tsx'
import { makerName } from './trace-labels.ts'
import { formatDuration } from './trade-times.ts'

type MakerCardProps = {
	readonly part: TracedPart
	/** Which of the maker's cards it is, if it has several: ` 2 of 3`. */
	readonly place: string
	/** The pair of its levels. */
	readonly pair: Pair
	readonly item?: TracedItem
	readonly labels: Labels
}

const partStates: Readonly<Record<PartState, string>> = {
	asked: 'no response yet',
	filled: 'signed',
	rejected: 'rejected',
	timed_out: 'timed out',
}

/** What a maker was asked for, and its response. */
export function MakerCard({ part, place, pair, item, labels }: MakerCardProps) {
	const who = capital(makerName(part.maker))
	const responseMs =
		part.answeredAtMs === undefined || part.state === 'timed_out' ? undefined : part.answeredAtMs - part.askedAtMs
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
				place={place}
				kind="maker"
				account={part.fill.account}
				limitOrder={part.fill.limitOrder}
				fee={part.fill.fee}
				{...(item === undefined ? {} : { item })}
				labels={labels}
			>
				{levels}
				{responded}
			</IntentCard>
		)
	return (
		<section className="card card-maker card-without" aria-label={`${who}’s response${place}`}>
			<h4 className="card-head">
				<span className="card-who">{who}</span>
				<span className="card-tag">{isCalledOff(part) ? 'called off' : partStates[part.state]}</span>
			</h4>
			<Limits limitOrder={part.limitOrder} />
			<dl className="card-facts">
				{levels}
				{responded}
			</dl>
		</section>
	)
}

function formatLevel({ price, amount }: PriceLevel, { base, quote }: Pair): string {
	return `${formatSignificant(amount)} ${base} at ${formatAmount(price)} ${quote}`
}

import type { MakerStats } from '@accord/protocol'
import { formatPercent } from '../format/format-amount.ts'
import { DataPanel } from '../key-view/data-panel.tsx'
import type { RemoteData } from '../session/remote-data.ts'
import { Fact, Facts } from '../ui/facts.tsx'
import { lostWords } from './lost-words.ts'

/** How the maker answered in the last 24 hours, how its fills ended, and how close the circuit breaker is. */
export function StatsPanel({ stats }: { stats: RemoteData<MakerStats> }) {
	return (
		<DataPanel title="Your answers" data={stats}>
			{({ orders, fills, fillRate, answerMs, breaker }) => (
				<div className="key-groups">
					<Facts>
						<Fact name="Orders asked">{count(orders.asked)}</Fact>
						<Fact name="Filled">
							{count(orders.filled)}
							{fillRate !== undefined && ` (${formatPercent(fillRate)})`}
						</Fact>
						<Fact name={lostWords.rejected}>{count(orders.rejected)}</Fact>
						<Fact name={lostWords.not_answered}>{count(orders.timedOut - orders.fillRefused)}</Fact>
						<Fact name={lostWords.fill_refused}>{count(orders.fillRefused)}</Fact>
						<Fact name={lostWords.called_off} hint="The order had ended, or the service could not take your fill">
							{count(orders.calledOff)}
						</Fact>
					</Facts>
					<Facts>
						<Fact name="Fills settled">{count(fills.settled)}</Fact>
						<Fact name="Fills expired">{count(fills.expired)}</Fact>
						<Fact name="Fills released">{count(fills.released)}</Fact>
						<Fact name="Fills in progress">
							{count(fills.started - fills.settled - fills.expired - fills.released)}
						</Fact>
					</Facts>
					<Facts>
						<Fact name="Response time">{answerMs === undefined ? 'no answers yet' : timesText(answerMs)}</Fact>
						<Fact name="Circuit breaker" hint={breakerHint(breaker)}>
							{formatPercent(breaker.missRate)} missed
						</Fact>
					</Facts>
				</div>
			)}
		</DataPanel>
	)
}

function timesText({ p50, p95, p99, max }: NonNullable<MakerStats['answerMs']>): string {
	return `median ${count(p50)} ms, 95% ${count(p95)} ms, 99% ${count(p99)} ms, longest ${count(max)} ms`
}

function breakerHint({ pausesAt, sample, sampleMin, nextPauseSeconds }: MakerStats['breaker']): string {
	return `Pauses your books for ${nextPauseSeconds} s at ${formatPercent(pausesAt)} of at least ${sampleMin} orders; ${sample} counted`
}

function count(number: number): string {
	return number.toLocaleString('en')
}

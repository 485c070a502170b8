import type { MakerStats } from '@accord/protocol'
import { shortTime } from '../format/clock-time.ts'
import { formatPercent } from '../format/format-amount.ts'
import { DataPanel } from '../key-view/data-panel.tsx'
import type { RemoteData } from '../session/remote-data.ts'
import { Fact, Facts } from '../ui/facts.tsx'

/** How the maker answered in the last 24 hours, how its fills ended, and how close the circuit breaker is. */
export function StatsPanel({ stats }: { stats: RemoteData<MakerStats> }) {
	return (
		<DataPanel title="Your answers" data={stats}>
			{({ sinceMs, orders, fills, fillRate, answerMs, breaker }) => (
				<div className="key-groups">
					<Facts>
						<Fact name="Orders asked" hint={`Since ${shortTime(sinceMs)}`}>
							{count(orders.asked)}
						</Fact>
						<Fact name="Filled">
							{count(orders.filled)}
							{fillRate !== undefined && ` (${formatPercent(fillRate)})`}
						</Fact>
						<Fact name="Rejected">{count(orders.rejected)}</Fact>
						<Fact name="Timed out">{count(orders.timedOut)}</Fact>
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
						<Fact name="Response time" hint="Median · 95% · 99% · longest">
							{answerMs === undefined
								? 'no answers yet'
								: `${[answerMs.p50, answerMs.p95, answerMs.p99, answerMs.max].map(count).join(' · ')} ms`}
						</Fact>
						<Fact name="Circuit breaker" hint={breakerHint(breaker)}>
							{formatPercent(breaker.missRate)} missed
						</Fact>
					</Facts>
				</div>
			)}
		</DataPanel>
	)
}

function breakerHint({ pausesAt, sample, sampleMin, nextPauseSeconds }: MakerStats['breaker']): string {
	return `Pauses your books for ${nextPauseSeconds} s at ${formatPercent(pausesAt)} of at least ${sampleMin} orders; ${sample} counted`
}

function count(number: number): string {
	return number.toLocaleString('en')
}

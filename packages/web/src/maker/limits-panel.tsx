import { Decimal, type Exposure, type MakerLimits, pairKey } from '@accord/protocol'
import { formatAmount, formatPercent } from '../format/format-amount.ts'
import { DataPanel } from '../key-view/data-panel.tsx'
import type { RemoteData } from '../session/remote-data.ts'
import { Fact, Facts } from '../ui/facts.tsx'

/** How much of its limits the maker uses. */
export function LimitsPanel({ limits }: { limits: RemoteData<MakerLimits> }) {
	return (
		<DataPanel title="Exposure and limits" data={limits}>
			{({ exposure, sessions, requestsPerMinute, messagesPerSecond, priceBookLevels }) => (
				<div className="key-groups">
					<Facts>
						{exposure.map(each => (
							<Fact
								key={pairKey(each.pair)}
								name={pairKey(each.pair)}
								hint={`${formatPercent(shareOf(each))} of ${formatAmount(each.max, { places: 6 })} ${each.pair.base}`}
							>
								{formatAmount(each.used, { places: 6 })} {each.pair.base}
							</Fact>
						))}
					</Facts>
					<Facts>
						<Fact name="Sessions">
							{sessions.open} of {sessions.max}
						</Fact>
						<Fact name="Requests a minute">at most {requestsPerMinute.toLocaleString('en')}</Fact>
						<Fact name="Messages a second">at most {messagesPerSecond.toLocaleString('en')}</Fact>
						<Fact name="Levels of a side">at most {priceBookLevels}</Fact>
					</Facts>
				</div>
			)}
		</DataPanel>
	)
}

function shareOf({ used, max }: Exposure): Decimal {
	return max === Decimal.zero ? Decimal.zero : Decimal.divUp(used, max)
}

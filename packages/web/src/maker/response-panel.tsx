import type { MakerPerformance, PerformanceHour } from '@accord/protocol'
import { DataPanel } from '../key-view/data-panel.tsx'
import { DayChart, everyHour, HourTable, hourText } from '../key-view/day-chart.tsx'
import type { RemoteData } from '../session/remote-data.ts'
import type { TableColumn } from '../ui/data-table.tsx'
import { Empty } from '../ui/states.tsx'

const columns: readonly TableColumn<PerformanceHour>[] = [
	{ name: 'From', cell: ({ startMs }) => hourText(startMs) },
	{ name: 'Asked', kind: 'figure', cell: ({ asked }) => asked.toLocaleString('en') },
	{ name: 'Filled', kind: 'figure', cell: ({ filled }) => filled.toLocaleString('en') },
	{ name: 'Median', kind: 'figure', cell: ({ fillMs }) => (fillMs === undefined ? '–' : millis(fillMs.p50)) },
	{ name: '99%', kind: 'figure', cell: ({ fillMs }) => (fillMs === undefined ? '–' : millis(fillMs.p99)) },
]

/** How long the maker took from being asked to its fill, for each hour of a day. */
export function ResponsePanel({ performance }: { performance: RemoteData<MakerPerformance> }) {
	return (
		<DataPanel title="Response times" data={performance}>
			{({ hours }) => {
				const filled = hours.filter(({ fillMs }) => fillMs !== undefined)
				if (filled.length === 0)
					return <Empty title="No fills yet">The time from each order to your fill is shown here by the hour.</Empty>
				return (
					<div className="key-stack">
						<DayChart
							hours={everyHour(filled, Date.now()).map(({ startMs, hour }) => {
								const { p50, p99 } = hour?.fillMs ?? { p50: 0, p99: 0 }
								return { startMs, plain: p50, hatched: p99 - p50 }
							})}
							legend={{ plain: 'median', hatched: '99% within' }}
							words={wordsOf(filled)}
							format={millis}
						/>
						<HourTable caption="Response times by the hour" columns={columns} rows={hours} />
					</div>
				)
			}}
		</DataPanel>
	)
}

function wordsOf(hours: readonly PerformanceHour[]): string {
	const slowest = Math.max(...hours.map(({ fillMs }) => fillMs?.p99 ?? 0))
	const last = hours.at(-1)
	const newest = last?.fillMs === undefined ? '' : ` From ${hourText(last.startMs)}: median ${millis(last.fillMs.p50)}.`
	return `Time from asked to filled in each hour of a day. Slowest hour: 99% within ${millis(slowest)}.${newest}`
}

function millis(ms: number): string {
	return `${ms.toLocaleString('en')} ms`
}

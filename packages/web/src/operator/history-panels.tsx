import type { HistoryHour, OperatorHistory, RefusalCount } from '@accord/protocol'
import { shortTime } from '../format/clock-time.ts'
import { DataPanel } from '../key-view/data-panel.tsx'
import { DayChart, HourTable, hourText } from '../key-view/day-chart.tsx'
import type { RemoteData } from '../session/remote-data.ts'
import { formatDuration } from '../trades/trade-times.ts'
import { DataTable, type TableColumn } from '../ui/data-table.tsx'
import { Fact, Facts } from '../ui/facts.tsx'
import { Empty } from '../ui/states.tsx'

type HistoryProps = { readonly history: RemoteData<OperatorHistory> }

const otherStates = ['unfilled', 'expired', 'cancelled'] as const
const endStates = ['settled', ...otherStates] as const
type EndState = (typeof endStates)[number]

const stateNames: Readonly<Record<EndState, string>> = {
	settled: 'Settled',
	unfilled: 'Not filled',
	expired: 'Expired',
	cancelled: 'Cancelled',
}

const hourColumns: readonly TableColumn<HistoryHour>[] = [
	{ name: 'From', cell: ({ startMs }) => hourText(startMs) },
	{ name: 'Settled', kind: 'figure', cell: hour => countOf(hour, 'settled') },
	{
		name: 'Not filled · expired · cancelled',
		kind: 'figure',
		cell: hour => otherStates.map(state => countOf(hour, state)).join(' · '),
	},
	{ name: 'Time to settle, median', kind: 'figure', cell: ({ settleMs }) => duration(settleMs?.p50) },
	{ name: '99%', kind: 'figure', cell: ({ settleMs }) => duration(settleMs?.p99) },
]

/** How the orders of a day ended, by the hour, and how long settling took. */
export function HistoryPanel({ history }: HistoryProps) {
	return (
		<DataPanel title="The last 24 hours" data={history}>
			{({ hours }) => {
				const used = hours.filter(hour => endedIn(hour) > 0)
				if (used.length === 0)
					return <Empty title="No orders ended">Those of the last 24 hours are counted here.</Empty>
				return (
					<div className="key-stack">
						<DayChart
							hours={hours.map(hour => {
								return { startMs: hour.startMs, plain: hour.settled, hatched: endedIn(hour) - hour.settled }
							})}
							legend={{ plain: 'settled', hatched: 'ended otherwise' }}
							words={wordsOf(hours)}
							format={orders}
						/>
						<Facts>
							<Fact name="Orders ended" hint={endStates.map(state => stateNames[state].toLowerCase()).join(' · ')}>
								{endStates.map(state => total(hours, state).toLocaleString('en')).join(' · ')}
							</Fact>
							<NewestTimes hours={used} />
						</Facts>
						<HourTable caption="How orders ended by the hour" columns={hourColumns} rows={used} />
						{used.some(({ isPartial }) => isPartial) && (
							<p className="key-hint">A plus marks hours of which only the newest orders were counted.</p>
						)}
					</div>
				)
			}}
		</DataPanel>
	)
}

/** The settlement times of the newest hour in which anything settled. */
function NewestTimes({ hours }: { hours: readonly HistoryHour[] }) {
	const newest = hours.findLast(({ settleMs }) => settleMs !== undefined)
	if (newest?.settleMs === undefined) return null
	const { p50, p99 } = newest.settleMs
	return (
		<Fact name="From acceptance to settlement" hint={`Median · 99%, from ${hourText(newest.startMs)}`}>
			{`${duration(p50)} · ${duration(p99)}`}
		</Fact>
	)
}

function endedIn({ settled, unfilled, expired, cancelled }: HistoryHour): number {
	return settled + unfilled + expired + cancelled
}

function total(hours: readonly HistoryHour[], state: EndState): number {
	return hours.reduce((sum, hour) => sum + hour[state], 0)
}

function countOf(hour: HistoryHour, state: EndState): string {
	return `${hour[state].toLocaleString('en')}${hour.isPartial ? '+' : ''}`
}

function duration(ms: number | undefined): string {
	return ms === undefined ? '–' : formatDuration(ms)
}

function orders(count: number): string {
	return count === 1 ? '1 order an hour' : `${count.toLocaleString('en')} orders an hour`
}

function wordsOf(hours: readonly HistoryHour[]): string {
	const counts = endStates.map(state => `${total(hours, state)} ${stateNames[state].toLowerCase()}`)
	return `Orders that ended in each of the last 24 hours: ${counts.join(', ')}.`
}

const acts: Readonly<Record<RefusalCount['act'], string>> = {
	order_refused: 'Order',
	fill_refused: 'Fill',
	operator_refused: 'Operator request',
}

const refusalColumns: readonly TableColumn<RefusalCount>[] = [
	{ name: 'Refused', cell: ({ act }) => acts[act] },
	{ name: 'Code', kind: 'long', cell: ({ code }) => <code translate="no">{code}</code> },
	{ name: 'Times', kind: 'figure', cell: ({ times }) => times.toLocaleString('en') },
]

/** What was refused, by error code. */
export function RefusalsPanel({ history }: HistoryProps) {
	return (
		<DataPanel title="Refusals" data={history}>
			{({ refusals: { sinceMs, counts } }) => (
				<div className="key-stack">
					{counts.length === 0 && (
						<Empty title="Nothing refused">Refusals appear here by their codes, a minute later.</Empty>
					)}
					{counts.length > 0 && (
						<DataTable
							caption="Refusals by code"
							columns={refusalColumns}
							rows={counts}
							keyOf={({ act, code }) => `${act} ${code}`}
						/>
					)}
					<p className="key-hint">{`Since ${shortTime(sinceMs)}, from the audit log`}</p>
				</div>
			)}
		</DataPanel>
	)
}

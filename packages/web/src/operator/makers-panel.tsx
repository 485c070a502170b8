import { historyPartsMax, type Maker, type MakerDay, type MakerPause, type OperatorHistory } from '@accord/protocol'
import { clockTime } from '../format/clock-time.ts'
import { DataPanel } from '../key-view/data-panel.tsx'
import type { RemoteData } from '../session/remote-data.ts'
import { formatDuration } from '../trades/trade-times.ts'
import { DataTable, type TableColumn } from '../ui/data-table.tsx'
import { Empty } from '../ui/states.tsx'

type MakerRow = { readonly maker: Maker; readonly day: MakerDay | undefined; readonly filledByAll: number }

const columns: readonly TableColumn<MakerRow>[] = [
	{
		name: 'Maker',
		kind: 'long',
		cell: ({ maker: { name, makerId } }) => (
			<span>
				{name}
				{name !== makerId && <code className="operator-note">{makerId}</code>}
			</span>
		),
	},
	{ name: 'State', kind: 'long', cell: ({ maker }) => <State maker={maker} /> },
	{ name: 'Sessions', kind: 'figure', cell: ({ maker }) => maker.sessions },
	{
		name: 'Parts · fills open',
		kind: 'figure',
		cell: ({ maker: { openParts, openFills } }) => `${openParts} · ${openFills}`,
	},
	{ name: 'Asked', kind: 'figure', cell: ({ day }) => count(day?.asked) },
	{ name: 'Filled', kind: 'figure', cell: ({ day }) => count(day?.filled) },
	{
		name: 'Rejected · not answered · fill refused',
		kind: 'figure',
		cell: ({ day }) => [day?.rejected, day && day.timedOut - day.fillRefused, day?.fillRefused].map(count).join(' · '),
	},
	{
		name: 'Answers, median',
		kind: 'figure',
		cell: ({ day }) => (day?.answerMs === undefined ? '–' : formatDuration(day.answerMs)),
	},
	{ name: 'Share of fills', kind: 'figure', cell: shareText },
	{ name: 'Accounts', kind: 'figure', cell: ({ maker }) => maker.accounts.length },
	{
		name: 'Valid keys',
		kind: 'figure',
		cell: ({ maker }) => maker.keys.filter(({ state }) => state === 'valid').length,
	},
]

type MakersPanelProps = {
	readonly makers: RemoteData<readonly Maker[]>
	readonly history: RemoteData<OperatorHistory>
}

/** Every maker, whether it is connected or paused, its open orders, and how it answered those of a day. */
export function MakersPanel({ makers, history }: MakersPanelProps) {
	const days = history.data?.makers ?? []
	const filledByAll = days.reduce((sum, { filled }) => sum + filled, 0)
	return (
		<DataPanel title="Makers" data={makers}>
			{registered =>
				registered.length === 0 ? (
					<Empty title="No makers yet">Register one with accord maker create.</Empty>
				) : (
					<div className="key-stack">
						<DataTable
							caption="All makers"
							columns={columns}
							rows={registered.map(maker => {
								return { maker, day: days.find(({ makerId }) => makerId === maker.makerId), filledByAll }
							})}
							keyOf={({ maker }) => maker.makerId}
						/>
						<p className="key-hint">
							{`From “Asked” to “Share of fills”: the last 24 hours, at most each maker’s newest ${historyPartsMax.toLocaleString('en')} parts.`}
						</p>
					</div>
				)
			}
		</DataPanel>
	)
}

function count(number: number | undefined): string {
	return number?.toLocaleString('en') ?? '–'
}

function shareText({ day, filledByAll }: MakerRow): string {
	return day === undefined || filledByAll === 0 ? '–' : `${Math.round((day.filled / filledByAll) * 100)} %`
}

function State({ maker: { pauses, sessions } }: { maker: Maker }) {
	if (pauses.length === 0 && sessions > 0) return <span className="badge badge-good">Connected</span>
	if (pauses.length === 0) return <span className="badge badge-open">Not connected</span>
	return (
		<span>
			<span className="badge badge-bad">Paused</span>
			{pauses.map(pause => (
				<span key={pause.by} className="operator-note">
					{describePause(pause)}
				</span>
			))}
		</span>
	)
}

function describePause({ by, reason, sinceMs, untilMs }: MakerPause): string {
	const until = untilMs === undefined ? '' : `, until ${clockTime(untilMs)}`
	return `by the ${by} since ${clockTime(sinceMs)}${until}${reason === undefined ? '' : `: ${reason}`}`
}

import type { Maker, MakerPause } from '@accord/protocol'
import { clockTime } from '../format/clock-time.ts'
import { DataPanel } from '../key-view/data-panel.tsx'
import type { RemoteData } from '../session/remote-data.ts'
import { DataTable, type TableColumn } from '../ui/data-table.tsx'
import { Empty } from '../ui/states.tsx'

const columns: readonly TableColumn<Maker>[] = [
	{ name: 'Name', kind: 'long', cell: ({ name }) => name },
	{ name: 'Id', kind: 'long', cell: ({ makerId }) => <code>{makerId}</code> },
	{ name: 'State', kind: 'long', cell: maker => <State maker={maker} /> },
	{ name: 'Sessions', kind: 'figure', cell: ({ sessions }) => sessions },
	{ name: 'Parts · fills open', kind: 'figure', cell: ({ openParts, openFills }) => `${openParts} · ${openFills}` },
	{ name: 'Accounts', kind: 'figure', cell: ({ accounts }) => accounts.length },
	{ name: 'Valid keys', kind: 'figure', cell: ({ keys }) => keys.filter(({ state }) => state === 'valid').length },
]

/** Every maker, with its open orders and whether it is connected or paused. */
export function MakersPanel({ makers }: { makers: RemoteData<readonly Maker[]> }) {
	return (
		<DataPanel title="Makers" data={makers}>
			{registered =>
				registered.length === 0 ? (
					<Empty title="No makers yet">Register one with accord maker create.</Empty>
				) : (
					<DataTable caption="All makers" columns={columns} rows={registered} keyOf={({ makerId }) => makerId} />
				)
			}
		</DataPanel>
	)
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

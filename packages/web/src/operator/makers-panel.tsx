import type { Maker, MakerPause } from '@accord/protocol'
import { clockTime } from '../format/clock-time.ts'
import { DataPanel } from '../key-view/data-panel.tsx'
import type { RemoteData } from '../session/remote-data.ts'
import { Empty } from '../ui/states.tsx'

/** Every maker, with its open orders and whether it is connected or paused. */
export function MakersPanel({ makers }: { makers: RemoteData<readonly Maker[]> }) {
	return (
		<DataPanel title="Makers" data={makers}>
			{registered =>
				registered.length === 0 ? (
					<Empty title="No makers yet">Register one with accord maker create.</Empty>
				) : (
					<MakersTable makers={registered} />
				)
			}
		</DataPanel>
	)
}

function MakersTable({ makers }: { makers: readonly Maker[] }) {
	return (
		<div className="table-box">
			<table className="table table-cards">
				<caption className="visually-hidden">All makers</caption>
				<thead>
					<tr>
						<th scope="col">Name</th>
						<th scope="col">Id</th>
						<th scope="col">State</th>
						<th scope="col" className="number">
							Sessions
						</th>
						<th scope="col" className="number">
							Parts · fills open
						</th>
						<th scope="col" className="number">
							Accounts
						</th>
						<th scope="col" className="number">
							Valid keys
						</th>
					</tr>
				</thead>
				<tbody>
					{makers.map(maker => (
						<Row key={maker.makerId} maker={maker} />
					))}
				</tbody>
			</table>
		</div>
	)
}

function Row({ maker }: { maker: Maker }) {
	const { makerId, name, pauses, sessions, openParts, openFills, accounts, keys } = maker
	return (
		<tr>
			<td data-label="Name" className="operator-long">
				{name}
			</td>
			<td data-label="Id" className="operator-long">
				<code>{makerId}</code>
			</td>
			<td data-label="State" className="operator-long">
				<span>
					<State maker={maker} />
					{pauses.map(pause => (
						<span key={pause.by} className="operator-note">
							{describePause(pause)}
						</span>
					))}
				</span>
			</td>
			<td data-label="Sessions" className="number">
				{sessions}
			</td>
			<td data-label="Parts · fills open" className="number">
				{openParts} · {openFills}
			</td>
			<td data-label="Accounts" className="number">
				{accounts.length}
			</td>
			<td data-label="Valid keys" className="number">
				{keys.filter(({ state }) => state === 'valid').length}
			</td>
		</tr>
	)
}

function State({ maker: { pauses, sessions } }: { maker: Maker }) {
	if (pauses.length > 0) return <span className="badge badge-bad">Paused</span>
	if (sessions > 0) return <span className="badge badge-good">Connected</span>
	return <span className="badge badge-open">Not connected</span>
}

function describePause({ by, reason, sinceMs, untilMs }: MakerPause): string {
	const until = untilMs === undefined ? '' : `, until ${clockTime(untilMs)}`
	return `by the ${by} since ${clockTime(sinceMs)}${until}${reason === undefined ? '' : `: ${reason}`}`
}

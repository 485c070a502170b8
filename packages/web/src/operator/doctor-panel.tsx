import type { DoctorCheck } from '@accord/protocol'
import { DataPanel } from '../key-view/data-panel.tsx'
import type { RemoteData } from '../session/remote-data.ts'
import { Button } from '../ui/button.tsx'
import { DataTable, type TableColumn } from '../ui/data-table.tsx'
import { Details } from '../ui/details.tsx'
import { Mark, resultOf, results } from './mark.tsx'

const columns: readonly TableColumn<DoctorCheck>[] = [
	{ name: 'Check', cell: ({ name }) => name },
	{ name: 'Result', cell: check => <Mark result={resultOf(check)} /> },
	{
		name: 'Found',
		kind: 'long',
		cell: ({ detail, advice }) => (
			<span>
				{detail}
				{advice !== undefined && <strong className="operator-note">{advice}</strong>}
			</span>
		),
	},
]

/** The service's checks on itself: what to do about those that failed, then about warnings. The others are folded. */
export function DoctorPanel({ doctor }: { doctor: RemoteData<readonly DoctorCheck[]> }) {
	const again = doctor.data !== undefined && <Button onClick={doctor.retry}>Check again</Button>
	return (
		<div id="doctor" className="operator-doctor">
			<DataPanel title="Doctor" data={doctor} actions={again}>
				{checks => {
					const passed = checks.filter(check => resultOf(check) === 'ok')
					const open = results
						.filter(result => result !== 'ok')
						.flatMap(result => checks.filter(check => resultOf(check) === result))
					return (
						<div className="key-stack">
							{open.length > 0 && <Checks caption="What the doctor advises" checks={open} />}
							{passed.length > 0 && (
								<Details title={`${passed.length} of ${checks.length} checks passed`}>
									<Checks caption="The checks that passed" checks={passed} />
								</Details>
							)}
						</div>
					)
				}}
			</DataPanel>
		</div>
	)
}

function Checks({ caption, checks }: { caption: string; checks: readonly DoctorCheck[] }) {
	return <DataTable caption={caption} columns={columns} rows={checks} keyOf={({ name }) => name} />
}

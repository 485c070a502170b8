import type { DoctorCheck } from '@accord/protocol'
import { DataPanel } from '../key-view/data-panel.tsx'
import type { RemoteData } from '../session/remote-data.ts'
import { Button } from '../ui/button.tsx'
import { DataTable, type TableColumn } from '../ui/data-table.tsx'
import { Mark } from './mark.tsx'

const columns: readonly TableColumn<DoctorCheck>[] = [
	{ name: 'Check', cell: ({ name }) => name },
	{ name: 'Result', cell: ({ ok }) => <Mark isOk={ok} /> },
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

/** The service's checks on itself, and what to do about those that failed. */
export function DoctorPanel({ doctor }: { doctor: RemoteData<readonly DoctorCheck[]> }) {
	const again = doctor.data !== undefined && <Button onClick={doctor.retry}>Check again</Button>
	return (
		<DataPanel title="Doctor" data={doctor} actions={again}>
			{checks => (
				<DataTable
					caption="The service’s checks of itself"
					columns={columns}
					rows={checks.toSorted((one, other) => Number(one.ok) - Number(other.ok))}
					keyOf={({ name }) => name}
				/>
			)}
		</DataPanel>
	)
}

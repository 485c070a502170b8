import type { DoctorCheck } from '@accord/protocol'
import { DataPanel } from '../key-view/data-panel.tsx'
import type { RemoteData } from '../session/remote-data.ts'
import { Button } from '../ui/button.tsx'
import { Mark } from './mark.tsx'

/** The service's checks on itself, and what to do about those that failed. */
export function DoctorPanel({ doctor }: { doctor: RemoteData<readonly DoctorCheck[]> }) {
	const again = doctor.data !== undefined && <Button onClick={doctor.retry}>Check again</Button>
	return (
		<DataPanel title="Doctor" data={doctor} actions={again}>
			{checks => (
				<div className="table-box">
					<table className="table table-cards">
						<caption className="visually-hidden">The service’s checks of itself</caption>
						<thead>
							<tr>
								<th scope="col">Check</th>
								<th scope="col">Result</th>
								<th scope="col">Found</th>
							</tr>
						</thead>
						<tbody>
							{checks.map(({ name, ok, detail, advice }) => (
								<tr key={name}>
									<td data-label="Check">{name}</td>
									<td data-label="Result">
										<Mark isOk={ok} />
									</td>
									<td data-label="Found" className="operator-long">
										<span>
											{detail}
											{advice !== undefined && <strong className="operator-note">{advice}</strong>}
										</span>
									</td>
								</tr>
							))}
						</tbody>
					</table>
				</div>
			)}
		</DataPanel>
	)
}

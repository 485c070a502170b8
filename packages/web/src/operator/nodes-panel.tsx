import { durationText, type NodeStatus, type Overview } from '@accord/protocol'
import { DataPanel } from '../key-view/data-panel.tsx'
import type { RemoteData } from '../session/remote-data.ts'
import { Mark } from './mark.tsx'

/** All nodes, as each reports itself; nothing if there is a single node. */
export function NodesPanel({ overview }: { overview: RemoteData<Overview> }) {
	const { nodes } = overview.data ?? {}
	if (nodes === undefined) return null
	return (
		<div className="key-wide">
			<DataPanel title="Nodes" data={overview}>
				{() => (
					<div className="table-box">
						<table className="table table-cards">
							<caption className="visually-hidden">The nodes of the service</caption>
							<thead>
								<tr>
									<th scope="col">Node</th>
									<th scope="col">State</th>
									<th scope="col">Version</th>
									<th scope="col">Settings</th>
									<th scope="col" className="number">
										Makers · solvers
									</th>
									<th scope="col">Seen</th>
								</tr>
							</thead>
							<tbody>
								{nodes.map(node => (
									<Row key={node.nodeId} node={node} />
								))}
							</tbody>
						</table>
					</div>
				)}
			</DataPanel>
		</div>
	)
}

function Row({ node: { nodeId, isAsked, isThere, fingerprint, seenMsAgo, report } }: { node: NodeStatus }) {
	const failing = report?.health.filter(({ ok }) => !ok) ?? []
	return (
		<tr>
			<td data-label="Node">
				<span>
					<code>{nodeId}</code>
					{isAsked && ' (this one)'}
				</span>
			</td>
			<td data-label="State" className="operator-long">
				<span>
					<Mark isOk={isThere && failing.length === 0} bad={isThere ? 'FAIL' : 'GONE'} />
					{isThere && failing.map(({ name, detail = 'fails' }) => ` ${name}: ${detail}`).join(';')}
					{isThere && report === undefined && ' starting'}
				</span>
			</td>
			<td data-label="Version">{report?.version ?? ''}</td>
			<td data-label="Settings">
				<code>{fingerprint}</code>
			</td>
			<td data-label="Makers · solvers" className="number">
				{report === undefined ? '' : `${report.sessions.makers} · ${report.sessions.solvers}`}
			</td>
			<td data-label="Seen">{durationText(seenMsAgo)} ago</td>
		</tr>
	)
}

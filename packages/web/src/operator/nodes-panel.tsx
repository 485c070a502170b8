import { durationText, type NodeStatus, type Overview } from '@accord/protocol'
import { DataPanel } from '../key-view/data-panel.tsx'
import type { RemoteData } from '../session/remote-data.ts'
import { DataTable, type TableColumn } from '../ui/data-table.tsx'
import { Mark } from './mark.tsx'

const columns: readonly TableColumn<NodeStatus>[] = [
	{
		name: 'Node',
		cell: ({ nodeId, isAsked }) => (
			<span>
				<code>{nodeId}</code>
				{isAsked && ' (this one)'}
			</span>
		),
	},
	{ name: 'State', kind: 'long', cell: node => <State node={node} /> },
	{ name: 'Version', cell: ({ report }) => report?.version ?? '' },
	{ name: 'Settings', cell: ({ fingerprint }) => <code>{fingerprint}</code> },
	{
		name: 'Makers · solvers',
		kind: 'figure',
		cell: ({ report }) => (report === undefined ? '' : `${report.sessions.makers} · ${report.sessions.solvers}`),
	},
	{ name: 'Seen', cell: ({ seenMsAgo }) => `${durationText(seenMsAgo)} ago` },
]

/** All nodes, as each reports itself; nothing if there is a single node. */
export function NodesPanel({ overview }: { overview: RemoteData<Overview> }) {
	const { nodes } = overview.data ?? {}
	if (nodes === undefined) return null
	return (
		<div className="key-wide">
			<DataPanel title="Nodes" data={overview}>
				{() => (
					<DataTable caption="The nodes of the service" columns={columns} rows={nodes} keyOf={({ nodeId }) => nodeId} />
				)}
			</DataPanel>
		</div>
	)
}

function State({ node: { isThere, report } }: { node: NodeStatus }) {
	const failing = report?.health.filter(({ ok }) => !ok) ?? []
	return (
		<span>
			{isThere ? <Mark result={failing.length === 0 ? 'ok' : 'fail'} /> : <Mark result="fail" word="GONE" />}
			{isThere && failing.map(({ name, detail = 'fails' }) => ` ${name}: ${detail}`).join(';')}
			{isThere && report === undefined && ' starting'}
		</span>
	)
}

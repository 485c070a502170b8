import type { DoctorCheck, NodeStatus } from '@accord/protocol'
import { nodeStatuses } from '../nodes/node-statuses.ts'
import type { OperatorRooms } from './operator-rooms.ts'

/** Whether all nodes are there, say that they are well, and have the same settings. Absent nodes: a service by itself. */
export async function checkNodes({
	platform,
	nodes,
}: Pick<OperatorRooms, 'platform' | 'nodes'>): Promise<Omit<DoctorCheck, 'name'>> {
	if (nodes === undefined) return { ok: true, detail: 'a service by itself: no bus is configured' }
	const all = await nodeStatuses(platform.db.own, nodes.membership.nodeId)
	const there = all.filter(({ isThere }) => isThere)
	const versions = new Set(there.map(({ report }) => report?.version ?? 'starting'))
	const fingerprints = new Set(there.map(({ fingerprint }) => fingerprint))
	const detail = `${there.length} there (${[...versions].join(', ')}), settings ${[...fingerprints].join(', ')}`
	const faults = all.flatMap(node => faultsOf(node))
	if (faults.length === 0) return { ok: true, detail }
	const advice =
		'A node that is gone: start it again; one that does not come back is forgotten after an hour. Otherwise accord doctor --operator URL of that node says more.'
	return { ok: false, detail: `${detail}; ${faults.join('; ')}`, advice }
}

function faultsOf({ nodeId, isThere, seenMsAgo, report }: NodeStatus): string[] {
	const name = report === undefined ? nodeId : `${nodeId} at ${report.url}`
	if (!isThere) return [`${name} was last seen ${Math.round(seenMsAgo / 1000)} s ago`]
	const failing = report?.health.filter(({ ok }) => !ok) ?? []
	return failing.map(check => `${name}: ${check.name}: ${check.detail ?? 'unavailable'}`)
}

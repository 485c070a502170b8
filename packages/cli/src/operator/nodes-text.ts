import { durationText, type NodeStatus } from '@accord/protocol'
import type { Paint } from '../terminal/paint.ts'
import { formatTable } from '../terminal/table.ts'

type Look = { readonly paint: Paint; readonly nowMs: number }

const nodesMax = 6
const nameLength = 13

/** The nodes of the service as a table for 80 columns; nothing for a single node. */
export function describeNodes(nodes: readonly NodeStatus[] | undefined, { paint, nowMs }: Look): string[] {
	if (nodes === undefined) return []
	const columns = ['NODE', 'VERSION', 'SETTINGS', { number: 'UP' }, 'STATE', 'OLDEST BOOKS']
	const shown = nodes.toSorted((one, other) => Number(other.isThere) - Number(one.isThere)).slice(0, nodesMax)
	const rows = shown.map(node => [
		`${node.nodeId.slice(0, 6)}${node.isAsked ? '*' : ''}`,
		node.report?.version ?? '',
		node.fingerprint.slice(0, 6),
		node.startedAtMs === undefined || !node.isThere ? '' : durationText(nowMs - node.startedAtMs),
		stateText(node, paint),
		node.isThere ? booksText(node) : `seen ${durationText(node.seenMsAgo)} ago`,
	])
	const hidden = nodes.length - shown.length
	const more = hidden > 0 ? [paint.dim(`and ${hidden} more: accord status --json`)] : []
	return ['', ...formatTable(columns, rows, paint), ...more]
}

function stateText({ isThere, report }: NodeStatus, paint: Paint): string {
	if (!isThere) return paint.red('gone')
	if (report === undefined) return 'starting'
	const failing = report.health.find(({ ok }) => !ok)
	return failing === undefined ? paint.green('ok') : paint.red(`FAIL: ${failing.name}`)
}

function booksText({ report }: NodeStatus): string {
	const [oldest, ...newer] = report?.books ?? []
	if (oldest === undefined) return 'none'
	const more = newer.length === 0 ? '' : ` +${newer.length}`
	return `${oldest.makerId.slice(0, nameLength)} ${durationText(oldest.ageMs)}${more}`
}

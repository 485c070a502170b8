import * as z from 'zod'
import { countWire, timestampWire } from '../../fields.ts'
import { omitUndefined } from '../../omit-undefined.ts'
import type { NodeReport, NodeStatus } from '../../operator/node-status.ts'
import { parseReadinessCheck, readinessCheckWire } from '../service-api.ts'

/** What a node says of itself every second. */
export const nodeReportWire = z.object({
	version: z.string(),
	url: z.string(),
	health: z.array(readinessCheckWire).describe('What it needs besides the database, which it has whenever it is seen.'),
	sessions: z.object({ makers: countWire, solvers: countWire }),
	books: z
		.array(
			z.object({
				maker_id: z.string(),
				pairs: countWire,
				age_ms: countWire.describe('Of the newest of its books.'),
			}),
		)
		.describe('The makers whose books count there, those with the oldest first; at most 50.'),
})
export type NodeReportWire = z.infer<typeof nodeReportWire>

/** A node of the service, as it last said of itself in the database. */
export const nodeStatusWire = z.object({
	node_id: z.string().describe('Random, new with each start.'),
	is_asked: z.boolean().describe('Whether this is the node that was asked.'),
	is_there: z.boolean().describe('Whether it has been seen in the last 10 s. One that ended properly is not listed.'),
	fingerprint: z.string().describe('A hash of the settings that all nodes must agree on.'),
	started_at_ms: timestampWire.optional().describe("By the database's clock."),
	seen_ms_ago: countWire,
	report: nodeReportWire.optional().describe('Absent while it starts.'),
})
export type NodeStatusWire = z.infer<typeof nodeStatusWire>

export function parseNodeReport({ version, url, health, sessions, books }: NodeReportWire): NodeReport {
	return {
		version,
		url,
		health: health.map(parseReadinessCheck),
		sessions,
		books: books.map(({ maker_id, pairs, age_ms }) => ({ makerId: maker_id, pairs, ageMs: age_ms })),
	}
}

export function formatNodeReport({ version, url, health, sessions, books }: NodeReport): NodeReportWire {
	return {
		version,
		url,
		health: [...health],
		sessions,
		books: books.map(({ makerId, pairs, ageMs }) => ({ maker_id: makerId, pairs, age_ms: ageMs })),
	}
}

export function parseNodeStatus(wire: NodeStatusWire): NodeStatus {
	return omitUndefined({
		nodeId: wire.node_id,
		isAsked: wire.is_asked,
		isThere: wire.is_there,
		fingerprint: wire.fingerprint,
		startedAtMs: wire.started_at_ms,
		seenMsAgo: wire.seen_ms_ago,
		report: wire.report && parseNodeReport(wire.report),
	})
}

export function formatNodeStatus(node: NodeStatus): NodeStatusWire {
	return omitUndefined({
		node_id: node.nodeId,
		is_asked: node.isAsked,
		is_there: node.isThere,
		fingerprint: node.fingerprint,
		started_at_ms: node.startedAtMs,
		seen_ms_ago: node.seenMsAgo,
		report: node.report && formatNodeReport(node.report),
	})
}

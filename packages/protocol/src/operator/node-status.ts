import * as z from 'zod'
import { countWire, timestampWire } from '../fields.ts'
import { list, message, type ValueOf } from '../message.ts'
import { ReadinessCheck } from '../service/service-info.ts'

/** The age of a maker's newest book. */
const makerBookAge = message({
	makerId: z.string(),
	pairs: countWire,
	ageMs: countWire.describe('Of the newest of its books.'),
})

/** A node's report about itself, sent every second. */
export type NodeReport = ValueOf<typeof NodeReport>
export const NodeReport = message({
	version: z.string(),
	url: z.string(),
	health: list(ReadinessCheck).describe('What it needs besides the database, which it has whenever it is seen.'),
	sessions: z.object({ makers: countWire, solvers: countWire }),
	books: list(makerBookAge).describe('The makers whose books count there, those with the oldest first; at most 50.'),
})

/** A node's last report in the database. */
export type NodeStatus = ValueOf<typeof NodeStatus>
export const NodeStatus = message({
	nodeId: z.string().describe('Random, new with each start.'),
	isAsked: z.boolean().describe('Whether this is the node that was asked.'),
	isThere: z.boolean().describe('Whether it has been seen in the last 10 s. One that ended properly is not listed.'),
	fingerprint: z.string().describe('A hash of the settings that all nodes must agree on.'),
	startedAtMs: timestampWire.optional().describe("By the database's clock."),
	seenMsAgo: countWire,
	report: NodeReport.optional().describe('Absent while it starts.'),
})

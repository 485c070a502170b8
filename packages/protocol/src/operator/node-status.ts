import * as z from '#schema'
import { countWire, timestampWire } from '../fields.ts'
import { list, message, type ValueOf } from '../message.ts'
import { ReadinessCheck } from '../service/service-info.ts'

/** The age of a maker's newest book. */
const makerBookAge = message({
	makerId: z.string(),
	pairs: countWire,
	ageMs: countWire.describe('Of the newest of its books.'),
})

/** The agreed settings at a node. */
const nodeSettings = message({
	version: countWire.describe('Of those in force there; 0: those of its configuration file.'),
	newest: countWire.describe('The newest version that it knows, which may not count yet.'),
	serviceKeys: z.array(z.string()).describe('The public keys, in hexadecimal, whose private keys it has.'),
})

/** A node's report about itself, sent every second. */
export type NodeReport = ValueOf<typeof NodeReport>
export const NodeReport = message({
	version: z.string(),
	url: z.string(),
	health: list(ReadinessCheck).describe('What it needs besides the database, which it has whenever it is seen.'),
	sessions: z.object({ makers: countWire, solvers: countWire }),
	settings: nodeSettings.optional().describe('Absent from an earlier version of the service.'),
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

import * as z from '#schema'
import { problemWire } from '../error/problem.ts'
import { addressWire, countWire } from '../fields.ts'
import { Field, list, message, named, type ValueOf } from '../message.ts'

/** Which program answers, which version of the interfaces it serves, and for which network. */
export type Version = ValueOf<typeof Version>
/** GET /version. */
export const Version = message({
	name: z.literal('accord'),
	version: z.string().describe('Of the program.'),
	apiVersion: z.string().describe('Of the interfaces, as in /openapi.json.'),
	network: z.string(),
	networkId: countWire,
})

/** A moment as text on the wire, in milliseconds here. */
const isoTime = new Field({
	schema: z.string().transform(text => Date.parse(text)),
	show: () => z.string(),
	format: (atMs: number) => new Date(atMs).toISOString(),
})

/** The ledger as the service sees it, and both clocks (specification, Endpoints: GET /network/status). */
export type NetworkStatus = ValueOf<typeof NetworkStatus>
/** GET /network/status: `cur_epoch` is the specification's, the rest is ours. */
export const NetworkStatus = message({
	epoch: named('cur_epoch', countWire),
	network: z.string(),
	networkId: countWire,
	/** The ledger's clock, which decides expiry, in milliseconds since the Unix epoch. */
	ledgerTimestampMs: named('ledger_timestamp', isoTime),
	serviceTimestampMs: named('service_timestamp', isoTime),
})

/** GET /health/live: the process answers. */
export const liveWire = z.object({ status: z.literal('live') })

/** A dependency of the service, and whether it is available; `detail` states the problem. */
export type ReadinessCheck = ValueOf<typeof ReadinessCheck>
export const ReadinessCheck = message({
	name: z.enum(['database', 'ledger', 'bus', 'loops']),
	ok: z.boolean(),
	detail: z.string().optional(),
})

/** GET /health/ready: whether orders should be sent here. `degraded`: they may, but other nodes cannot be reached. */
export const Ready = message({ status: z.enum(['ready', 'degraded']), checks: list(ReadinessCheck) })

/** GET /health/ready if the service is not ready: 503, a problem with the code of the first check that fails. */
export const notReadyWire = problemWire.extend({ checks: z.array(ReadinessCheck.wire) })

/** Data of the event `closing`, with which the service ends an event stream for its own reasons. */
export const streamClosingWire = problemWire

/** The id of the local network, the only one with play money: its keys are public, and signatures for it are valid nowhere else. */
export const simulatorNetworkId = 242

/** What the trading page needs to know about the network it is on. */
export type PageInfo = ValueOf<typeof PageInfo>
/** GET /page.json. */
export const PageInfo = message({
	network: z.string(),
	networkId: countWire,
	gatewayUrl: z.string().describe('Where the page reads balances.'),
	isPlay: named('play', z.boolean().describe('Play money: on network 242 only.')),
	dappDefinitionAddress: addressWire.optional().describe('What wallets are shown on a public network.'),
})

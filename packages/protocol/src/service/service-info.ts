import * as z from 'zod'
import { countWire } from '../fields.ts'
import { Field, message, named, type ValueOf } from '../message.ts'

/** Which program answers, which version of the interfaces it serves, and for which network (GET /version). */
export type Version = {
	readonly name: 'accord'
	/** Of the program. */
	readonly version: string
	/** Of the interfaces, as in /openapi.json. */
	readonly apiVersion: string
	readonly network: string
	readonly networkId: number
}

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

/** Something that the service needs, and whether it has it; `detail` says what is wrong (GET /health/ready). */
export type ReadinessCheck = {
	readonly name: 'database' | 'ledger' | 'bus' | 'loops'
	readonly ok: boolean
	readonly detail?: string
}

/** The id of the local network, the only one with play money: its keys are public, and what is signed for it is valid nowhere else. */
export const simulatorNetworkId = 242

/** What the trading page needs to know about the network it is on (GET /page.json). */
export type PageInfo = {
	readonly network: string
	readonly networkId: number
	/** Where the page reads balances. */
	readonly gatewayUrl: string
	/** Whether this is play money: only on the simulator. */
	readonly isPlay: boolean
	/** What wallets are shown on a public network. */
	readonly dappDefinitionAddress?: string
}

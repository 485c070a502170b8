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

/** The ledger as the service sees it, and both clocks (specification, Endpoints: GET /network/status). */
export type NetworkStatus = {
	readonly epoch: number
	readonly network: string
	readonly networkId: number
	/** The ledger's clock, which decides expiry, in milliseconds since the Unix epoch. */
	readonly ledgerTimestampMs: number
	readonly serviceTimestampMs: number
}

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

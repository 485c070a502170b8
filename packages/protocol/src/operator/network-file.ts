import type { Token } from '../amount/token.ts'
import type { Curve } from '../order/signing.ts'

/** A funded account of the local network. Its key is public. */
export type NetworkParticipant = {
	readonly name: string
	readonly address: string
	readonly curve: Curve
	readonly privateKeyHex: string
}

export type NetworkMaker = NetworkParticipant & { readonly apiKey: string; readonly bot: boolean }
export type NetworkSolver = NetworkParticipant & { readonly bot: boolean }

/** The Instamint component of a local network, and the customers it began with. */
export type NetworkInstamint = {
	readonly component: string
	readonly badgeResource: string
	readonly customers: readonly { readonly id: number; readonly name: string; readonly address: string }[]
}

/** The parts of a network of several nodes. Its other addresses are those of the balancer, and of the first node's operator API. */
export type NetworkCluster = {
	readonly nodes: readonly { readonly name: string; readonly baseUrl: string; readonly operatorUrl: string }[]
	/** Without the password. */
	readonly natsUrl: string
	readonly databaseUrl: string
}

/** `network.json`: how other programs find a running local network, its tokens and its play keys. */
export type NetworkFile = {
	readonly network: string
	readonly networkId: number
	readonly pid: number
	readonly startedAtMs: number
	readonly baseUrl: string
	readonly flashUrl: string
	readonly solverUrl: string
	readonly gatewayUrl: string
	/** Its key is next to this file, in `operator.key`. */
	readonly operatorUrl?: string
	/** Absent with a single node. */
	readonly cluster?: NetworkCluster
	readonly instamint?: NetworkInstamint
	readonly tokens: readonly Pick<Token, 'symbol' | 'resourceAddress' | 'divisibility'>[]
	readonly users: readonly NetworkParticipant[]
	readonly makers: readonly NetworkMaker[]
	readonly solvers: readonly NetworkSolver[]
}

import * as z from '#schema'
import { addressWire, countWire, hexWire, symbolWire, timestampWire } from '../fields.ts'
import { list, message, type ValueOf } from '../message.ts'
import { SignerTerms } from '../order/signer-terms.ts'
import { signatureMembers } from '../order/signing.ts'

/** A funded account of the local network. Its key is public. */
export type NetworkParticipant = ValueOf<typeof participant>
const participant = message({
	name: z.string(),
	address: addressWire,
	curve: signatureMembers.curve,
	privateKeyHex: hexWire,
})

export type NetworkMaker = ValueOf<typeof maker>
const maker = participant.extend({ apiKey: z.string(), bot: z.boolean() })

export type NetworkSolver = ValueOf<typeof solver>
const solver = participant.extend({ bot: z.boolean() })

/**
 * The parts of a network with several nodes. Its other addresses are those of the balancer and of the first node's
 * operator API.
 */
const cluster = message({
	nodes: list(message({ name: z.string(), baseUrl: z.string(), operatorUrl: z.string() })),
	/** The URL without the password. */
	natsUrl: z.string(),
	databaseUrl: z.string(),
})

/** The Instamint component of a local network, and its initial customers. */
const instamint = message({
	component: addressWire,
	badgeResource: addressWire,
	customers: list(z.object({ id: countWire, name: z.string(), address: addressWire })),
})

/** `network.json`: how other programs find a running local network, its tokens and its play keys. */
export type NetworkFile = ValueOf<typeof NetworkFile>
export const NetworkFile = message({
	network: z.string(),
	networkId: countWire,
	pid: countWire,
	startedAtMs: timestampWire,
	baseUrl: z.string(),
	flashUrl: z.string(),
	solverUrl: z.string(),
	gatewayUrl: z.string(),
	/** The key is in `operator.key`, next to this file. */
	operatorUrl: z.string().optional(),
	/** Absent with a single node. */
	cluster: cluster.optional(),
	instamint: instamint.optional(),
	/** Facts that a signer on this network may trust, whatever the service says. */
	signerTerms: SignerTerms,
	tokens: list(message({ symbol: symbolWire, resourceAddress: addressWire, divisibility: countWire.max(18) })),
	users: list(participant),
	makers: list(maker),
	solvers: list(solver),
})

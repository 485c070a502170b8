import * as z from 'zod'
import { addressWire, countWire, hexWire, symbolWire, timestampWire } from '../fields.ts'
import { omitUndefined } from '../omit-undefined.ts'
import type { NetworkFile, NetworkParticipant } from '../operator/network-file.ts'

const participantWire = z.object({
	name: z.string(),
	address: addressWire,
	curve: z.enum(['ed25519', 'secp256k1']),
	private_key_hex: hexWire,
})
type ParticipantWire = z.infer<typeof participantWire>

/** `network.json`: how other programs find a running local network, its tokens and its play keys. */
export const networkFileWire = z.object({
	network: z.string(),
	network_id: countWire,
	pid: countWire,
	started_at_ms: timestampWire,
	base_url: z.string(),
	flash_url: z.string(),
	solver_url: z.string(),
	gateway_url: z.string(),
	/** Its key is next to this file, in `operator.key`. */
	operator_url: z.string().optional(),
	/** Absent with a single node. */
	cluster: z
		.object({
			nodes: z.array(z.object({ name: z.string(), base_url: z.string(), operator_url: z.string() })),
			nats_url: z.string(),
			database_url: z.string(),
		})
		.optional(),
	instamint: z
		.object({
			component: addressWire,
			badge_resource: addressWire,
			customers: z.array(z.object({ id: countWire, name: z.string(), address: addressWire })),
		})
		.optional(),
	tokens: z.array(z.object({ symbol: symbolWire, resource_address: addressWire, divisibility: countWire.max(18) })),
	users: z.array(participantWire),
	makers: z.array(participantWire.extend({ api_key: z.string(), bot: z.boolean() })),
	solvers: z.array(participantWire.extend({ bot: z.boolean() })),
})
export type NetworkFileWire = z.infer<typeof networkFileWire>

/** Reads the content of `network.json`. */
export function parseNetworkFile(wire: NetworkFileWire): NetworkFile {
	return omitUndefined({
		network: wire.network,
		networkId: wire.network_id,
		pid: wire.pid,
		startedAtMs: wire.started_at_ms,
		baseUrl: wire.base_url,
		flashUrl: wire.flash_url,
		solverUrl: wire.solver_url,
		gatewayUrl: wire.gateway_url,
		operatorUrl: wire.operator_url,
		cluster: wire.cluster && {
			nodes: wire.cluster.nodes.map(({ name, base_url: baseUrl, operator_url: operatorUrl }) => {
				return { name, baseUrl, operatorUrl }
			}),
			natsUrl: wire.cluster.nats_url,
			databaseUrl: wire.cluster.database_url,
		},
		instamint: wire.instamint && {
			component: wire.instamint.component,
			badgeResource: wire.instamint.badge_resource,
			customers: wire.instamint.customers,
		},
		tokens: wire.tokens.map(({ symbol, resource_address, divisibility }) => {
			return { symbol, resourceAddress: resource_address, divisibility }
		}),
		users: wire.users.map(parseParticipant),
		makers: wire.makers.map(({ api_key, bot, ...maker }) => ({ ...parseParticipant(maker), apiKey: api_key, bot })),
		solvers: wire.solvers.map(({ bot, ...solver }) => ({ ...parseParticipant(solver), bot })),
	})
}

/** The content of `network.json`. */
export function formatNetworkFile(file: NetworkFile): NetworkFileWire {
	return omitUndefined({
		network: file.network,
		network_id: file.networkId,
		pid: file.pid,
		started_at_ms: file.startedAtMs,
		base_url: file.baseUrl,
		flash_url: file.flashUrl,
		solver_url: file.solverUrl,
		gateway_url: file.gatewayUrl,
		operator_url: file.operatorUrl,
		cluster: file.cluster && {
			nodes: file.cluster.nodes.map(({ name, baseUrl, operatorUrl }) => {
				return { name, base_url: baseUrl, operator_url: operatorUrl }
			}),
			nats_url: file.cluster.natsUrl,
			database_url: file.cluster.databaseUrl,
		},
		instamint: file.instamint && {
			component: file.instamint.component,
			badge_resource: file.instamint.badgeResource,
			customers: [...file.instamint.customers],
		},
		tokens: file.tokens.map(({ symbol, resourceAddress, divisibility }) => {
			return { symbol, resource_address: resourceAddress, divisibility }
		}),
		users: file.users.map(formatParticipant),
		makers: file.makers.map(maker => ({ ...formatParticipant(maker), api_key: maker.apiKey, bot: maker.bot })),
		solvers: file.solvers.map(solver => ({ ...formatParticipant(solver), bot: solver.bot })),
	})
}

function parseParticipant({ name, address, curve, private_key_hex }: ParticipantWire): NetworkParticipant {
	return { name, address, curve: curve === 'ed25519' ? 'Ed25519' : 'Secp256k1', privateKeyHex: private_key_hex }
}

function formatParticipant({ name, address, curve, privateKeyHex }: NetworkParticipant): ParticipantWire {
	return { name, address, curve: curve === 'Ed25519' ? 'ed25519' : 'secp256k1', private_key_hex: privateKeyHex }
}

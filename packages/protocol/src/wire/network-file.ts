import { z } from 'zod'
import { addressWire, countWire, hexWire, symbolWire, timestampWire } from './primitives.ts'

const participant = z.object({
	name: z.string(),
	address: addressWire,
	curve: z.enum(['ed25519', 'secp256k1']),
	private_key_hex: hexWire,
})

/** `network.json`: how other programs find a running local network, its tokens and its throw-away keys. */
export const networkFileWire = z.object({
	network: z.string(),
	network_id: countWire,
	pid: countWire,
	started_at_ms: timestampWire,
	base_url: z.string(),
	flash_url: z.string(),
	solver_url: z.string(),
	gateway_url: z.string(),
	/** Its key lies beside this file, in `operator.key`. */
	operator_url: z.string().optional(),
	tokens: z.array(z.object({ symbol: symbolWire, resource_address: addressWire, divisibility: countWire.max(18) })),
	users: z.array(participant),
	makers: z.array(participant.extend({ api_key: z.string(), bot: z.boolean() })),
	solvers: z.array(participant.extend({ bot: z.boolean() })),
})
export type NetworkFileWire = z.infer<typeof networkFileWire>

import { readFileSync } from 'node:fs'
import { type NetworkFileWire, networkFileWire, type Token } from '@accord/protocol'
import { type PlayAccount, type PlayKeys, playNetworkId } from './play-keys.ts'

/** The content of `network.json`: how other programs find this network, its tokens and its play keys. */
export function networkFile(options: {
	port: number
	gatewayPort: number
	operatorPort: number
	startedAtMs: number
	tokens: readonly Token[]
	keys: PlayKeys
}): NetworkFileWire {
	const { port, gatewayPort, operatorPort, startedAtMs, tokens, keys } = options
	return {
		network: 'simulator',
		network_id: playNetworkId,
		pid: process.pid,
		started_at_ms: startedAtMs,
		base_url: `http://127.0.0.1:${port}`,
		flash_url: `ws://127.0.0.1:${port}/flash`,
		solver_url: `ws://127.0.0.1:${port}`,
		gateway_url: `http://127.0.0.1:${gatewayPort}`,
		operator_url: `http://127.0.0.1:${operatorPort}`,
		tokens: tokens.map(({ symbol, resourceAddress, divisibility }) => ({
			symbol,
			resource_address: resourceAddress,
			divisibility,
		})),
		users: keys.users.map(participant),
		makers: keys.makers.map(maker => ({ ...participant(maker), api_key: maker.apiKey, bot: maker.bot })),
		solvers: keys.solvers.map(solver => ({ ...participant(solver), bot: solver.bot })),
	}
}

/** Reads a `network.json`. @throws Error that says what to do when there is none */
export function readNetworkFile(path: string): NetworkFileWire {
	let text: string
	try {
		text = readFileSync(path, 'utf8')
	} catch {
		throw new Error(`${path} cannot be read: start a network first (npm start), or name its file with --network`)
	}
	return networkFileWire.parse(JSON.parse(text))
}

function participant({ name, address, curve, privateKeyHex }: PlayAccount) {
	return {
		name,
		address,
		curve: curve === 'Ed25519' ? 'ed25519' : 'secp256k1',
		private_key_hex: privateKeyHex,
	} as const
}

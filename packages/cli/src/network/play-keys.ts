import { createHash } from 'node:crypto'
import {
	accountAddress,
	derivePrivateKey,
	type KeyPair,
	keyPairFromPrivateKey,
	type PrivateKey,
	playSeed,
} from '@accord/ledger'

/** The simulator: the only network that play keys are good for. */
export const playNetworkId = 242

/** A funded participant of the local network. */
export type PlayAccount = PrivateKey & { name: string; address: string; keyPair: KeyPair }

export type PlayMaker = PlayAccount & { apiKey: string; bot: boolean }
export type PlaySolver = PlayAccount & { bot: boolean }

export type PlayKeys = { service: PlayAccount; users: PlayAccount[]; makers: PlayMaker[]; solvers: PlaySolver[] }

/** All keys of a local network with so many users; every second user signs with Secp256k1, the others with Ed25519. */
export function playKeys(users: number): PlayKeys {
	return {
		service: playAccount('service', 'Ed25519'),
		users: Array.from({ length: users }, (_, n) => playAccount(`user-${n + 1}`, curveOf(n))),
		makers: [
			{ ...playMaker('reference-maker', 'Ed25519'), bot: true },
			{ ...playMaker('maker-1', 'Ed25519'), bot: false },
			{ ...playMaker('maker-2', 'Secp256k1'), bot: false },
		],
		solvers: [
			{ ...playAccount('reference-solver', 'Ed25519'), bot: true },
			{ ...playAccount('solver-1', 'Secp256k1'), bot: false },
		],
	}
}

function curveOf(n: number): PrivateKey['curve'] {
	return n % 2 === 1 ? 'Secp256k1' : 'Ed25519'
}

function playAccount(name: string, curve: PrivateKey['curve']): PlayAccount {
	const key = derivePrivateKey({ seed: playSeed, name, curve })
	const keyPair = keyPairFromPrivateKey(key)
	const publicKey = { curve, publicKey: keyPair.publicKey }
	return { ...key, name, address: accountAddress(publicKey, playNetworkId), keyPair }
}

function playMaker(name: string, curve: PrivateKey['curve']): PlayAccount & { apiKey: string } {
	return { ...playAccount(name, curve), apiKey: playApiKey(name) }
}

function playApiKey(name: string): string {
	return `play-${createHash('sha256').update(`${playSeed}/api-key/${name}`).digest('hex').slice(0, 40)}`
}

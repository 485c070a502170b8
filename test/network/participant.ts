import { accountAddress, type Curve, deriveKeyPair, type KeyPair, playSeed } from '@accord/ledger'

/** Someone on a test network: an account and the key that owns it. */
export type Participant = { name: string; account: string; keyPair: KeyPair }

/** The same participant on every run. */
export function participant(name: string, curve: Curve, networkId: number): Participant {
	const keyPair = deriveKeyPair({ seed: playSeed, name, curve })
	return { name, keyPair, account: accountAddress({ curve, publicKey: keyPair.publicKey }, networkId) }
}

/** Users, makers and solvers by number: odd ones sign with Ed25519, even ones with Secp256k1. */
export function participants(role: string, count: number, networkId: number): Participant[] {
	return Array.from({ length: count }, (_, at) =>
		participant(`${role}-${at + 1}`, at % 2 === 0 ? 'Ed25519' : 'Secp256k1', networkId),
	)
}

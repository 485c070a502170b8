import type { PublicKey } from '../codec.ts'
import { deriveKeyPair } from './key-pair.ts'

/**
 * All keys of the local network derive from this one text, so that every start has the same ones. It is public: never use
 * these keys on another network, where anyone could sign with them.
 */
export const playSeed = 'accord local network: throw-away play keys, never use them elsewhere'

/** The names of the treasury and of the service among the play keys. */
export const treasuryName = 'treasury'
export const serviceName = 'service'

/**
 * The names of three keys among the play keys: the Instamint component's operator, its super operator and its payback
 * key.
 */
export const instamintOperatorName = 'instamint-operator'
export const instamintSuperOperatorName = 'instamint-super-operator'
export const instamintPaybackName = 'instamint-payback'

/** Whether a public key is a play key, under one of the local network's names or one of `names`. */
export function isPlayKey(publicKey: PublicKey, names: readonly string[] = playNames()): boolean {
	const { curve } = publicKey
	return names.some(name => deriveKeyPair({ seed: playSeed, name, curve }).publicKey === publicKey.publicKey)
}

function playNames(): string[] {
	const instamint = [instamintOperatorName, instamintSuperOperatorName, instamintPaybackName]
	const fixed = [serviceName, treasuryName, 'reference-maker', 'reference-solver', ...instamint]
	const numbered = (name: string, count: number) => Array.from({ length: count }, (_, n) => `${name}-${n + 1}`)
	return [...fixed, ...numbered('maker', 10), ...numbered('solver', 10), ...numbered('user', 100)]
}

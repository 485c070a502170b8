import type { PublicKey } from './addon.ts'
import { deriveKeyPair } from './key-pair.ts'

/**
 * All keys of the local network derive from this one text, so that every start shows the same ones. It is public:
 * whoever uses one of these keys on another network gives it away.
 */
export const playSeed = 'accord local network: throw-away play keys, never use them elsewhere'

/** The name that the local ledger's treasury has among the play keys. */
export const treasuryName = 'treasury'

/** Whether a public key is one of the local network's, for the names it gives out or for those asked. */
export function isPlayKey(publicKey: PublicKey, names: readonly string[] = playNames()): boolean {
	const { curve } = publicKey
	return names.some(name => deriveKeyPair({ seed: playSeed, name, curve }).publicKey === publicKey.publicKey)
}

function playNames(): string[] {
	const fixed = ['service', treasuryName, 'reference-maker', 'reference-solver']
	const numbered = (name: string, count: number) => Array.from({ length: count }, (_, n) => `${name}-${n + 1}`)
	return [...fixed, ...numbered('maker', 10), ...numbered('solver', 10), ...numbered('user', 100)]
}

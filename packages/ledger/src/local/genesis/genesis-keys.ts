import { accountAddress, type Curve } from '../../codec.ts'
import { deriveKeyPair, type KeyPair } from '../../keys/key-pair.ts'
import { instamintOperatorName, instamintSuperOperatorName, treasuryName } from '../../keys/play-keys.ts'

/** The actors of a local ledger's first transactions: all derive from one seed. */
export type GenesisKeys = {
	readonly networkId: number
	/** Holds the whole supply. */
	readonly treasury: KeyPair
	/** Of the Instamint component. */
	readonly operator: KeyPair
	/** Can replace the operator. */
	readonly superOperator: KeyPair
	/** Of the Instamint component, in the order of their ids. */
	readonly customers: readonly { readonly name: string; readonly account: string }[]
}

const customers: readonly { readonly name: string; readonly curve: Curve }[] = [
	{ name: 'reference-maker', curve: 'Ed25519' },
	{ name: 'maker-1', curve: 'Ed25519' },
	{ name: 'maker-2', curve: 'Secp256k1' },
]

export function genesisKeys({ seed, networkId }: { seed: string; networkId: number }): GenesisKeys {
	const key = (name: string, curve: Curve = 'Ed25519') => deriveKeyPair({ seed, name, curve })
	return {
		networkId,
		treasury: key(treasuryName),
		operator: key(instamintOperatorName),
		superOperator: key(instamintSuperOperatorName),
		customers: customers.map(({ name, curve }) => ({ name, account: accountAddress(key(name, curve), networkId) })),
	}
}

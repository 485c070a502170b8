import { accountAddress, type Curve } from '../../codec.ts'
import { deriveKeyPair, type KeyPair } from '../../keys/key-pair.ts'
import { instamintOperatorName, instamintSuperOperatorName, serviceName, treasuryName } from '../../keys/play-keys.ts'

/** The actors of a local ledger's first transactions, all derived from one seed. */
export type GenesisKeys = {
	readonly networkId: number
	/** The account that holds the entire supply. */
	readonly treasury: KeyPair
	/** The key of the local network's service, which mints and burns markers. */
	readonly service: KeyPair
	/** The operator of the Instamint component. */
	readonly operator: KeyPair
	/** The super operator, who can replace the operator. */
	readonly superOperator: KeyPair
	/** The customers of the Instamint component, ordered by id. */
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
		service: key(serviceName),
		operator: key(instamintOperatorName),
		superOperator: key(instamintSuperOperatorName),
		customers: customers.map(({ name, curve }) => ({ name, account: accountAddress(key(name, curve), networkId) })),
	}
}

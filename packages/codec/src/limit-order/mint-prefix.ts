import { Decimal, integerLocalId } from '@accord/protocol'
import type { Instruction, Value } from '../codec-types.ts'

export { mintPrefix } from '@accord/protocol'

/** A mint on credit in a prefix: the arguments of `mint_to_account`, and the badge it proves. */
export type Mint = {
	/** The component that is called; callers check whether it is the Instamint component they expect. */
	readonly component: string
	/** The customer badge's id, such as `#1#`. */
	readonly localId: string
	readonly resource: string
	readonly amount: Decimal
}

/**
 * The mints among the instructions. The badge is the last one for which a proof was created. A manifest that hides
 * whose mint it is misleads only this reading, not the ledger, whose answer a preview shows.
 */
export function readMints(instructions: readonly Instruction[]): Mint[] {
	let localId: string | undefined
	return instructions.flatMap(({ address, method, args = [] }): Mint[] => {
		if (method === 'create_proof_of_non_fungibles') localId = readLocalId(args[1]?.fields?.[0]) ?? localId
		if (method !== 'mint_to_account' || address === undefined || localId === undefined) return []
		const [resource, amount] = args
		const minted = Decimal.tryParse(amount?.kind === 'Decimal' ? amount.value : undefined)
		if (resource?.kind !== 'Address' || resource.value === undefined || minted === undefined) return []
		return [{ component: address, localId, resource: resource.value, amount: minted }]
	})
}

/** Manifest SBOR of an integer id: 8 bytes, big-endian. */
const integerId = /^4d8701([0-9a-f]{16})$/

function readLocalId(value: Value | undefined): string | undefined {
	const digits = integerId.exec(value?.sborHex ?? '')?.[1]
	return digits === undefined ? undefined : integerLocalId(BigInt(`0x${digits}`))
}

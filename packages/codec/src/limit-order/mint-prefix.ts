import { Decimal, integerLocalId } from '@accord/protocol'
import { tryReadAddress } from '../address.ts'
import type { Instruction, Value } from '../codec-types.ts'

export { mintPrefix } from '@accord/protocol'

/** A mint on credit: the arguments of `mint_to_account`, and the badge it proves. */
export type Mint = {
	/** The component that is called; callers check whether it is the Instamint component they expect. */
	readonly component: string
	/** The customer badge's id, such as `#1#`. */
	readonly localId: string
	readonly resource: string
	readonly amount: Decimal
}

/**
 * The mint that a prefix consists of: exactly the three instructions of {@link mintPrefix}. With anything else in front,
 * between or behind, or with a proof of several badges, the bytes do not show whose allowance is used: undefined.
 */
export function readMint(prefix: readonly Instruction[]): Mint | undefined {
	const [proof, named, call, ...others] = prefix
	if (proof === undefined || call === undefined || others.length > 0) return undefined
	const localId = readProvenId(proof)
	const isNamed = named?.name === 'CREATE_PROOF_FROM_AUTH_ZONE_OF_NON_FUNGIBLES'
	if (localId === undefined || !isNamed || !isCall(call, 'mint_to_account') || call.address === undefined)
		return undefined
	const [resource, amount, badge, ...more] = call.args ?? []
	const minted = Decimal.tryParse(amount?.kind === 'Decimal' ? amount.value : undefined)
	const isMint = resource?.kind === 'Address' && badge?.kind === 'Proof' && more.length === 0
	if (!isMint || resource.value === undefined || minted === undefined) return undefined
	return { component: call.address, localId, resource: resource.value, amount: minted }
}

/** The one badge of an account that an instruction proves. */
function readProvenId(instruction: Instruction): string | undefined {
	const { address, args = [] } = instruction
	if (!isCall(instruction, 'create_proof_of_non_fungibles')) return undefined
	if (address === undefined || tryReadAddress(address)?.isAccount !== true || args.length !== 2) return undefined
	const [id, ...others] = args[1]?.fields ?? []
	return others.length === 0 ? readLocalId(id) : undefined
}

function isCall({ name, method }: Instruction, of: string): boolean {
	return name === 'CALL_METHOD' && method === of
}

/** Manifest SBOR of an integer id: 8 bytes, big-endian. */
const integerId = /^4d8701([0-9a-f]{16})$/

function readLocalId(value: Value | undefined): string | undefined {
	const digits = integerId.exec(value?.sborHex ?? '')?.[1]
	return digits === undefined ? undefined : integerLocalId(BigInt(`0x${digits}`))
}

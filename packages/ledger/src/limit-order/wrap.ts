import { call } from '@accord/codec/door'
import {
	type CompiledSubintent,
	composeOuter,
	type OuterAmounts,
	readSignedLimitOrder,
	type SignedLimitOrder,
} from '../codec.ts'
import type { KeyPair } from '../keys/key-pair.ts'
import type { SignedPartialTransaction } from '../transaction/subintent.ts'

/**
 * The account that receives platform fees (its owner does not matter), the key that signs outers, and the previous key while it is
 * still accepted.
 */
export type ServiceSigner = { readonly account: string; readonly keyPair: KeyPair; readonly formerKeyPair?: KeyPair }

/**
 * Puts the service's signed outer subintent around a signed order or fill. The outer takes the platform fee, returns
 * the rebate, and leaves the rest of the settlement fee to the solver. It is valid exactly as long as the inner.
 *
 * The signature is a security boundary: it satisfies the inner's VERIFY_PARENT. So `validate` receives what was read
 * from the very bytes that are wrapped. It returns the outer's amounts, and the signing key if that is not the
 * service's current one. If it throws, nothing is signed.
 * @throws CodecError if the inner's bytes are invalid, and anything `validate` throws
 */
export function wrap(options: {
	inner: string
	/** The earlier reading of exactly these bytes, if there is one; otherwise they are read here. */
	known?: SignedLimitOrder | undefined
	validate: (order: SignedLimitOrder) => OuterAmounts & { readonly keyPair?: KeyPair }
	service: ServiceSigner
	networkId: number
}): SignedPartialTransaction {
	const { inner, validate, service, networkId } = options
	const order = options.known ?? readSignedLimitOrder(inner, networkId)
	const { keyPair = service.keyPair, ...amounts } = validate(order)
	const outer = composeOuter({ ...amounts, inner: order, serviceAccount: service.account, networkId })
	return signOwn(outer, { keyPair, inner, networkId })
}

/** The signature was made right here; the ledger verifies it anyway. */
function signOwn(
	{ subintent, subintentHash }: CompiledSubintent,
	{ keyPair, inner, networkId }: { keyPair: KeyPair; inner: string; networkId: number },
): SignedPartialTransaction {
	const signatures = [keyPair.sign(subintentHash)]
	return call('attach_own_signatures', { subintent, signatures, children: [inner], networkId })
}

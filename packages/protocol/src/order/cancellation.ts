import * as z from '#schema'
import { addressWire } from '../fields.ts'
import { list, request, type ValueOf } from '../message.ts'
import { hasKey, signatureMembers } from './signing.ts'

/** The dApp and origin for which a Radix wallet made a proof of ownership (ROLA). */
export type RolaProof = ValueOf<typeof RolaProof>
export const RolaProof = request({ dappDefinitionAddress: addressWire, origin: z.string().min(1).max(256) })

const cancellationMembers = {
	...signatureMembers,
	rola: RolaProof.optional().describe('Of a wallet’s proof of ownership.'),
}

/** A signature over the hash of {@link cancelMessage}, or a proof of ownership with that hash as challenge. */
export type CancellationSignature = ValueOf<typeof CancellationSignature>
export const CancellationSignature = request(cancellationMembers, hasKey)

/**
 * The signature of the account's own key or, for an account that is secured differently, those of all keys that signed
 * the order.
 */
export type Cancellation = ValueOf<typeof Cancellation>
/**
 * Body of DELETE /trade/orders/:subintent_id: a signature, by the account's key that signed the order, over the
 * BLAKE2b-256 hash of the text of `cancelMessage`. A wallet that signs only proofs of ownership (ROLA) receives that
 * hash as the challenge, and `rola` says for which dApp and origin it signed.
 */
export const Cancellation = request(
	{
		...cancellationMembers,
		coSignatures: list(CancellationSignature, { max: 15 })
			.optional()
			.describe(
				'By the other keys that signed the order, if the account is secured by something else than its own key.',
			),
	},
	hasKey,
)

/** The text whose BLAKE2b-256 hash is signed to cancel an order. */
export function cancelMessage(subintentId: string): string {
	return `accord:cancel:${subintentId}`
}

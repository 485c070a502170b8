import * as z from 'zod'
import { addressWire, subintentIdWire } from '../fields.ts'
import type { Cancellation, CancellationSignature } from '../order/cancellation.ts'
import { omitUndefined } from './omit-undefined.ts'
import {
	formatSignature,
	parseSignature,
	signatureFields,
	signatureHasKey,
	signatureHasKeyMeta,
} from './signing-api.ts'

/** Body of POST /trade/orders. */
export const submitOrderWire = z.strictObject({
	signed_partial_transaction: z.string().describe('What the wallet answered, in hexadecimal.'),
})
export type SubmitOrderWire = z.infer<typeof submitOrderWire>

/** Answer of POST /trade/orders, and result of platform.fills.fill (specification, Order submission result). */
export const submissionResultWire = z.object({
	success: z.literal(true),
	success_response: z.object({ subintent_id: subintentIdWire }),
})
export type SubmissionResultWire = z.infer<typeof submissionResultWire>

/** The subintent id of what was accepted. */
export function parseSubmissionResult({ success_response: { subintent_id } }: SubmissionResultWire): string {
	return subintent_id
}

/** The answer to an accepted submission. */
export function formatSubmissionResult(subintentId: string): SubmissionResultWire {
	return { success: true, success_response: { subintent_id: subintentId } }
}

/** For which dApp and origin a wallet signed a proof of ownership. */
export const rolaWire = z.strictObject({ dapp_definition_address: addressWire, origin: z.string().min(1).max(256) })

const cancellationFields = {
	...signatureFields,
	rola: rolaWire.optional().describe('For a signature that a Radix wallet made as proof of ownership.'),
}
/** One more signature of a cancellation. */
export const cancellationSignatureWire = z
	.strictObject(cancellationFields)
	.refine(...signatureHasKey)
	.meta(signatureHasKeyMeta)

/**
 * Body of DELETE /trade/orders/:subintent_id: a signature by the key of the account, which signed the order, over the
 * BLAKE2b-256 hash of the text of `cancelMessage`. A wallet that signs only proofs of ownership (ROLA) is given that hash as
 * challenge, and `rola` says for which dApp and origin it signed.
 */
export const cancelOrderWire = z
	.strictObject({
		...cancellationFields,
		co_signatures: z
			.array(cancellationSignatureWire)
			.max(15)
			.optional()
			.describe(
				'By the other keys that signed the order, if the account is secured by something else than its own key.',
			),
	})
	.refine(...signatureHasKey)
	.meta(signatureHasKeyMeta)
/** As it is sent; the service reads `z.output` of the schema, with the curve in its one spelling. */
export type CancelOrderWire = z.input<typeof cancelOrderWire>

/** Reads the body that cancels an order, the curve in its one spelling. */
export function parseCancellation(wire: z.output<typeof cancelOrderWire>): Cancellation {
	const coSignatures = wire.co_signatures?.map(parseCancellationSignature)
	return { ...parseCancellationSignature(wire), ...omitUndefined({ coSignatures }) }
}

function parseCancellationSignature(wire: z.output<typeof cancellationSignatureWire>): CancellationSignature {
	const rola = wire.rola && {
		dappDefinitionAddress: wire.rola.dapp_definition_address,
		origin: wire.rola.origin,
	}
	return { ...parseSignature(wire), ...omitUndefined({ rola }) }
}

/** The body that cancels an order. */
export function formatCancellation({ coSignatures, ...signature }: Cancellation): CancelOrderWire {
	const co_signatures = coSignatures?.map(formatCancellationSignature)
	return { ...formatCancellationSignature(signature), ...omitUndefined({ co_signatures }) }
}

function formatCancellationSignature({ rola, ...signature }: CancellationSignature) {
	return omitUndefined({
		...formatSignature(signature),
		rola: rola && { dapp_definition_address: rola.dappDefinitionAddress, origin: rola.origin },
	})
}

import type { SubintentSignature } from './subintent.ts'

/** The dApp and origin for which a Radix wallet made a proof of ownership (ROLA). */
export type RolaProof = { readonly dappDefinitionAddress: string; readonly origin: string }

/** A signature, by a key that signed the order, over the hash of {@link cancelMessage}, or a proof of ownership with it as challenge. */
export type CancellationSignature = SubintentSignature & { readonly rola?: RolaProof }

/** The text whose BLAKE2b-256 hash is signed to cancel an order. */
export function cancelMessage(subintentId: string): string {
	return `accord:cancel:${subintentId}`
}

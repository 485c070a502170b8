import type { SubintentSignature } from './subintent.ts'

/** The dApp and origin for which a Radix wallet made a proof of ownership (ROLA). */
export type RolaProof = { readonly dappDefinitionAddress: string; readonly origin: string }

/** A signature over the hash of {@link cancelMessage}, or a proof of ownership with it as challenge. */
export type CancellationSignature = SubintentSignature & { readonly rola?: RolaProof }

/** The signature of the account's own key or, for an account secured otherwise, those of all keys that signed the order. */
export type Cancellation = CancellationSignature & { readonly coSignatures?: readonly CancellationSignature[] }

/** The text whose BLAKE2b-256 hash is signed to cancel an order. */
export function cancelMessage(subintentId: string): string {
	return `accord:cancel:${subintentId}`
}

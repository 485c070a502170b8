import type { Fee } from '../fee/fee.ts'
import type { LimitOrder } from './limit-order.ts'

/** How far ahead an order expires when nothing else is requested. */
export const defaultExpiresInSeconds = 45

/** The terms of a limit order manifest (specification, POST /construction/compose request body). */
export type ComposeRequest = { readonly account: string; readonly limitOrder: LimitOrder; readonly fee: Fee }

/** A maker's fill to compose: paid from this account, of the order with this id, which decides all the rest. */
export type FillToCompose = { readonly account: string; readonly orderId: string }

/** A composed fill: its manifest, and what it says. */
export type ComposedFill = { readonly manifest: string; readonly limitOrder: LimitOrder; readonly fee: Fee }

/**
 * A manifest to compile into a subintent (POST /construction/create_subintent). It expires so many seconds from now, 45 when
 * absent, or at a time in seconds since the Unix epoch. A maker's fill names its order: it expires 15 s from now, or with
 * its order if that is sooner, when nothing is said.
 */
export type SubintentRequest = {
	/** The id of the order that it fills; absent for a user's order. */
	readonly orderId?: string
	readonly manifest: string
	readonly expiresInSeconds?: number
	readonly expiresAtS?: number
	/** A whole number of 64 bits as text; random when absent. */
	readonly intentDiscriminator?: string
	readonly message?: string
}

/** An unsigned subintent as the service made it, in hex. `subintentHash` is what a key signs; compute it yourself before you do. */
export type CreatedSubintent = {
	readonly subintent: string
	readonly subintentHash: string
	readonly subintentId: string
	/** Seconds since the Unix epoch. */
	readonly expiresAtS: number
}

/** The curve of a key or a signature. */
export type Curve = 'Ed25519' | 'Secp256k1'

/** One signature over a subintent's hash, in hex. A Secp256k1 one is recoverable, so that its key may be absent. */
export type SubintentSignature = {
	readonly curve: Curve
	readonly publicKey?: string
	readonly signature: string
}

/** A subintent and the signatures to put on it (POST /construction/sign). */
export type SigningRequest = { readonly subintent: string; readonly signatures: readonly SubintentSignature[] }

/** A signed subintent, ready to submit, in hex. */
export type SignedSubintent = { readonly signedPartialTransaction: string; readonly subintentId: string }

import { attachSignatures, compileSubintent, type Header } from '../codec.ts'
import type { KeyPair } from '../keys/key-pair.ts'

/** An unsigned subintent: its bytes and the 32-byte hash to sign (hex), and its id (`subtxid_…`). */
export type Subintent = { readonly subintent: string; readonly subintentHash: string; readonly subintentId: string }

/** A subintent with its signatures and its children, ready to be submitted; bytes and hash are hex. */
export type SignedPartialTransaction = {
	readonly signedPartialTransaction: string
	readonly subintentHash: string
	readonly subintentId: string
}

/**
 * Compiles a subintent manifest (text) under a header; `message` is plain text that the signer sees.
 * @throws Error with `code` `bad_manifest` (the message has line and column), `wrong_network` or `bad_payload`
 */
export function createSubintent(options: {
	manifest: string
	header: Header
	message?: string | undefined
}): Subintent {
	const { manifest, header, message } = options
	return compileSubintent({ manifest, header, ...(message === undefined ? {} : { message }) })
}

/**
 * Signs a subintent with each key pair. The hash is computed here from the bytes, never taken from elsewhere. `children`
 * are the signed partial transactions (hex) that its USE_CHILDs name.
 * @throws Error with `code` `bad_payload` if they are not exactly those
 */
export function signSubintent(options: {
	subintent: Subintent
	keyPairs: readonly KeyPair[]
	networkId: number
	children?: readonly string[]
}): SignedPartialTransaction {
	const { subintent, keyPairs, networkId, children = [] } = options
	return attachSignatures({
		subintent: subintent.subintent,
		signatures: keyPairs.map(keyPair => keyPair.sign(subintent.subintentHash)),
		children,
		networkId,
	})
}

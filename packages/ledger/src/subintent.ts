import { attachSignatures, compileSubintent, type Header } from './addon.ts'
import type { KeyPair } from './key-pair.ts'

export { decompileSubintent, readManifest, readSubintent } from './addon.ts'

/** An unsigned subintent: its bytes, the 32-byte hash that is signed, and its id (`subtxid_…`). All but the id are hex. */
export type Subintent = { subintent: string; subintentHash: string; subintentId: string }

/** A subintent with its signatures and its children, ready to be handed in. */
export type SignedPartialTransaction = { signedPartialTransaction: string; subintentHash: string; subintentId: string }

/**
 * Compiles a subintent manifest under a header. Throws an error with `code` `bad_manifest` (the message has line and
 * column) or `bad_payload`.
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
 * Signs a subintent with each key pair. The hash is computed here from the bytes, never taken from elsewhere.
 * `children` are the signed partial transactions that its USE_CHILDs name, in their order.
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
		children: [...children],
		networkId,
	})
}

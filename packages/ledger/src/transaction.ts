import { type NotarizedTransaction, notarize, prepareTransaction } from './addon.ts'
import { intentHeader, type ValidityWindow } from './intent-header.ts'
import type { KeyPair } from './key-pair.ts'

export type { NotarizedTransaction } from './addon.ts'
export { decompileTransaction, readTransaction } from './addon.ts'

/** Compiles a root manifest over its children, then signs and notarizes it with one key. */
export function composeTransaction(options: {
	manifest: string
	window: ValidityWindow
	keyPair: KeyPair
	networkId: number
	children?: readonly string[]
	discriminator?: string | undefined
}): NotarizedTransaction {
	const { manifest, keyPair, networkId, children = [] } = options
	const { signedTransactionIntent, hashToSign } = prepareTransaction({
		manifest,
		header: intentHeader(options),
		notary: { curve: keyPair.curve, publicKey: keyPair.publicKey },
		children: [...children],
	})
	return notarize({ signedTransactionIntent, notarySignature: keyPair.sign(hashToSign), networkId })
}

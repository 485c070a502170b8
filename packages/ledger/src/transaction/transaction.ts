import { intentHeader, type NotarizedTransaction, notarize, prepareTransaction, type ValidityWindow } from '../codec.ts'
import type { KeyPair } from '../keys/key-pair.ts'

/**
 * Compiles a root manifest (text) over its children (signed partial transactions, hex), then signs and notarizes it with
 * one key.
 * @throws Error with `code` `bad_manifest`, `bad_payload` or `wrong_network`
 */
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
		children,
	})
	return notarize({ signedTransactionIntent, notarySignature: keyPair.sign(hashToSign), networkId })
}

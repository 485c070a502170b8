import { type NotarizedTransaction, notarize, prepareRoot, type RootDraft } from '../codec.ts'
import type { AccountOwner } from '../transaction/transfer.ts'

/** The solver's transaction over a bundle's items, signed. @throws Error as {@link prepareRoot} does */
export function composeRoot(
	options: Omit<RootDraft, 'solver'> & { readonly solver: AccountOwner },
): NotarizedTransaction {
	const { solver, networkId } = options
	const root = prepareRoot({ ...options, solver: { account: solver.account, publicKey: solver.keyPair } })
	return notarize({
		signedTransactionIntent: root.signedTransactionIntent,
		notarySignature: solver.keyPair.sign(root.hashToSign),
		networkId,
	})
}

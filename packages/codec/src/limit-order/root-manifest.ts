import { Decimal, type ResourceAmount } from '@accord/protocol'
import type { PreparedTransaction, PublicKey } from '../codec-types.ts'
import { compilePreview, prepareTransaction } from '../functions.ts'
import { intentHeader, type ValidityWindow } from '../transaction/intent-header.ts'
import type { Item } from './item.ts'

/** The most items in one root: the engine accepts 32 subintents in a transaction, and every item contains two. */
export const itemsPerRootMax = 16

/** The inputs of a root's manifest. */
export type RootTerms = {
	readonly items: readonly Item[]
	readonly solverAccount: string
	readonly lockFeeXrd: Decimal
	/** Amounts that the solver adds from its own account when the items do not cover each other. */
	readonly inventory?: readonly ResourceAmount[]
}

/** The inputs of a root. */
export type RootDraft = {
	readonly items: readonly Item[]
	readonly solver: { readonly account: string; readonly publicKey: PublicKey }
	readonly lockFeeXrd: Decimal
	readonly inventory?: readonly ResourceAmount[]
	readonly window: ValidityWindow
	readonly networkId: number
	readonly discriminator?: string
}

/**
 * The solver's transaction over a bundle's items (specification, "Solver procedure"): it passes every sell amount to the
 * item that buys it and deposits the rewards in the solver's account. The solver signs `hashToSign`, which `notarize` attaches.
 * @throws Error if there are more than {@link itemsPerRootMax} items
 */
export function prepareRoot(draft: RootDraft): PreparedTransaction {
	const { items, solver } = draft
	return prepareTransaction({
		manifest: rootManifest({ ...draft, solverAccount: solver.account }),
		header: intentHeader(draft),
		notary: keyOf(solver),
		children: items.map(item => item.signedPartialTransaction),
	})
}

/** The same root as a compiled preview (hex), which needs only the solver's public key. @throws Error as {@link prepareRoot} does */
export function composeRootPreview(draft: RootDraft): string {
	const { items, solver } = draft
	return compilePreview({
		manifest: rootManifest({ ...draft, solverAccount: solver.account }),
		header: intentHeader(draft),
		children: items.map(item => ({ signedPartial: item.signedPartialTransaction })),
		signers: [keyOf(solver)],
	})
}

/**
 * The text of the specification's root manifest, with the `lock_fee` that the ledger requires and any inventory added
 * by the solver. Its last instruction deposits the rest with the solver: the rewards, and any surplus.
 */
export function rootManifest({ items, solverAccount, lockFeeXrd, inventory = [] }: RootTerms): string {
	if (items.length > itemsPerRootMax)
		throw new Error(`a root has at most ${itemsPerRootMax} items, found ${items.length}`)
	const each = (line: (item: Item, name: string) => string) => items.map((item, at) => line(item, String(at + 1)))
	return [
		...each((item, n) => `USE_CHILD NamedIntent("item-${n}") Intent("${item.subintentId}");`),
		`CALL_METHOD Address("${solverAccount}") "lock_fee" Decimal("${Decimal.format(lockFeeXrd)}");`,
		...inventory.map(held => `CALL_METHOD Address("${solverAccount}") "withdraw" ${resourceAndAmount(held)};`),
		...each((_, n) => `YIELD_TO_CHILD NamedIntent("item-${n}");`),
		...each((item, n) => `TAKE_FROM_WORKTOP ${resourceAndAmount(item.terms.buy)} Bucket("buy-${n}");`),
		...each((_, n) => `YIELD_TO_CHILD NamedIntent("item-${n}") Bucket("buy-${n}");`),
		`CALL_METHOD Address("${solverAccount}") "deposit_batch" Expression("ENTIRE_WORKTOP");`,
	].join('\n')
}

function resourceAndAmount({ resource, amount }: ResourceAmount): string {
	return `Address("${resource}") Decimal("${Decimal.format(amount)}")`
}

// A key pair is assignable to this type, but it contains more than a public key.
function keyOf({ publicKey: { curve, publicKey } }: RootDraft['solver']): PublicKey {
	return { curve, publicKey }
}

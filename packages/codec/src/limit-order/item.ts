import { readSignedPartialTransaction, unwrap } from '../functions.ts'
import { pickWindow, type ValidityWindow } from '../transaction/intent-header.ts'
import { readSignedLimitOrder, requireTerms } from './signed-limit-order.ts'
import type { LimitOrderTerms } from './terms.ts'

/** One entry of a solver's bundle: a wrapped order or fill, and its contents. Ids are bech32m, hashes hex. */
export type Item = {
	/** The original bytes, outer included (hex). */
	readonly signedPartialTransaction: string
	/** The outer's id and hash, by which the solver's root names its child. */
	readonly subintentId: string
	readonly subintentHash: string
	/** The id and hash of the inner order or fill, which can be settled only once. */
	readonly innerId: string
	readonly innerHash: string
	readonly window: ValidityWindow
	readonly terms: LimitOrderTerms
	/** Whether the inner has extra instructions before the schema, whose cost is not known in advance. */
	readonly hasPrefix: boolean
}

/**
 * Strips the outer of a bundle's entry (hex) and reads the limit order inside (specification, "Solver procedure", steps 1
 * and 2). It does not check who signed the outer: the ledger does.
 * @throws CodecError if the bytes are not a valid signed partial transaction with one child, and a plain Error if the
 * child is not a limit order
 */
export function readItem(signedPartialTransaction: string, networkId: number): Item {
	const outer = readSignedPartialTransaction(signedPartialTransaction, networkId)
	const inner = readSignedLimitOrder(unwrap(signedPartialTransaction, networkId).signedPartialTransaction, networkId)
	return {
		signedPartialTransaction,
		subintentId: outer.subintentId,
		subintentHash: outer.subintentHash,
		innerId: inner.subintentId,
		innerHash: inner.subintentHash,
		window: pickWindow(outer.header),
		terms: requireTerms(inner),
		hasPrefix: inner.reading.hasPrefix,
	}
}

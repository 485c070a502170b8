import { readSignedPartialTransaction, type SubintentInfo, unwrap } from './addon.ts'
import type { ValidityWindow } from './intent-header.ts'
import { type OrderTerms, readOrderTerms } from './order-terms.ts'

/** One entry of a solver's bundle: a wrapped order or fill, read. */
export type Item = {
	/** The bytes as they came, outer included (hex). */
	signedPartialTransaction: string
	/** The outer's id and hash: what the solver's root names as its child. */
	subintentId: string
	subintentHash: string
	/** The id and hash of the order or fill inside: what settles, once. */
	innerId: string
	innerHash: string
	window: ValidityWindow
	terms: OrderTerms
}

/**
 * Strips the outer of a bundle's entry and reads the limit order inside, as the specification's solver procedure asks
 * (steps 1 and 2). Throws an error with a `code` if the bytes are no valid signed partial transaction, and a plain one
 * if they are not a limit order in an outer.
 */
export function readItem(signedPartialTransaction: string, networkId: number): Item {
	const outer = readSignedPartialTransaction(signedPartialTransaction, networkId)
	const inner = readInner(signedPartialTransaction, networkId)
	const terms = readOrderTerms(inner.instructions)
	if (terms === undefined) throw new Error(`${inner.subintentId} does not follow the limit order manifest`)
	return {
		signedPartialTransaction,
		subintentId: outer.subintentId,
		subintentHash: outer.subintentHash,
		innerId: inner.subintentId,
		innerHash: inner.subintentHash,
		window: outer.header,
		terms,
	}
}

function readInner(signedPartialTransaction: string, networkId: number): SubintentInfo {
	return readSignedPartialTransaction(unwrap(signedPartialTransaction, networkId).signedPartialTransaction, networkId)
}

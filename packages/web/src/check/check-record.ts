import type { TradeTrace } from '@accord/protocol'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { shortId } from '../format/short-id.ts'
import { type Check, fails, holds } from './check.ts'
import type { SignedSubintent } from './signed-bytes.ts'

/**
 * Whether the order's outer has the hash of the published record of how the order was matched (docs/best-execution.md).
 * There is nothing to check before the order has settled, or without the outer's bytes.
 */
export function checkRecord({ matchRecord }: TradeTrace, outer: SignedSubintent | undefined): Check[] {
	if (matchRecord === undefined || outer === undefined) return []
	const hash = bytesToHex(sha256(utf8ToBytes(matchRecord)))
	const isThere = outer.subintent.includes(bytesToHex(utf8ToBytes(`accord-match-v1:${hash}`)))
	const check = isThere
		? holds('Match', `The record of how the order was matched hashes to ${shortId(hash)}, which these bytes contain.`)
		: fails('Match', `The record of how the order was matched hashes to ${hash}, which these bytes do not contain.`)
	return [check]
}

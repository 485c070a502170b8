import { Decimal, type TradeTrace } from '@accord/protocol'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { shortId } from '../format/short-id.ts'
import { type Check, fails, holds } from './check.ts'
import type { SignedSubintent } from './signed-bytes.ts'

/**
 * Whether the order's outer has the hash of the published record of how the order was matched (docs/best-execution.md), and
 * the levels shown as taken are those of the record.
 * There is nothing to check before the order has settled, or without the outer's bytes.
 */
export function checkRecord({ matchRecord, parts }: TradeTrace, outer: SignedSubintent | undefined): Check[] {
	if (matchRecord === undefined || outer === undefined) return []
	const hash = bytesToHex(sha256(utf8ToBytes(matchRecord)))
	const isThere = outer.subintent.includes(bytesToHex(utf8ToBytes(`accord-match-v1:${hash}`)))
	if (isThere && !hasLevels(matchRecord, parts))
		return [fails('Match', 'The levels shown as taken are not those of the record of how the order was matched.')]
	const check = isThere
		? holds('Match', `The record of how the order was matched hashes to ${shortId(hash)}, which these bytes contain.`)
		: fails('Match', `The record of how the order was matched hashes to ${hash}, which these bytes do not contain.`)
	return [check]
}

function hasLevels(matchRecord: string, parts: TradeTrace['parts']): boolean {
	try {
		const recorded = new Set(matchRecord.split('\n').flatMap(levelsOf))
		const shown = parts.filter(({ fill }) => fill?.state === 'Settled').flatMap(({ levels }) => levels)
		return shown.every(({ price, amount }) => recorded.has(`${price} ${amount}`))
	} catch {
		return false
	}
}

/** The levels taken in a match, one line of the record. @throws for another line */
function levelsOf(line: string): string[] {
	const { parts } = JSON.parse(line) as { parts: { levels: [price: string, amount: string][] }[] }
	return parts.flatMap(({ levels }) =>
		levels.map(([price, amount]) => `${Decimal.parse(price)} ${Decimal.parse(amount)}`),
	)
}

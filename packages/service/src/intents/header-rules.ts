import type { Header } from '@accord/ledger'
import type { Violation } from '@accord/protocol'
import type { ExpiryBounds } from './deadlines.ts'
import { joinedViolations } from './joined-violations.ts'

/** The ledger's current epoch and its own clock, which decides expiry. */
export type LedgerTime = { readonly epoch: number; readonly proposerTimestampMs: number }

/** An intent must be valid from now until its expiry: anything else would be a free option (decision 9). */
export function findHeaderViolations(
	{ ledgerState, expiry }: { ledgerState: LedgerTime; expiry: ExpiryBounds },
	header: Header,
): readonly Violation[] {
	return joinedViolations(findWindowViolations(ledgerState, header), findExpiryViolations(expiry, header))
}

function findWindowViolations({ epoch, proposerTimestampMs }: LedgerTime, header: Header): Violation[] {
	const { startEpoch, endEpoch } = header
	const minTimestampS = header.minTimestampS ?? Number.NEGATIVE_INFINITY
	const violations: Violation[] = []
	if (startEpoch > epoch) violations.push(headerViolation(`a start epoch of at most ${epoch}`, startEpoch))
	if (endEpoch <= epoch) violations.push(headerViolation(`an end epoch after ${epoch}`, endEpoch))
	if (minTimestampS * 1000 > proposerTimestampMs) {
		const ledgerS = Math.floor(proposerTimestampMs / 1000)
		violations.push(headerViolation(`no minimum timestamp after ${ledgerS}, the ledger's clock`, minTimestampS))
	}
	return violations
}

function findExpiryViolations({ minS, maxS }: ExpiryBounds, { maxTimestampS }: Header): Violation[] {
	if (maxTimestampS != null && maxTimestampS >= minS && maxTimestampS <= maxS) return []
	const expected = `a maximum timestamp from ${minS} to ${maxS}`
	const found = maxTimestampS == null ? 'none' : String(maxTimestampS)
	return [{ code: 'invalid_expiry', item: { expected, found } }]
}

function headerViolation(expected: string, found: number): Violation {
	return { code: 'invalid_header', item: { expected, found: String(found) } }
}

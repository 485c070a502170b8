import type { Header } from '@accord/ledger'
import type { Finding } from '@accord/protocol'
import type { ExpiryBounds } from './expiry.ts'

/** Where the ledger stands: its epoch, and its own clock, which decides expiry. */
export type LedgerTime = { readonly epoch: number; readonly proposerTimestampMs: number }

/** An intent must be usable from now until its expiry: anything else would be a free option (decision 9). */
export function findHeaderFaults(
	{ ledgerState, expiry }: { ledgerState: LedgerTime; expiry: ExpiryBounds },
	header: Header,
): Finding[] {
	return [...findWindowFaults(ledgerState, header), ...findExpiryFaults(expiry, header)]
}

function findWindowFaults({ epoch, proposerTimestampMs }: LedgerTime, header: Header): Finding[] {
	const { startEpoch, endEpoch } = header
	const minTimestampS = header.minTimestampS ?? Number.NEGATIVE_INFINITY
	const findings: Finding[] = []
	if (startEpoch > epoch) findings.push(headerFinding(`a start epoch up to ${epoch}`, startEpoch))
	if (endEpoch <= epoch) findings.push(headerFinding(`an end epoch beyond ${epoch}`, endEpoch))
	if (minTimestampS * 1000 > proposerTimestampMs) {
		const ledgerS = Math.floor(proposerTimestampMs / 1000)
		findings.push(headerFinding(`no minimum timestamp beyond ${ledgerS}, the ledger's clock`, minTimestampS))
	}
	return findings
}

function findExpiryFaults({ minS, maxS }: ExpiryBounds, { maxTimestampS }: Header): Finding[] {
	if (maxTimestampS != null && maxTimestampS >= minS && maxTimestampS <= maxS) return []
	const expected = `a maximum timestamp from ${minS} to ${maxS}`
	const found = maxTimestampS == null ? 'none' : String(maxTimestampS)
	return [{ code: 'invalid_expiry', item: { expected, found } }]
}

function headerFinding(expected: string, found: number): Finding {
	return { code: 'invalid_header', item: { expected, found: String(found) } }
}

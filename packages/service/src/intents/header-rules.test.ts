import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Header } from '@accord/ledger'
import { findHeaderViolations } from './validate-order.ts'

const rules = {
	ledgerState: { epoch: 10, proposerTimestampMs: 1_000_500 },
	expiry: { minS: 1_015, maxS: 1_060 },
}
const good: Header = { networkId: 242, startEpoch: 10, endEpoch: 12, maxTimestampS: 1_045, intentDiscriminator: '1' }
const codes = (header: Header) => findHeaderViolations(rules, header).map(({ code }) => code)
const { maxTimestampS: _, ...withoutExpiry } = good

const cases: { title: string; header: Header; codes: string[] }[] = [
	{ title: 'valid from now until the expiry', header: good, codes: [] },
	{ title: 'an earlier start epoch', header: { ...good, startEpoch: 1 }, codes: [] },
	// shows error: invalid_header
	{ title: 'error: a start epoch ahead', header: { ...good, startEpoch: 11 }, codes: ['invalid_header'] },
	{ title: 'the end epoch right after the current one', header: { ...good, endEpoch: 11 }, codes: [] },
	// shows error: invalid_header
	{
		title: 'error: an end epoch that has begun',
		header: { ...good, startEpoch: 9, endEpoch: 10 },
		codes: ['invalid_header'],
	},
	{ title: "a minimum timestamp at the ledger's clock", header: { ...good, minTimestampS: 1_000 }, codes: [] },
	// shows error: invalid_header
	{ title: 'error: a minimum timestamp ahead', header: { ...good, minTimestampS: 1_001 }, codes: ['invalid_header'] },
	// shows error: invalid_expiry
	{ title: 'error: no expiry', header: withoutExpiry, codes: ['invalid_expiry'] },
	// shows manifest: Rule 5: expiry 15 to 60 s after receipt
	// shows error: invalid_expiry
	{ title: 'error: an expiry 14 s ahead', header: { ...good, maxTimestampS: 1_014 }, codes: ['invalid_expiry'] },
	// shows manifest: Rule 5: expiry 15 to 60 s after receipt
	{ title: 'an expiry 15 s ahead', header: { ...good, maxTimestampS: 1_015 }, codes: [] },
	// shows manifest: Rule 5: expiry 15 to 60 s after receipt
	{ title: 'an expiry 60 s ahead', header: { ...good, maxTimestampS: 1_060 }, codes: [] },
	// shows manifest: Rule 5: expiry 15 to 60 s after receipt
	// shows error: invalid_expiry
	{ title: 'error: an expiry 61 s ahead', header: { ...good, maxTimestampS: 1_061 }, codes: ['invalid_expiry'] },
	// shows decision 9: The header must not create a free option
	{
		title: 'error: all violations are found',
		header: { ...withoutExpiry, startEpoch: 11, endEpoch: 10, minTimestampS: 2_000 },
		codes: ['invalid_header', 'invalid_header', 'invalid_header', 'invalid_expiry'],
	},
]

for (const { title, header, codes: expected } of cases) test(title, () => assert.deepEqual(codes(header), expected))

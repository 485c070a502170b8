import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Decimal } from '@accord/protocol'
import { feeInfo } from './quote-fixture.ts'
import { settlementWords } from './settlement-words.ts'

const d = Decimal.parse

test('the settlement fee is the solver’s, the ledger’s, and what comes back', () => {
	const fee = { symbol: 'XRD', platformAmount: d('0.1'), settlementAmount: d('5.25') }
	assert.equal(
		settlementWords({ fee, refund: d('4.36078474'), feeInfo, verb: 'came' }),
		'0.25 XRD for the solver, 0.6392 XRD for the ledger; 4.361 of 5.25 XRD came back unused',
	)
	const former = { ...fee, settlementAmount: d('6') }
	assert.equal(
		settlementWords({ fee: former, refund: d('5'), feeInfo, verb: 'come' }),
		'5 of 6 XRD come back unused',
		'the shares of a fee that is not in the table are not known',
	)
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Decimal } from '@accord/protocol'
import { resources } from '../../../../test/fixtures/limit-order.ts'
import { outerManifest } from '../codec.ts'

test('the outer leaves out amounts of zero', () => {
	const outer = (platformFee: string, rebate: string) =>
		outerManifest({
			innerId: 'subtxid_sim1…',
			sellResource: resources.XRD,
			platformFee: Decimal.parse(platformFee),
			rebate: Decimal.parse(rebate),
			serviceAccount: 'account_sim1…',
		})
	assert.equal(
		outer('0.1', '0.2'),
		`USE_CHILD NamedIntent("order") Intent("subtxid_sim1…");
YIELD_TO_CHILD NamedIntent("order");
YIELD_TO_PARENT Expression("ENTIRE_WORKTOP");
YIELD_TO_CHILD NamedIntent("order") Expression("ENTIRE_WORKTOP");
TAKE_FROM_WORKTOP Address("${resources.XRD}") Decimal("0.1") Bucket("platform-fee");
CALL_METHOD Address("account_sim1…") "try_deposit_or_abort" Bucket("platform-fee") Enum<0u8>();
TAKE_FROM_WORKTOP Address("${resources.XRD}") Decimal("0.2") Bucket("rebate");
YIELD_TO_CHILD NamedIntent("order") Bucket("rebate");
YIELD_TO_PARENT Expression("ENTIRE_WORKTOP");`,
	)
	assert.equal(
		outer('0', '0'),
		`USE_CHILD NamedIntent("order") Intent("subtxid_sim1…");
YIELD_TO_CHILD NamedIntent("order");
YIELD_TO_PARENT Expression("ENTIRE_WORKTOP");
YIELD_TO_CHILD NamedIntent("order") Expression("ENTIRE_WORKTOP");
YIELD_TO_CHILD NamedIntent("order");
YIELD_TO_PARENT Expression("ENTIRE_WORKTOP");`,
	)
})

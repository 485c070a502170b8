import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Decimal } from '@accord/protocol'
import {
	amountOf,
	inserted,
	networkId,
	type OrderParts,
	orderLines,
	resources,
	serviceKey,
	signedOrderHex,
	stranger,
	user,
	without,
} from '../../../../test/fixtures/limit-order.ts'
import { readItem } from '../codec.ts'
import { wrap } from './wrap.ts'

function itemOf(parts: OrderParts = {}) {
	const { signedPartialTransaction } = wrap({
		inner: signedOrderHex(parts),
		validate: () => ({
			sellResource: resources.XRD,
			platformFee: Decimal.parse('0.1'),
			rebate: Decimal.parse('0.2'),
		}),
		service: { account: stranger, keyPair: serviceKey },
		networkId,
	})
	return readItem(signedPartialTransaction, networkId)
}

test('an item has the terms and the prefix of the order inside', () => {
	const { terms, hasPrefix } = itemOf()
	assert.equal(hasPrefix, false)
	assert.deepEqual(terms.sell, amountOf('100', 'XRD'))
	assert.deepEqual(terms.buy, amountOf('5', 'xUSDC'))
	assert.deepEqual([terms.account, terms.fee.platformAmount], [user, Decimal.parse('0.1')])
	assert.equal(itemOf({ edit: inserted(0, 'ASSERT_WORKTOP_IS_EMPTY;') }).hasPrefix, false)
	assert.equal(itemOf({ edit: inserted(0, 'DROP_AUTH_ZONE_PROOFS;') }).hasPrefix, true)
})

test('error: an item around anything but a limit order is refused, with the first violation', () => {
	const oneMore = inserted(5, 'DROP_AUTH_ZONE_PROOFS;')
	assert.throws(
		() => itemOf({ edit: oneMore }),
		/is not a limit order: .*instruction 5, expected .*, found DROP_AUTH_ZONE_PROOFS/,
	)
	// Without its last step, a manifest is not even a subintent.
	for (const at of orderLines().slice(0, -1).keys())
		assert.throws(() => itemOf({ edit: without(at) }), `step ${at + 1}`)
})

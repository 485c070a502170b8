import assert from 'node:assert/strict'
import { it } from 'node:test'
import { Decimal } from '../amount/decimal.ts'
import { composeLimitOrderManifest } from './limit-order-manifest.ts'

const rule = 'Enum<2u8>(Enum<0u8>(Enum<0u8>(Enum<0u8>(NonFungibleGlobalId("resource_sim1sig:[00]")))))'
const order = {
	account: 'account_sim1user',
	sell: { resource: 'resource_sim1sell', amount: Decimal.parse('100') },
	buy: { resource: 'resource_sim1buy', amount: Decimal.parse('10') },
	fee: { platformAmount: Decimal.parse('0.1'), settlementAmount: Decimal.parse('0.5') },
	verifyParentAccessRule: rule,
}

// shows manifest: Steps 1 to 10
it("composes the specification's ten steps", () => {
	assert.equal(
		composeLimitOrderManifest(order),
		`VERIFY_PARENT ${rule};
CALL_METHOD Address("account_sim1user") "withdraw" Address("resource_sim1sell") Decimal("100.6");
TAKE_FROM_WORKTOP Address("resource_sim1sell") Decimal("100") Bucket("sell");
ASSERT_NEXT_CALL_RETURNS_ONLY Map<Address, Enum>(Address("resource_sim1buy") => Enum<ResourceConstraint::AtLeastAmount>(Decimal("10")));
YIELD_TO_PARENT Bucket("sell");
TAKE_FROM_WORKTOP Address("resource_sim1sell") Decimal("0.1") Bucket("anthic-fee");
TAKE_FROM_WORKTOP Address("resource_sim1sell") Decimal("0.5") Bucket("solver-fee");
YIELD_TO_PARENT Bucket("anthic-fee") Bucket("solver-fee");
CALL_METHOD Address("account_sim1user") "deposit_batch" Expression("ENTIRE_WORKTOP");
YIELD_TO_PARENT;`,
	)
})

it('keeps the TAKE of a platform fee of zero', () => {
	const free = { ...order, fee: { ...order.fee, platformAmount: Decimal.zero } }
	assert.match(composeLimitOrderManifest(free), /TAKE_FROM_WORKTOP .* Decimal\("0"\) Bucket\("anthic-fee"\);/)
})

it('error: an address that would inject instructions', () => {
	for (const account of ['a"); YIELD_TO_PARENT; #', '', 'account_sim1user\n', 'A'.repeat(10)]) {
		assert.throws(() => composeLimitOrderManifest({ ...order, account }), { code: 'invalid_address' })
	}
	const buy = { ...order.buy, resource: '") => x' }
	assert.throws(() => composeLimitOrderManifest({ ...order, buy }), { code: 'invalid_address' })
})

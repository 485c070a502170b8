import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Decimal } from '@accord/protocol'
import { feeInfo, market } from '../testing/order-fixture.ts'
import { shareDue } from './named-integrator.ts'
import { type SharePayment, type StoredShare, sharePayment, toOuterShare } from './share-payment.ts'

const rules = { market, feeInfo }

type Case = Partial<StoredShare> & { symbol?: string; fee?: string }

/** By default an order that sells XRD, with a platform fee of 1 XRD, a share of 0.2 and a cost of 0.5 XRD. */
function pay({ symbol = 'XRD', fee = '1', ...share }: Case): SharePayment | undefined {
	const stored = { code: 'dex', account: 'a', due: '0.2', paid: null, unclaimed: '0', cost_xrd: '0.5', ...share }
	return sharePayment(rules, { sell_symbol: symbol, platform_fee: fee, rebate: '4.5', share: stored })
}

const amounts = (given: Case) => {
	const { paid = '', claimed = '', rebate = '' } = pay(given) ?? {}
	return { paid, claimed, rebate }
}

test('an order without an integrator pays none', () => {
	const order = { sell_symbol: 'XRD', platform_fee: '1', rebate: '4.5' }
	for (const share of [undefined, null])
		assert.equal(sharePayment(rules, { ...order, ...(share === undefined ? {} : { share }) }), undefined)
	assert.deepEqual(toOuterShare(undefined), {})
})

test('a share that is worth its delivery is paid, and the order pays for the delivery', () => {
	assert.deepEqual(amounts({}), { paid: '0.2', claimed: '0', rebate: '4.44' })
	const [payment] = [pay({})]
	assert.deepEqual(toOuterShare(payment), { share: { amount: Decimal.parse('0.2'), account: 'a' } })
	assert.equal(payment?.cost_xrd, '0.56')
})

test('the share is paid from exactly what a delivery costs', () => {
	assert.deepEqual(amounts({ due: '0.06' }), { paid: '0.06', claimed: '0', rebate: '4.44' })
	const less = pay({ due: '0.059999999999999999' })
	assert.deepEqual([less?.paid, less?.claimed, less?.rebate, less?.cost_xrd], ['0', '0', '4.5', '0.5'])
	assert.deepEqual(toOuterShare(less), {})
})

test('in another token the cost of a delivery is converted at the fee table’s prices, rounded up to the unit', () => {
	// 0.06 XRD are 0.003 xUSDC here.
	assert.equal(amounts({ symbol: 'xUSDC', fee: '0.01', due: '0.002999' }).paid, '0')
	assert.equal(amounts({ symbol: 'xUSDC', fee: '0.01', due: '0.003' }).paid, '0.003')
})

test('what was carried over is paid with it, and is what the bundle claims', () => {
	assert.deepEqual(amounts({ unclaimed: '0.3' }), { paid: '0.5', claimed: '0.3', rebate: '4.44' })
	assert.deepEqual(amounts({ due: '0.03', unclaimed: '0.03' }), { paid: '0.06', claimed: '0.03', rebate: '4.44' })
	assert.equal(amounts({ due: '0.03', unclaimed: '0.02' }).paid, '0')
})

test('no more is paid than this order’s platform fee; the rest stays carried over', () => {
	assert.deepEqual(amounts({ unclaimed: '7' }), { paid: '1', claimed: '0.8', rebate: '4.44' })
	assert.deepEqual(amounts({ fee: '0.05', due: '0.05', unclaimed: '7' }), { paid: '0', claimed: '0', rebate: '4.5' })
	assert.deepEqual(amounts({ fee: '0', due: '0', unclaimed: '7' }), { paid: '0', claimed: '0', rebate: '4.5' })
})

test('what a correction has taken back is subtracted first', () => {
	assert.deepEqual(amounts({ unclaimed: '-0.1' }), { paid: '0.1', claimed: '0', rebate: '4.44' })
	assert.deepEqual(amounts({ unclaimed: '-0.5' }), { paid: '0', claimed: '0', rebate: '4.5' })
})

test('an order that is wrapped again pays what it paid before, and claims nothing more', () => {
	const again = pay({ paid: '0.5', unclaimed: '9', cost_xrd: '0.56' })
	assert.deepEqual([again?.paid, again?.claimed, again?.rebate, again?.cost_xrd], ['0.5', '0', '4.5', '0.56'])
	assert.equal(amounts({ paid: '0', unclaimed: '9' }).paid, '0')
})

test('a share is rounded down to the token’s unit', () => {
	const due = (symbol: string, platform: string, share: string) => {
		const fee = { symbol, platformAmount: Decimal.parse(platform), settlementAmount: Decimal.zero }
		return Decimal.format(shareDue(market, { fee, share }))
	}
	assert.equal(due('XRD', '1', '0.2'), '0.2')
	assert.equal(due('xUSDC', '0.000009', '0.5'), '0.000004')
	assert.equal(due('XRD', '0.000000000000000001', '0.999'), '0')
	assert.equal(due('xwBTC', '0.00000003', '1'), '0.00000003')
})

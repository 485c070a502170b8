import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { bindingOf } from '@accord/ledger'
import { Decimal } from '@accord/protocol'
import {
	participant,
	signedOrder,
	startTestLedger,
	type TestLedger,
	wrappedOrder,
} from '../../../../test/fixtures/ledger.ts'
import { rewardXrdOf } from './item-reward.ts'

let ledger: TestLedger
before(async () => {
	ledger = await startTestLedger()
})
after(() => ledger.stop())

type Fees = { platformFee?: string; settlementFee: string; rebate: string }

function reward(sold: 'XRD' | 'xUSDC', { rebate, ...fees }: Fees): string {
	const bought = sold === 'XRD' ? 'xUSDC' : 'XRD'
	const order = signedOrder(ledger, { owner: participant('user-1'), sell: ['100', sold], buy: ['5', bought], ...fees })
	return Decimal.format(rewardXrdOf(wrappedOrder(ledger, order, { rebate }), ledger))
}

// Abuse case 85: it is what a solver may lose
test('an item pays its settlement fee less the rebate', () => {
	const cases: [sold: 'XRD' | 'xUSDC', fees: Fees, xrd: string][] = [
		['XRD', { settlementFee: '5.25', rebate: '4.5' }, '0.75'],
		['XRD', { platformFee: '0', settlementFee: '5.25', rebate: '0' }, '5.25'],
		['XRD', { settlementFee: '5.25', rebate: '5.25' }, '0'],
		['XRD', { settlementFee: '6', rebate: '0' }, '6'],
		// 5.25 XRD are 0.2625 xUSDC.
		['xUSDC', { settlementFee: '0.2625', rebate: '0.21' }, '1.05'],
		['xUSDC', { platformFee: '0', settlementFee: '0.2625', rebate: '0' }, '5.25'],
		// More than the fee demanded earns no more: there is no price to value it at.
		['xUSDC', { settlementFee: '2625', rebate: '0' }, '5.25'],
	]
	for (const [sold, fees, xrd] of cases) assert.equal(reward(sold, fees), xrd, `${sold} ${JSON.stringify(fees)}`)
})

test('binding, a surplus and a shared fee change nothing about what an item pays', () => {
	const { markers, resource } = ledger
	const owner = participant('user-1')
	const order = signedOrder(ledger, { owner, sell: ['100', 'XRD'], buy: ['5', 'xUSDC'], settlementFee: '5.25' })
	const amount = Decimal.parse('1.5')
	const deliveries = {
		binding: bindingOf(markers, { role: 'order', amount }),
		surplus: { account: owner.account, resource: resource('XRD'), amount },
		share: { account: owner.account, amount: Decimal.parse('0.04') },
	}
	const [plain, full] = [{}, deliveries].map(more => wrappedOrder(ledger, order, { rebate: '4.5', ...more }))
	assert.ok(plain !== undefined && full !== undefined)
	assert.deepEqual([rewardXrdOf(plain, ledger), rewardXrdOf(full, ledger)], Array(2).fill(Decimal.parse('0.75')))
})

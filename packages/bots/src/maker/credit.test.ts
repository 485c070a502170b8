import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { InstamintState } from '@accord/ledger'
import { Decimal } from '@accord/protocol'
import { Credit } from './credit.ts'

const decimal = Decimal.parse
const token = (symbol: string, divisibility: number) => {
	return [symbol, { symbol, divisibility, resourceAddress: `resource_${symbol}`, name: '', iconUrl: '' }] as const
}
const priced = (symbol: string, priceXrd: string, divisibility: number, isEnabled = true) => {
	const resource = `resource_${symbol}`
	return [resource, { resource, isEnabled, divisibility, priceXrd: decimal(priceXrd), pricedAtMs: 0 }] as const
}
const tokens = new Map([token('XRD', 18), token('xUSDC', 6), token('xETH', 18)])

async function creditOf(changes: { allowance?: string; loan?: string; isPaused?: boolean; nowMs?: number } = {}) {
	const { allowance = '1000', loan = '0', isPaused = false, nowMs = 0 } = changes
	const loans = new Map(loan === '0' ? [] : [['resource_xUSDC', decimal(loan)]])
	const state: InstamintState = {
		stateVersion: 1,
		component: 'component',
		badge: 'badge',
		isPaused: false,
		priceValidityS: 60,
		tokens: new Map([priced('xUSDC', '30', 6), priced('xETH', '60000', 18, false)]),
		customers: [
			{
				id: 1,
				account: 'account',
				allowanceXrd: decimal(allowance),
				isPaused,
				loans,
				loanValueXrd: Decimal.mulUp(decimal(loan), decimal('30')),
			},
		],
	}
	const terms = {
		...{ component: 'component', badge: 'badge', customerLocalId: '#1#' },
		levels: new Map([['xUSDC', decimal('20')]]),
	}
	const credit = new Credit({ terms, tokens, clock: { nowMs: () => nowMs }, read: async () => state })
	await credit.refresh()
	return credit
}

const none = new Map<string, Decimal>()

test('the rest of the allowance can be minted, rounded down to the token’s places', async () => {
	assert.equal((await creditOf()).mintable('xUSDC', none), decimal('33.333333'))
	assert.equal((await creditOf({ loan: '13.333333' })).mintable('xUSDC', none), decimal('20'))
	assert.equal((await creditOf()).mintable('xUSDC', new Map([['xUSDC', decimal('33')]])), decimal('0.333333'))
	assert.equal((await creditOf({ loan: '40' })).mintable('xUSDC', none), Decimal.zero)
})

test('mints nothing of a token that cannot be minted, while paused, or at a stale price', async () => {
	assert.equal((await creditOf()).mintable('XRD', none), Decimal.zero)
	assert.equal((await creditOf()).mintable('xETH', none), Decimal.zero)
	assert.equal((await creditOf({ isPaused: true })).mintable('xUSDC', none), Decimal.zero)
	assert.equal((await creditOf({ nowMs: 59_999 })).mintable('xUSDC', none), decimal('33.333333'))
	assert.equal((await creditOf({ nowMs: 60_000 })).mintable('xUSDC', none), Decimal.zero)
})

test('a stock below its level is offered at what minting can raise it to', async () => {
	const held = (xusdc: string) => new Map([['xUSDC', decimal(xusdc)]])
	const offered = async (xusdc: string, allowance?: string) => {
		const credit = await creditOf(allowance === undefined ? {} : { allowance })
		return credit.offered(held(xusdc), none).get('xUSDC')
	}
	assert.equal(await offered('25'), decimal('25'))
	assert.equal(await offered('0'), decimal('20'))
	assert.equal(await offered('1', '300'), decimal('11'))
})

test('anything free beyond the level is repaid, and never more than is owed', async () => {
	const repaid = async (loan: string, free: string) =>
		(await creditOf({ loan })).repayments(() => decimal(free)).map(({ amount }) => Decimal.format(amount))
	assert.deepEqual(await repaid('0', '100'), [])
	assert.deepEqual(await repaid('30', '20'), [])
	assert.deepEqual(await repaid('30', '25.5'), ['5.5'])
	assert.deepEqual(await repaid('30', '100'), ['30'])
})

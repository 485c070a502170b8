import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Balance, GatewayError, type SubintentStatus } from '@accord/ledger'
import { type Amount, Decimal } from '@accord/protocol'
import { market, resources, user } from '../testing/order-fixture.ts'
import { fundsShortfall, isStillCovered, type OpenIntent, requireFunds } from './account-funds.ts'

const xrd = (amount: string): Amount => ({ symbol: 'XRD', amount: Decimal.parse(amount) })
const open = (name: string, withdrawn: Amount, hasPrefix = false): OpenIntent => {
	return { subintentHash: name, subintentId: name, withdrawn, hasPrefix }
}

/**
 * A Gateway whose account holds 100 XRD, and that reports each intent as committed at the state version given for it.
 */
function gatewayWith(committedAt: Record<string, number> = {}, stateVersion = 10) {
	const statusRequests: string[] = []
	return {
		statusRequests,
		balance: async (_: string, resource: string): Promise<Balance> => ({
			stateVersion,
			amount: resource === resources.XRD ? '100' : '0',
		}),
		subintentStatus: async (id: string): Promise<SubintentStatus> => {
			statusRequests.push(id)
			const at = committedAt[id]
			const ledger = {
				network: 'simulator',
				stateVersion: stateVersion + 5,
				epoch: 1,
				round: 1,
				proposerTimestampMs: 0,
			}
			return at === undefined
				? { ledger, status: 'Unknown' }
				: { ledger, status: 'CommittedSuccess', finalizedAtStateVersion: at }
		},
	}
}

const insufficient = { name: 'TradeError', code: 'insufficient_funds' }
const check = (gateway: ReturnType<typeof gatewayWith>, wanted: Amount, others: readonly OpenIntent[] = []) =>
	requireFunds({ gateway, market }, { account: user, wanted, open: others })

test('an account may sell everything it holds', async () => {
	const gateway = gatewayWith()
	const funds = await check(gateway, xrd('40'), [open('a', xrd('60'))])
	assert.equal(fundsShortfall({ funds, wanted: xrd('40'), open: [open('a', xrd('60'))] }), undefined)
	assert.deepEqual(gateway.statusRequests, [])
})

test('error: one unit more than the account holds is refused', async () => {
	await assert.rejects(check(gatewayWith(), xrd('100.000000000000000001')), insufficient)
	await assert.rejects(check(gatewayWith(), xrd('40.000000000000000001'), [open('a', xrd('60'))]), insufficient)
})

test('error: a token that the account never held is refused', async () => {
	await assert.rejects(check(gatewayWith(), { symbol: 'xUSDC', amount: Decimal.parse('0.000001') }), insufficient)
})

test('open intents in other tokens, and those with a prefix, are not counted', async () => {
	const others = [open('a', { symbol: 'xUSDC', amount: Decimal.parse('60') }), open('b', xrd('60'), true)]
	await check(gatewayWith(), xrd('100'), others)
})

test('before refusing, open intents that the balance already reflects are left out', async () => {
	const gateway = gatewayWith({ a: 10 })
	const funds = await check(gateway, xrd('100'), [open('a', xrd('60'))])
	assert.deepEqual(gateway.statusRequests, ['a'])
	assert.deepEqual([...funds.committed], ['a'])
	assert.equal(fundsShortfall({ funds, wanted: xrd('100'), open: [open('a', xrd('60'))] }), undefined)
	const later = [open('a', xrd('60')), open('b', xrd('1.5'))]
	assert.equal(fundsShortfall({ funds, wanted: xrd('100'), open: later }), Decimal.parse('1.5'))
})

test('the statuses of many open intents are looked up in batches, oldest first, until the funds suffice', async () => {
	const many = Array.from({ length: 40 }, (_, n) => open(`open-${n}`, xrd('3')))
	const names = many.map(({ subintentId }) => subintentId)
	// Half of the first sixteen no longer count; 32 are left, which is 96 XRD.
	const gateway = gatewayWith(Object.fromEntries(names.slice(0, 8).map(name => [name, 10])))
	await check(gateway, xrd('4'), many)
	assert.deepEqual(gateway.statusRequests, names.slice(0, 16))
	const refusing = gatewayWith()
	await assert.rejects(check(refusing, xrd('4'), many), insufficient)
	assert.deepEqual(refusing.statusRequests, names)
})

test('error: an open intent committed after the balance was read still counts', async () => {
	await assert.rejects(check(gatewayWith({ a: 11 }), xrd('100'), [open('a', xrd('60'))]), insufficient)
})

test('an intent that settled after the balance was read still counts', async () => {
	const [settled, opened] = [open('settled', xrd('60')), open('opened', xrd('40'))]
	const funds = await check(gatewayWith(), xrd('40'), [settled])
	const validated = { checkedAgainst: [settled], funds, wanted: xrd('40') }
	assert.equal(isStillCovered({ ...validated, open: [] }), true)
	assert.equal(isStillCovered({ ...validated, open: [opened] }), false)
	assert.equal(isStillCovered({ ...validated, open: [open('small', xrd('0'))] }), true)
})

test('if an intent with a prefix has ended, a check does not cover newly opened intents', async () => {
	const funds = await check(gatewayWith(), xrd('1'))
	const validated = { checkedAgainst: [open('ended', xrd('60'), true)], funds, wanted: xrd('1') }
	assert.equal(isStillCovered({ ...validated, open: [] }), true)
	assert.equal(isStillCovered({ ...validated, open: [open('opened', xrd('1'))] }), false)
})

test('if an open intent has a prefix, a check does not cover intents opened since, though they have none', async () => {
	const funds = await check(gatewayWith(), xrd('1'))
	const known = open('known', xrd('60'), true)
	const validated = { checkedAgainst: [known], funds, wanted: xrd('1') }
	assert.equal(isStillCovered({ ...validated, open: [known] }), true)
	assert.equal(isStillCovered({ ...validated, open: [known, open('opened', xrd('1'))] }), false)
})

test('error: an unavailable Gateway is ledger_unavailable', async () => {
	const gateway = { ...gatewayWith(), balance: () => Promise.reject(new GatewayError('unavailable', 'down')) }
	await assert.rejects(check(gateway, xrd('1')), { name: 'TradeError', code: 'ledger_unavailable' })
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Balances, GatewayError, type SubintentStatus } from '@accord/ledger'
import { type Amount, Decimal } from '@accord/protocol'
import { market, resources, user } from '../testing/order-fixture.ts'
import { isStillCovered, type OpenIntent, requireFunds, shortOfFunds } from './account-funds.ts'

const xrd = (amount: string): Amount => ({ symbol: 'XRD', amount: Decimal.parse(amount) })
const open = (name: string, withdrawn: Amount, hasPrefix = false): OpenIntent => {
	return { subintentHash: name, subintentId: name, withdrawn, hasPrefix }
}

/** A Gateway that holds 100 XRD for the account, and that committed each intent at the state version given for it. */
function gatewayWith(committedAt: Record<string, number> = {}, stateVersion = 10) {
	const asked: string[] = []
	return {
		asked,
		balances: async (): Promise<Balances> => ({ stateVersion, amounts: new Map([[resources.XRD, '100']]) }),
		subintentStatus: async (id: string): Promise<SubintentStatus> => {
			asked.push(id)
			const at = committedAt[id]
			const answer = { stateVersion: stateVersion + 5, ledgerTimestampMs: 0 }
			return at === undefined
				? { ...answer, status: 'Unknown' }
				: { ...answer, status: 'CommittedSuccess', finalizedAtStateVersion: at }
		},
	}
}

const insufficient = { name: 'TradeError', code: 'insufficient_funds' }
const ask = (gateway: ReturnType<typeof gatewayWith>, wanted: Amount, others: readonly OpenIntent[] = []) =>
	requireFunds({ gateway, market }, { account: user, wanted, open: others })

test('an account may give all it has', async () => {
	const gateway = gatewayWith()
	const funds = await ask(gateway, xrd('40'), [open('a', xrd('60'))])
	assert.equal(shortOfFunds(market, { funds, wanted: xrd('40'), open: [open('a', xrd('60'))] }), undefined)
	assert.deepEqual(gateway.asked, [])
})

test('error: one unit more than that is refused', async () => {
	await assert.rejects(ask(gatewayWith(), xrd('100.000000000000000001')), insufficient)
	await assert.rejects(ask(gatewayWith(), xrd('40.000000000000000001'), [open('a', xrd('60'))]), insufficient)
})

test('error: a token that the account never held is refused', async () => {
	await assert.rejects(ask(gatewayWith(), { symbol: 'xUSDC', amount: Decimal.parse('0.000001') }), insufficient)
})

test('open intents in other tokens, and those with a prefix, are not counted', async () => {
	const others = [open('a', { symbol: 'xUSDC', amount: Decimal.parse('60') }), open('b', xrd('60'), true)]
	await ask(gatewayWith(), xrd('100'), others)
})

test('before refusing, open intents that the balance already knows are left out', async () => {
	const gateway = gatewayWith({ a: 10 })
	const funds = await ask(gateway, xrd('100'), [open('a', xrd('60'))])
	assert.deepEqual(gateway.asked, ['a'])
	assert.deepEqual([...funds.committed], ['a'])
	assert.equal(shortOfFunds(market, { funds, wanted: xrd('100'), open: [open('a', xrd('60'))] }), undefined)
	const later = [open('a', xrd('60')), open('b', xrd('1.5'))]
	assert.equal(shortOfFunds(market, { funds, wanted: xrd('100'), open: later }), Decimal.parse('1.5'))
})

test('of many open intents only so many are asked about, oldest first, until the funds suffice', async () => {
	const many = Array.from({ length: 40 }, (_, n) => open(`open-${n}`, xrd('3')))
	const names = many.map(({ subintentId }) => subintentId)
	// Half of the first sixteen are not claims any more: 32 are left, which is 96 XRD.
	const gateway = gatewayWith(Object.fromEntries(names.slice(0, 8).map(name => [name, 10])))
	await ask(gateway, xrd('4'), many)
	assert.deepEqual(gateway.asked, names.slice(0, 16))
	const inVain = gatewayWith()
	await assert.rejects(ask(inVain, xrd('4'), many), insufficient)
	assert.deepEqual(inVain.asked, names)
})

test('error: an open intent committed after the balance was read still counts', async () => {
	await assert.rejects(ask(gatewayWith({ a: 11 }), xrd('100'), [open('a', xrd('60'))]), insufficient)
})

test('what has settled since the balance was read still counts: the balance was read with it', async () => {
	const [settled, opened] = [open('settled', xrd('60')), open('opened', xrd('40'))]
	const funds = await ask(gatewayWith(), xrd('40'), [settled])
	const validated = { checkedAgainst: [settled], funds, wanted: xrd('40') }
	assert.equal(isStillCovered(market, { ...validated, open: [] }), true)
	assert.equal(isStillCovered(market, { ...validated, open: [opened] }), false)
	assert.equal(isStillCovered(market, { ...validated, open: [open('small', xrd('0'))] }), true)
})

test('beside a new intent, what ended of those with a prefix is validated anew', async () => {
	const funds = await ask(gatewayWith(), xrd('1'))
	const validated = { checkedAgainst: [open('ended', xrd('60'), true)], funds, wanted: xrd('1') }
	assert.equal(isStillCovered(market, { ...validated, open: [] }), true)
	assert.equal(isStillCovered(market, { ...validated, open: [open('opened', xrd('1'))] }), false)
})

test('error: a Gateway that cannot answer refuses for now', async () => {
	const gateway = { ...gatewayWith(), balances: () => Promise.reject(new GatewayError('unavailable', 'down')) }
	await assert.rejects(ask(gateway, xrd('1')), { name: 'TradeError', code: 'ledger_unavailable' })
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Decimal } from '@accord/protocol'
import { balanceChanges, type Participant } from './balance-changes.ts'
import { settledTrace } from './trace-fixture.ts'
import { whoseIntent } from './trace-labels.ts'

const netOf = (found: Participant[]) =>
	found.map(({ name, net }) => {
		return `${name}: ${net.map(({ symbol, amount }) => `${Decimal.format(amount)} ${symbol}`).join(', ')}`
	})

test('every party is listed with what it paid and received', () => {
	const found = balanceChanges(settledTrace)
	assert.deepEqual(netOf(found), [
		'User: -101.1 XRD, 5 xUSDC',
		'Maker 2: -5.05 xUSDC, 100 XRD',
		'Solver: 0.1 XRD, 0.05 xUSDC',
		'Service: 0.1 XRD',
	])
	assert.deepEqual(
		found[0]?.changes.map(({ reason, symbol, amount }) => `${reason} ${Decimal.format(amount)} ${symbol}`),
		[
			'Sold -100 XRD',
			'Bought 5 xUSDC',
			'Platform fee -0.1 XRD',
			'Settlement fee -5.25 XRD',
			'Unused network fee 4.25 XRD',
		],
	)
})

test('a maker that filled both legs of a route is one party', () => {
	const second = settledTrace.parts.flatMap(part => {
		if (part.fill === undefined) return []
		const limitOrder = { sell: amount('2 xETH'), buy: amount('3 xUSDC') }
		const fee = { symbol: 'xETH', platformAmount: Decimal.zero, settlementAmount: Decimal.zero }
		const rebate = { symbol: 'xETH', amount: Decimal.zero }
		return [{ ...part, limitOrder, fill: { ...part.fill, subintentId: 'subtxid_second', limitOrder, fee, rebate } }]
	})
	const both = { ...settledTrace, parts: [...settledTrace.parts, ...second] }
	assert.equal(netOf(balanceChanges(both))[1], 'Maker 2: -2.05 xUSDC, 100 XRD, -2 xETH')
	const item = { role: 'fill', maker: 'maker-2' } as const
	assert.deepEqual(
		['subtxid_fill', 'subtxid_second'].map(subintentId => whoseIntent({ ...item, subintentId }, both)),
		['Maker 2’s intent 1 of 2', 'Maker 2’s intent 2 of 2'],
	)
	assert.equal(whoseIntent({ ...item, subintentId: 'subtxid_fill' }, settledTrace), 'Maker 2’s intent')
})

function amount(text: string) {
	const [value = '', symbol = ''] = text.split(' ')
	return { symbol, amount: Decimal.parse(value) }
}

test('nothing appears or disappears except the network fee', () => {
	const sums = new Map<string, Decimal>()
	for (const { net } of balanceChanges(settledTrace))
		for (const { symbol, amount } of net) sums.set(symbol, Decimal.add(sums.get(symbol) ?? Decimal.zero, amount))
	assert.deepEqual(
		sums,
		new Map([
			['XRD', Decimal.parse('-0.9')],
			['xUSDC', Decimal.zero],
		]),
	)
})

test('what makers give beyond the limit is the user’s, in either token', () => {
	const surplusIn = (symbol: string) =>
		netOf(balanceChanges({ ...settledTrace, surplus: { symbol, amount: Decimal.parse('0.05') } }))[0]
	assert.equal(surplusIn('xUSDC'), 'User: -101.1 XRD, 5.05 xUSDC')
	assert.equal(surplusIn('XRD'), 'User: -101.05 XRD, 5 xUSDC')
})

test('an integrator’s share comes out of the platform fee', () => {
	const share = { integrator: 'dex', account: 'account_sim1dex', earned: Decimal.parse('0.02') }
	const paying = (paid: string) =>
		netOf(balanceChanges({ ...settledTrace, share: { ...share, paid: Decimal.parse(paid) } }))
	assert.deepEqual(paying('0.06').slice(3), ['Service: 0.04 XRD', 'Integrator: 0.06 XRD'])
	assert.deepEqual(paying('0').slice(3), ['Service: 0.1 XRD'])
})

test('a trade that has not settled has no changes', () => {
	const parts = settledTrace.parts.map(({ fill, ...part }) => part)
	assert.deepEqual(balanceChanges({ ...settledTrace, state: 'unfilled', parts, roots: [] }), [])
})

import assert from 'node:assert/strict'
import { it } from 'node:test'
import { Decimal, type MakerOrder } from '@accord/protocol'
import { makerOrdersCsv, ordersName } from './orders-csv.ts'

const d = Decimal.parse
const xrd = { symbol: 'XRD', amount: d('3') }
const usdc = { symbol: 'xUSDC', amount: d('0.1') }
const asked: MakerOrder = {
	id: '5f0c',
	pair: { base: 'XRD', quote: 'xUSDC' },
	createdAtMs: 0,
	fillBeforeMs: 3_000,
	limitOrder: { sell: xrd, buy: usdc },
	fill: { sell: usdc, buy: xrd },
	state: 'filled',
}
const fee = { symbol: 'xUSDC', platformAmount: d('0.01'), settlementAmount: d('0.2625') }
const filled = { state: 'Settled', subintentId: 'subtxid_1', transactionId: 'txid_1', fee } as const

it('has a line for each order, with the maker’s own side, exact amounts, fees and outcome', () => {
	const [head = '', ...lines] = makerOrdersCsv([
		{ ...asked, answeredAtMs: 80, filled: { ...filled, rebate: { symbol: 'xUSDC', amount: d('0.2192') } } },
		{ ...asked, fill: { sell: xrd, buy: usdc }, state: 'rejected', rejectReason: '=1+1, or less' },
	]).split('\r\n')
	assert.equal(
		head,
		'asked_at,answered_at,order,pair,side,sold_amount,sold_token,bought_amount,bought_token,price,platform_fee,settlement_fee,settlement_fee_refund,fee_token,state,fill_state,reason,fill,transaction,refused_fills',
	)
	assert.deepEqual(lines, [
		'1970-01-01T00:00:00.000Z,1970-01-01T00:00:00.080Z,5f0c,XRD/xUSDC,buy,0.1,xUSDC,3,XRD,0.033333333333333333,0.01,0.2625,0.2192,xUSDC,filled,Settled,,subtxid_1,txid_1,',
		`1970-01-01T00:00:00.000Z,,5f0c,XRD/xUSDC,sell,3,XRD,0.1,xUSDC,0.033333333333333333,,,,,rejected,,"'=1+1, or less",,,`,
		'',
	])
})

it('says which orders were called off, and with which codes fills were refused', () => {
	const lost = { ...asked, state: 'timed_out', refusedFills: [{ code: 'fill_amount_mismatch', atMs: 70 }] } as const
	const [head = '', ...lines] = makerOrdersCsv([
		{ ...lost, answeredAtMs: 3_301 },
		{ ...asked, state: 'timed_out', answeredAtMs: 3_000 },
	]).split('\r\n')
	const columns = head.split(',')
	const shown = lines.slice(0, 2).map(line => {
		const fields = line.split(',')
		return ['state', 'refused_fills'].map(name => fields[columns.indexOf(name)])
	})
	assert.deepEqual(shown, [
		['timed_out', 'fill_amount_mismatch'],
		['called_off', ''],
	])
})

it('is named by the maker, in characters that every system takes', () => {
	assert.equal(ordersName('maker-1'), 'orders-maker-1')
	assert.equal(ordersName('North <b>Märkte</b>/..'), 'orders-North-b-Märkte-b')
})

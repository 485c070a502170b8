import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Decimal, type OrderStatus } from '@accord/protocol'
import { historyCsv } from './history-csv.ts'
import type { HistoryRow } from './history-rows.ts'

const header =
	'sent_at,ended_at,state,corrected_to,account,sold_amount,sold_token,bought_amount,bought_token,surplus,surplus_token,platform_fee,settlement_fee,fee_token,order,transaction,settlement_fee_refund,paid,paid_token,received,received_token'
const limitOrder = {
	sell: { symbol: 'XRD', amount: Decimal.parse('1234567.000000000000000001') },
	buy: { symbol: 'xUSDC', amount: Decimal.parse('0.05') },
}
const atMs = Date.parse('2026-11-22T20:15:00Z')
const row: HistoryRow = { subintentId: 'subtxid_a', account: 'account_a', limitOrder, sentAtMs: atMs, state: undefined }
const status: OrderStatus = {
	subintentId: 'subtxid_a',
	state: 'settled',
	limitOrder,
	fee: { symbol: 'XRD', platformAmount: Decimal.parse('0.1'), settlementAmount: Decimal.parse('5.25') },
	account: 'account_a',
	expiresAtS: 1,
	createdAtMs: atMs,
	history: [
		{ state: 'accepted', atMs },
		{ state: 'settled', atMs: atMs + 1_500 },
	],
	parts: [],
	rebate: { symbol: 'XRD', amount: Decimal.parse('4.25') },
	transactionId: 'txid_a',
}

test('all digits, times in UTC, and nothing where nothing is known', () => {
	assert.equal(
		historyCsv([{ ...row, state: 'settled', status }, row, { ...row, state: 'unknown' }]),
		[
			header,
			'2026-11-22T20:15:00.000Z,2026-11-22T20:15:01.500Z,settled,,account_a,1234567.000000000000000001,XRD,0.05,xUSDC,,,0.1,5.25,XRD,subtxid_a,txid_a,4.25,1234568.100000000000000001,XRD,0.05,xUSDC',
			'2026-11-22T20:15:00.000Z,,,,account_a,1234567.000000000000000001,XRD,0.05,xUSDC,,,,,,subtxid_a,,,,,,',
			'2026-11-22T20:15:00.000Z,,unknown,,account_a,1234567.000000000000000001,XRD,0.05,xUSDC,,,,,,subtxid_a,,,,,,',
			'',
		].join('\r\n'),
	)
})

test('an open order has not ended, and a corrected one says what the ledger decided', () => {
	const { transactionId, rebate, ...open } = { ...status, state: 'published' as const }
	const [, published = '', corrected = ''] = historyCsv([
		{ ...row, state: 'published', status: open },
		{
			...row,
			state: 'expired',
			status: { ...open, state: 'expired', correction: { state: 'settled', atMs, transactionId: 'txid_b' } },
		},
	]).split('\r\n')
	assert.match(published, /^2026-11-22T20:15:00.000Z,,published,,/)
	assert.match(corrected, /,expired,settled,.*,txid_b,,,,,$/)
})

test('a token whose symbol is a formula does nothing', () => {
	const sell = { symbol: '=cmd', amount: Decimal.one }
	assert.match(historyCsv([{ ...row, limitOrder: { ...limitOrder, sell } }]), /,1,'=cmd,/)
})

test('fees are what they cost in the end: what left the account is amount and fees less the refund', () => {
	const surplus = { symbol: 'XRD', amount: Decimal.parse('567') }
	const [, line = ''] = historyCsv([{ ...row, state: 'settled', status: { ...status, surplus } }]).split('\r\n')
	assert.match(line, /,4\.25,1234001\.100000000000000001,XRD,0\.05,xUSDC$/)
})

test('a settled order shows what was exchanged, and how much better than the limit that is', () => {
	const surplusOf = (symbol: string, amount: string) => ({ symbol, amount: Decimal.parse(amount) })
	const [, more = '', less = ''] = historyCsv([
		{ ...row, state: 'settled', status: { ...status, surplus: surplusOf('xUSDC', '0.000001') } },
		{ ...row, state: 'settled', status: { ...status, surplus: surplusOf('XRD', '567') } },
	]).split('\r\n')
	assert.match(more, /,1234567\.000000000000000001,XRD,0\.050001,xUSDC,0\.000001,xUSDC,/)
	assert.match(less, /,1234000\.000000000000000001,XRD,0\.05,xUSDC,567,XRD,/)
})

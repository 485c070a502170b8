import assert from 'node:assert/strict'
import { it } from 'node:test'
import { readWanted, type WantedOrders } from './wanted-orders.ts'

const hash = 'ab'.repeat(32)

const read: [text: string, wanted: WantedOrders | undefined][] = [
	[' subtxid_sim1abc\n', { subintent: 'subtxid_sim1abc' }],
	[hash, { subintent: hash }],
	[hash.toUpperCase(), { subintent: hash }],
	['txid_tdx_2_1abc', { transaction_id: 'txid_tdx_2_1abc' }],
	['account_rdx1abc', { account: 'account_rdx1abc' }],
	['', undefined],
	['subtxid_', undefined],
	[hash.slice(1), undefined],
	['txid_sim1abc&state=settled', undefined],
	['resource_sim1abc', undefined],
]

it('knows what an entered id identifies, and what is not an id', () => {
	for (const [text, wanted] of read) assert.deepEqual(readWanted(text), wanted, text)
})

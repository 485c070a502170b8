import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Decimal } from '@accord/protocol'
import { readReceiptLink, receiptLink } from './receipt-link.ts'

test('a link has the order and the middle of the book, if that is known', () => {
	const known = { id: 'subtxid_sim1x', mid: Decimal.parse('0.050295') }
	const link = receiptLink(known, 'https://dex.example')
	assert.equal(link, 'https://dex.example/receipt#subtxid_sim1x?mid=0.050295')
	assert.deepEqual(readReceiptLink(link.split('#')[1] ?? ''), known)
	assert.deepEqual(readReceiptLink('subtxid_sim1x'), { id: 'subtxid_sim1x' })
	for (const mid of ['', '0', '-1', '1e3', 'x'])
		assert.deepEqual(readReceiptLink(`subtxid_sim1x?mid=${mid}`), { id: 'subtxid_sim1x' }, mid)
})

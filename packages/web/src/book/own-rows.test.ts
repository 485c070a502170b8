import assert from 'node:assert/strict'
import { it } from 'node:test'
import { Decimal } from '@accord/protocol'
import { ownRows } from './own-rows.ts'

const prices = (...texts: string[]) => texts.map(text => ({ price: Decimal.parse(text) }))
const rows = { bids: prices('9', '8', '7'), asks: prices('10', '11', '12') }
const at = (side: 'bids' | 'asks', price: string) => ({ side, price: Decimal.parse(price) })
const none = { bids: [], asks: [] }

it('a limit is in the worst row that its order would still take', () => {
	assert.deepEqual(ownRows(rows, [at('bids', '8')]), { ...none, bids: [Decimal.parse('8')] })
	assert.deepEqual(ownRows(rows, [at('bids', '7.5')]), { ...none, bids: [Decimal.parse('8')] })
	assert.deepEqual(ownRows(rows, [at('asks', '11.5')]), { ...none, asks: [Decimal.parse('11')] })
})

it('a limit beyond all rows is in the last one, and one that no row meets in none', () => {
	assert.deepEqual(ownRows(rows, [at('asks', '99')]), { ...none, asks: [Decimal.parse('12')] })
	assert.deepEqual(ownRows(rows, [at('bids', '9.5'), at('asks', '9.5')]), none)
})

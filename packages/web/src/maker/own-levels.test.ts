import assert from 'node:assert/strict'
import { it } from 'node:test'
import { Decimal, type PriceLevel } from '@accord/protocol'
import { crossedLevels, markOwnLevels } from './own-levels.ts'

const levels = (...texts: string[]): PriceLevel[] =>
	texts.map(text => {
		const [price = '', amount = ''] = text.split(' ')
		return { price: Decimal.parse(price), amount: Decimal.parse(amount) }
	})

const shown = { asks: levels('1.1 10', '1.2 20', '1.3 30'), bids: levels('0.9 5', '0.8 6', '0.7 7') }
const own = {
	asks: levels('1.2 15', '1.4 1'),
	bids: levels('0.95 4', '0.7 7'),
	available: { asks: levels('1.2 12'), bids: levels('0.7 7') },
}
const textOf = (side: 'asks' | 'bids', rows: number) =>
	markOwnLevels(side, { shown, own, rows }).map(({ price, inBook, own, available }) =>
		[price, inBook, own, available].map(each => (each === undefined ? '–' : Decimal.format(each))).join(' '),
	)

it('marks own levels in the order book, even those that it does not show, best first', () => {
	assert.deepEqual(textOf('asks', 9), ['1.1 10 – –', '1.2 20 15 12', '1.3 30 – –', '1.4 – 1 –'])
	assert.deepEqual(textOf('bids', 9), ['0.95 – 4 –', '0.9 5 – –', '0.8 6 – –', '0.7 7 7 7'])
})

it('leaves out the levels of others beyond the first rows, and none of the maker’s own', () => {
	assert.deepEqual(textOf('asks', 1), ['1.1 10 – –', '1.2 20 15 12', '1.4 – 1 –'])
	assert.deepEqual(textOf('bids', 2), ['0.95 – 4 –', '0.9 5 – –', '0.7 7 7 7'])
})

it('finds an own level that is at or beyond another maker’s price on the other side', () => {
	const crossed = (asks: string[], bids: string[]) =>
		crossedLevels({ shown, own: { asks: levels(...asks), bids: levels(...bids) } }).map(({ side, price, best }) =>
			[side, Decimal.format(price), Decimal.format(best)].join(' '),
		)
	assert.deepEqual(crossed(['1.2 15'], ['0.95 4', '0.7 7']), [])
	assert.deepEqual(crossed([], ['1.1 4']), ['bids 1.1 1.1'])
	assert.deepEqual(crossed(['0.8 1', '1.2 1'], []), ['asks 0.8 0.9'])
})

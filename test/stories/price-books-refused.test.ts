import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { ErrorCode, ErrorItem, WireOf } from '@accord/protocol'
import { untilShown } from '../network/book-text.ts'
import { type FlashSocket, openFlash, xrdBook } from '../network/flash-socket.ts'
import { startTestNetwork, type TestNetwork } from '../network/test-network.ts'

const setBook = 'platform.price_books.on_change'
const newOrders = 'platform.new_orders.start_stream'
const pair = { base: 'XRD', quote: 'xUSDC' }
const perSecond = 400

let network: TestNetwork
let session: FlashSocket

before(async () => {
	const limits = { messages_per_second: perSecond, requests_per_minute_per_key: 500 }
	network = await startTestNetwork({ users: 2, makers: 2, solvers: 0, settings: { limits } })
	session = await openFlash(network, network.makers[0] ?? assert.fail())
	await session.ask(newOrders)
	await session.ask(setBook, xrdBook(['0.05', '1000']))
	await untilShown(network, { pair: 'XRD/xUSDC', bids: ['0.05 1000'] })
})
after(() => network?.stop())

describe('a price book is refused as a whole, with the path of every wrong level', () => {
	type Bad = { code?: ErrorCode; book: object; errors: string[] }
	const levels = (...rows: [unknown, unknown][]) => rows
	const bids = (...rows: [unknown, unknown][]) => ({ pair, bids: levels(...rows), asks: [] })
	const asks = (...rows: [unknown, unknown][]) => ({ pair, bids: [], asks: levels(...rows) })
	const many = Array.from({ length: 51 }, (_, n): [string, string] => [String(100 - n), '1'])
	const books: Record<string, Bad> = {
		'bids that rise': { book: bids(['1', '1'], ['2', '1']), errors: ['/bids/1/0 unsorted'] },
		'asks that fall': { book: asks(['2', '1'], ['1', '1']), errors: ['/asks/1/0 unsorted'] },
		'a price twice': { book: asks(['2', '1'], ['2.0', '1']), errors: ['/asks/1/0 duplicate_price'] },
		'a price of zero': { book: bids(['0', '1']), errors: ['/bids/0/0 not_positive'] },
		'an amount of zero': { book: bids(['1', '0']), errors: ['/bids/0/1 not_positive'] },
		'a negative price and a negative amount': {
			book: bids(['-1', '-1']),
			errors: ['/bids/0/0 not_positive', '/bids/0/1 not_positive'],
		},
		'a bid above the best ask': {
			book: { pair, bids: levels(['2', '1'], ['1', '1']), asks: levels(['1.5', '1']) },
			errors: ['/bids/0/0 crossed'],
		},
		'51 levels on a side': { book: { pair, bids: many, asks: [] }, errors: ['/bids too_many_levels'] },
		'a bid for more than the ledger can hold': {
			book: bids(['0.05', '1'], ['0.04', '1'.padEnd(40, '0')], ['0.03', '3'.padEnd(40, '0')]),
			errors: ['/bids/2 too_large'],
		},
		'more decimals than the base has': {
			book: { ...asks(['1', '0.000000001']), pair: { base: 'xwBTC', quote: 'xUSDC' } },
			errors: ['/asks/0/1 divisibility'],
		},
		'a number instead of a decimal string': { book: bids([1, '1']), errors: ['/bids/0/0 invalid_decimal'] },
		'19 decimals, and an exponent': {
			book: bids(['1.0000000000000000001', '1'], ['1e-1', '1']),
			errors: ['/bids/0/0 invalid_decimal', '/bids/1/0 invalid_decimal'],
		},
		'wrong levels among good ones, on both sides': {
			book: {
				pair,
				bids: levels(['5', '1'], ['6', '0'], ['4', '1']),
				asks: levels(['7', '1'], ['7', '1'], ['8', 'x']),
			},
			errors: [
				'/bids/1/1 not_positive',
				'/bids/1/0 unsorted',
				'/asks/1/0 duplicate_price',
				'/asks/2/1 invalid_decimal',
			],
		},
		'an unknown pair': {
			code: 'unknown_pair',
			book: { ...bids(['1', '1']), pair: { base: 'XRD', quote: 'ABC' } },
			errors: ['/pair unknown_pair'],
		},
		'an inverted pair': {
			code: 'unknown_pair',
			book: { ...bids(['1', '1']), pair: { base: 'xUSDC', quote: 'XRD' } },
			errors: ['/pair unknown_pair'],
		},
		'no pair': { book: { bids: [], asks: [] }, errors: ['/pair shape'] },
		'no asks': { book: { pair, bids: [] }, errors: ['/asks shape'] },
	}
	for (const [what, { code = 'invalid_price_book', book, errors }] of Object.entries(books)) {
		test(`error: ${code}: ${what}`, async () => {
			const refused = await session.refusedNotification(code, setBook, book)
			assert.deepEqual(placesOf(refused.data?.errors), errors)
			const asked = await session.refused(code, setBook, book)
			assert.deepEqual(asked.data?.errors, refused.data?.errors)
		})
	}

	test('the first mistake, and the number of further ones, are in the message', async () => {
		const { data } = await session.refused('invalid_price_book', setBook, bids(['0', '1'], ['1', '-1'], ['0.5', '0']))
		const first = '/bids/0/0, expected more than 0, found 0'
		assert.equal(
			data?.detail,
			`Invalid price book: ${first}; and 2 more. Your book of XRD/xUSDC is withdrawn: send a new one.`,
		)
	})

	// shows decision 3: A refused book withdraws the previous one of its pair
	test('the previous book of that pair is withdrawn, and the error says so; those of other pairs stay', async () => {
		const btc = { pair: { base: 'xwBTC', quote: 'xUSDC' }, bids: levels(['60000', '1']), asks: [] }
		for (const refuse of ['refused', 'refusedNotification'] as const) {
			await session.ask(setBook, xrdBook(['0.05', '1000']))
			await session.ask(setBook, btc)
			await untilShown(network, { pair: 'XRD/xUSDC', bids: ['0.05 1000'] })
			const { data } = await session[refuse]('invalid_price_book', setBook, bids(['0', '1']))
			assert.equal(data?.withdrawn, true)
			await untilShown(network, { pair: 'XRD/xUSDC' })
			await untilShown(network, { pair: 'xwBTC/xUSDC', bids: ['60000 1'] })
		}
		const unknown = await session.refused('unknown_pair', setBook, { ...btc, pair: { base: 'A', quote: 'B' } })
		assert.equal(unknown.data?.withdrawn, undefined)
		await untilShown(network, { pair: 'xwBTC/xUSDC', bids: ['60000 1'] })
		await session.ask(setBook, { ...btc, bids: [] })
		await session.ask(setBook, xrdBook(['0.05', '1000']))
		await untilShown(network, { pair: 'XRD/xUSDC', bids: ['0.05 1000'] })
	})

	test('a book beyond the rate of messages is refused, so the previous one is withdrawn too', async () => {
		const fast = await openFlash(network, network.makers[1] ?? assert.fail())
		await fast.ask(newOrders)
		network.clock.freeze()
		const btc = { pair: { base: 'xwBTC', quote: 'xUSDC' }, bids: levels(['50000', '1']), asks: [] }
		await fast.ask(setBook, btc)
		await untilShown(network, { pair: 'xwBTC/xUSDC', bids: ['50000 1'] })
		for (let n = 0; n < perSecond; n++) fast.notify('ping')
		const { data } = await fast.refused('rate_limited', setBook, btc)
		assert.equal(data?.withdrawn, true)
		await untilShown(network, { pair: 'xwBTC/xUSDC' })
		network.clock.thaw()
		fast.close()
	})
})

function placesOf(errors: readonly WireOf<typeof ErrorItem>[] | undefined): string[] {
	return (errors ?? []).map(({ pointer, rule }) => `${pointer} ${rule}`)
}

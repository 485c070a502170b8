import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { Decimal } from '@accord/protocol'
import type { OpenNewOrder } from '../../fills/new-orders.ts'
import { NewOrderStreams } from './new-order-streams.ts'

const xrd = { base: 'XRD', quote: 'xUSDC' }
const btc = { base: 'xwBTC', quote: 'xUSDC' }
const one = (symbol: string) => ({ symbol, amount: Decimal.one })

function newOrder(id: string, pair = xrd): OpenNewOrder {
	const limitOrder = { sell: one(pair.base), buy: one(pair.quote) }
	return {
		id,
		pair,
		createdAtMs: 0,
		fillBeforeMs: 3000,
		limitOrder,
		fill: { sell: limitOrder.buy, buy: limitOrder.sell },
	}
}

function openOrders() {
	const open = new Map<string, OpenNewOrder[]>()
	let reads = 0
	const streams = new NewOrderStreams({
		openNewOrders: async makerId => {
			reads += 1
			const orders = [...(open.get(makerId) ?? [])]
			await turn()
			return { orders, newest: BigInt(orders.length) }
		},
		onError: error => assert.fail(String(error)),
	})
	const subscribe = (makerId: string, pair?: typeof xrd) => {
		const ids: string[] = []
		const end = streams.subscribe(makerId, {
			sent: new Set(),
			wants: wanted => pair === undefined || wanted.pair.base === pair.base,
			push: ({ id }) => ids.push(id),
		})
		return { ids, end }
	}
	return { open, streams, subscribe, reads: () => reads }
}

const settled = async () => {
	for (let turns = 0; turns < 10; turns++) await turn()
}

describe('NewOrderStreams', () => {
	// shows Flash API: platform.new_orders.new
	it('sends open orders at once, and each order once however often it is woken', async () => {
		const { open, streams, subscribe } = openOrders()
		open.set('m', [newOrder('a')])
		const early = subscribe('m')
		await settled()
		open.set('m', [newOrder('a'), newOrder('b')])
		const late = subscribe('m')
		for (let wakes = 0; wakes < 3; wakes++) streams.wake('m')
		await settled()
		streams.wakeAll()
		await settled()
		assert.deepEqual(
			[early.ids, late.ids],
			[
				['a', 'b'],
				['a', 'b'],
			],
		)
	})

	// shows Flash API: platform.new_orders.start_stream, restricted to pairs
	it('sends a session the pairs that it requested, and a maker only its own orders', async () => {
		const { open, subscribe } = openOrders()
		open.set('m', [newOrder('a'), newOrder('b', btc)])
		open.set('other', [newOrder('c')])
		const ofPair = subscribe('m', btc)
		await settled()
		assert.deepEqual(ofPair.ids, ['b'])
	})

	it('reads nothing when it is woken for an order that it has read', async () => {
		const { open, streams, subscribe, reads } = openOrders()
		open.set('m', [newOrder('a')])
		subscribe('m')
		await settled()
		const before = reads()
		streams.wake('m', 'a')
		await settled()
		assert.equal(reads(), before)
		streams.wake('m', 'b')
		await settled()
		assert.equal(reads(), before + 1)
	})

	it('reads nothing for a maker whose sessions have all ended', async () => {
		const { streams, subscribe, reads } = openOrders()
		const { end } = subscribe('m')
		await settled()
		end()
		const before = reads()
		streams.wake('m')
		streams.wakeAll()
		await settled()
		assert.equal(reads(), before)
	})
})

import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import {
	BookChange,
	followedChangeWire,
	followedEndWire,
	followedSnapshotWire,
	followedStateWire,
	followedTradeWire,
	OrderBook,
	problemWire,
	ShownOrderBook,
	streamClosingWire,
} from '@accord/protocol'
import { EventReader } from '../network/event-reader.ts'
import { metricOf } from '../network/metric.ts'
import { operatorSetting } from '../network/operator-request.ts'
import { connectMaker, type TestMaker } from '../network/test-maker.ts'
import { startTestNetwork, type TestNetwork } from '../network/test-network.ts'
import { connectSolver, settle, type TestSolver } from '../network/test-solver.ts'
import { placeOrder } from '../network/test-user.ts'
import { askTrade, refusedTrade } from '../network/trade-request.ts'
import { until, untilEqual } from '../network/until.ts'

const pair = 'XRD/xUSDC'
const sale = { sell: '100 XRD', buy: '5 xUSDC' }
const book = '/trade/order_book/stream?base=XRD&quote=xUSDC'
const trades = '/trade/trades/stream?base=XRD&quote=xUSDC'
const eventsOf = (subintentId: string) => `/trade/orders/${subintentId}/events`

let network: TestNetwork
let solver: TestSolver
let maker: TestMaker

before(async () => {
	network = await startTestNetwork({
		users: 2,
		makers: 1,
		solvers: 1,
		settings: { ...operatorSetting, limits: { event_streams_per_address: 3 } },
	})
	solver = connectSolver(network, network.solvers[0])
	maker = await connectMaker(network, network.makers[0], { books: [{ pair, bids: ['0.05 100000'] }] })
})
after(() => network?.stop())

const pathOf = (streams: readonly string[]) =>
	`/trade/stream?${new URLSearchParams(streams.map((stream): [string, string] => ['follow', stream]))}`
const follow = (streams: readonly string[], acceptEncoding?: string) =>
	EventReader.open(network.service.url + pathOf(streams), acceptEncoding === undefined ? {} : { acceptEncoding })
/** The data of all events of one name, of one stream. */
const dataOf = ({ events }: EventReader, name: string, of: string) =>
	events.filter(({ event, data }) => event === name && data.stream === of).map(({ data }) => data.data)
const openStreams = () => metricOf(network, 'accord_sessions{kind="event_stream"}')
/** The levels of a book after all changes that a stream has sent. */
function bidsShown(reader: EventReader, stream: string): (readonly [string, string])[] {
	const bids = new Map(ShownOrderBook.wire.parse(dataOf(reader, 'snapshot', stream)[0]).bids)
	for (const change of dataOf(reader, 'change', stream))
		for (const [price, amount] of BookChange.wire.parse(change).bids) bids.set(price, amount)
	return [...bids].filter(([, amount]) => amount !== '0')
}

describe('GET /trade/stream', () => {
	// shows Trade API addition: GET /trade/stream
	test('one connection carries books with their own depth, trades and orders, plain and compressed', async () => {
		const first = await placeOrder(network, network.users[0], sale)
		const second = await placeOrder(network, network.users[1], sale, { level: 1 })
		const top = `${book}&depth=1&max_hz=2`
		const others = '/trade/order_book/stream?base=xETH&quote=xUSDC'
		const orders = [first, second].map(({ subintentId }) => eventsOf(subintentId))
		const streams = [book, top, others, trades, ...orders]
		const readers = [await follow(streams), await follow(streams, 'gzip')]
		assert.deepEqual(
			readers.map(reader => [reader.status, reader.header('content-type'), reader.header('content-encoding')]),
			[
				[200, 'text/event-stream', undefined],
				[200, 'text/event-stream', 'gzip'],
			],
		)
		assert.equal(await openStreams(), 2)
		for (const order of [first, second]) await settle(network, solver, await solver.bundleOf(order))
		await maker.quote({ pair, bids: ['0.05 90000', '0.04 500'] })
		const { bids: levels } = OrderBook.wire.parse(
			(await askTrade(network, '/trade/order_book?base=XRD&quote=xUSDC')).body,
		)
		for (const reader of readers) {
			for (const [at, { subintentId }] of [first, second].entries()) {
				const states = () =>
					dataOf(reader, 'state', orders[at] ?? '').map(data => `${(data as { state: string }).state}`)
				await untilEqual('the whole history', states, ['accepted', 'filled', 'published', 'settled'])
				await until('the trade', () =>
					dataOf(reader, 'trade', trades).some(data => (data as { subintent_id: string }).subintent_id === subintentId),
				)
			}
			await untilEqual('the book', () => bidsShown(reader, book), levels)
			await untilEqual('its first level', () => bidsShown(reader, top), levels.slice(0, 1))
			assert.deepEqual(bidsShown(reader, others), [])
			for (const { event, id, data } of reader.events) {
				assert.equal(id, undefined)
				schemas[event as keyof typeof schemas].parse(data)
			}
			reader.close()
		}
		await untilEqual('no stream', openStreams, 0)
	})

	// shows Trade API addition: GET /trade/stream
	test('error: a stream that is refused ends with its code, and the others go on', async () => {
		const reader = await follow([
			'/trade/trades/stream?base=xUSDC&quote=XRD',
			'/trade/order_book/stream?base=DOGE&quote=XRD',
			eventsOf('subtxid_sim1unknown'),
			book,
		])
		const codes = () =>
			reader.events.filter(({ event }) => event === 'ended').map(({ data }) => followedEndWire.parse(data).data.code)
		await until('three refusals', () => codes().length === 3)
		assert.deepEqual(codes().toSorted(), ['unknown_order', 'unknown_pair', 'unknown_token'])
		await maker.quote({ pair, bids: ['0.05 80000'] })
		await until('the book to go on', () => bidsShown(reader, book).some(([, amount]) => amount === '80000'))
		reader.close()
	})

	test('ends when nothing more will follow', async () => {
		const order = await placeOrder(network, network.users[0], sale)
		await settle(network, solver, await solver.bundleOf(order))
		const stream = eventsOf(order.subintentId)
		const reader = await follow([stream, stream], 'gzip')
		await reader.over()
		assert.equal(dataOf(reader, 'state', stream).length, 4)
		const refused = await follow([eventsOf('subtxid_sim1unknown')])
		await refused.over()
		assert.equal(refused.events[0]?.event, 'ended')
	})

	test('error: what is no stream, or has a wrong query, is refused by name, and so is one connection too many', async () => {
		const cases: [string, string][] = [
			['', '/follow'],
			['?follow=', '/follow/0'],
			['?follow=/trade/stream?follow=x', '/follow/0'],
			['?follow=/trade/trades', '/follow/0'],
			['?follow=/trade/orders/a/b/events', '/follow/0'],
			['?follow=/trade/orders/%2500/events', '/follow/0'],
			[`?follow=${encodeURIComponent(book)}&follow=nothing`, '/follow/1'],
			[`?follow=${encodeURIComponent(`${book}&depth=0`)}`, '/follow/depth'],
			[`?follow=${encodeURIComponent(`${book}&max_hz=51`)}`, '/follow/max_hz'],
			['?follow=/trade/trades/stream?base=XRD', '/follow/quote'],
		]
		for (const [query, pointer] of cases) {
			const answer = { status: 422, code: 'validation_failed' } as const
			const { errors } = await refusedTrade(network, `/trade/stream${query}`, answer)
			assert.equal(errors?.[0]?.pointer, pointer, query)
		}
		const readers = [await follow([book]), await follow([book]), await follow([book])]
		await refusedTrade(network, pathOf([book]), { status: 429, code: 'rate_limited' })
		for (const reader of readers) reader.close()
	})

	test('error: a service that stops says so', async () => {
		await untilEqual('no stream', openStreams, 0)
		const reader = await follow([book, trades], 'gzip')
		await until('both snapshots', () => reader.events.length >= 2)
		await network.service.stop()
		await reader.over()
		const last = reader.events.at(-1)
		assert.deepEqual([last?.event, problemWire.parse(last?.data).code], ['closing', 'shutting_down'])
	})
})

const schemas = {
	snapshot: followedSnapshotWire,
	change: followedChangeWire,
	trade: followedTradeWire,
	state: followedStateWire,
	ended: followedEndWire,
	closing: streamClosingWire,
}

import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { BookChange, type ErrorCode, OrderBook, ShownOrderBook } from '@accord/protocol'
import { EventReader } from '../network/event-reader.ts'
import { connectMaker, silent, type TestMaker } from '../network/test-maker.ts'
import { startTestNetwork, type TestNetwork } from '../network/test-network.ts'
import { askTrade, refusedTrade } from '../network/trade-request.ts'
import { until } from '../network/until.ts'

const pair = 'XRD/xUSDC'
const path = '/trade/order_book?base=XRD&quote=xUSDC'
const streamPath = '/trade/order_book/stream?base=XRD&quote=xUSDC'

let network: TestNetwork
let maker: TestMaker

before(async () => {
	network = await startTestNetwork({
		users: 1,
		makers: 1,
		solvers: 1,
		settings: { limits: { event_streams_per_address: 4 } },
	})
	maker = await connectMaker(network, network.makers[0], { answer: silent })
})
after(() => network?.stop())

const follow = (lastEventId?: number) =>
	EventReader.open(network.service.url + streamPath, lastEventId === undefined ? {} : { lastEventId })
const shown = async (query = '') => ShownOrderBook.wire.parse((await askTrade(network, path + query)).body)

describe('GET /trade/order_book', () => {
	// shows Trade API addition: GET /trade/order_book: `sequence`, `timestamp`, `depth`, ETag
	test('has a number that grows with each change, and the time of the last one', async () => {
		await maker.quote({ pair, bids: ['0.05 1000'] })
		const first = await shown()
		await maker.quote({ pair, bids: ['0.051 1000', '0.05 900'], asks: ['0.06 500', '0.07 500'] })
		const second = await shown()
		assert.ok(second.sequence > first.sequence)
		assert.ok(second.timestamp_ms >= first.timestamp_ms)
		assert.equal(second.timestamp, Math.floor(second.timestamp_ms / 1000))
		assert.deepEqual(await shown(), second)
	})

	// shows Trade API addition: GET /trade/order_book: `sequence`, `timestamp`, `depth`, ETag
	test('shows at most as many levels a side as asked for', async () => {
		const { bids, asks } = await shown('&depth=1')
		assert.deepEqual({ bids, asks }, { bids: [['0.051', '1000']], asks: [['0.06', '500']] })
		assert.equal((await shown('&depth=50')).bids.length, 2)
	})

	// shows Trade API addition: GET /trade/order_book: `sequence`, `timestamp`, `depth`, ETag
	test('is not sent again to a client that has it, until it changes', async () => {
		for (const query of ['', '&depth=1']) {
			const { headers } = await askTrade(network, path + query)
			const etag = headers.get('etag') ?? ''
			assert.match(etag, query === '' ? /^"[0-9a-f]+-\d+"$/ : /^"[0-9a-f]+-\d+-1"$/)
			assert.equal(headers.get('cache-control'), 'no-cache')
			for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
				const again = await askTrade(network, path + query, { headers: { 'if-none-match': known } })
				assert.deepEqual([again.status, again.body, again.headers.get('etag')], [304, undefined, etag], known)
			}
			const others = await askTrade(network, path + query, { headers: { 'if-none-match': '"other"' } })
			assert.equal(others.status, 200)
		}
		const { headers } = await askTrade(network, path)
		await maker.quote({ pair, bids: ['0.052 1000'] })
		const changed = await askTrade(network, path, { headers: { 'if-none-match': headers.get('etag') ?? '' } })
		assert.equal(changed.status, 200)
	})

	test('ignores parameters that it does not know', async () => {
		assert.equal((await askTrade(network, `${path}&color=red`)).status, 200)
	})

	test('error: unknown, inverted or missing pairs and wrong depths are refused by name', async () => {
		const cases = [
			['?base=XRD&quote=nothing', 'unknown_token', undefined],
			['?base=xUSDC&quote=XRD', 'unknown_pair', undefined],
			['?base=XRD', 'validation_failed', '/quote'],
			['?base=XRD&quote=xUSDC&depth=0', 'validation_failed', '/depth'],
			['?base=XRD&quote=xUSDC&depth=51', 'validation_failed', '/depth'],
			['?base=XRD&quote=xUSDC&depth=many', 'validation_failed', '/depth'],
			['?base=XRD&base=XRD&quote=xUSDC', 'validation_failed', '/base'],
		] as const
		for (const [query, code, pointer] of cases) {
			const problem = await refusedTrade(network, `/trade/order_book${query}`, { status: 422, code })
			assert.equal(problem.errors?.[0]?.pointer, pointer, query)
		}
	})

	// shows decision 56: A reversed pair is refused with its trading direction
	test('error: a reversed pair is told its trading direction, an unknown symbol that it is unknown', async () => {
		const detail = async (query: string, code: ErrorCode) =>
			(await refusedTrade(network, `/trade/order_book?${query}`, { status: 422, code })).detail
		const reversed = await detail('base=xUSDC&quote=XRD', 'unknown_pair')
		assert.equal(reversed, 'xUSDC/XRD is not a traded pair: XRD/xUSDC is, with base XRD and quote xUSDC')
		assert.equal(await detail('base=DOGE&quote=xUSDC', 'unknown_token'), 'DOGE is not a traded token')
	})
})

describe('GET /trade/order_book/stream', () => {
	// shows Trade API addition: GET /trade/order_book/stream
	test('sends the book, then every change without a gap: applying them yields the book as shown', async () => {
		await maker.quote({ pair, bids: ['0.05 1000'] })
		const reader = await follow()
		assert.deepEqual([reader.status, reader.header('content-type')], [200, 'text/event-stream'])
		const { event, id, data } = await reader.event(1)
		const snapshot = ShownOrderBook.wire.parse(data)
		assert.deepEqual([event, id], ['snapshot', snapshot.sequence])
		assert.deepEqual(snapshot, await shown())

		for (let step = 1; step <= 20; step++) {
			await maker.quote({ pair, bids: [`0.0${50 + (step % 7)} ${1000 + step}`], asks: [`0.0${60 + (step % 5)} 700`] })
		}
		const last = await shown()
		await until('the last change', () => reader.events.at(-1)?.id === last.sequence)
		const changes = reader.events.slice(1)
		assert.deepEqual(new Set(changes.map(change => change.event)), new Set(['change']))
		assert.deepEqual(
			changes.map(change => change.id),
			changes.map((_, at) => snapshot.sequence + at + 1),
		)
		const sides = { bids: new Map(snapshot.bids), asks: new Map(snapshot.asks) }
		for (const change of changes.map(({ data }) => BookChange.wire.parse(data))) {
			for (const side of ['bids', 'asks'] as const) {
				for (const [price, amount] of change[side]) {
					if (amount === '0') sides[side].delete(price)
					else sides[side].set(price, amount)
				}
			}
		}
		assert.deepEqual([...sides.bids], OrderBook.wire.parse(last).bids)
		assert.deepEqual([...sides.asks], OrderBook.wire.parse(last).asks)
		reader.close()
	})

	// shows Trade API addition: GET /trade/order_book/stream
	test('begins with the current book, wherever a client left off', async () => {
		const reader = await follow(1)
		const { event, data } = await reader.event(1)
		assert.equal(event, 'snapshot')
		assert.deepEqual(ShownOrderBook.wire.parse(data), await shown())
		reader.close()
	})

	// shows Trade API addition: GET /trade/order_book/stream: `depth`, `max_hz`
	test('with depth and max_hz sends the first levels, at most so often, and what it skips is in the next change', async () => {
		await maker.quote({ pair, bids: ['0.05 1000', '0.04 1000'] })
		const sinceMs = performance.now()
		const reader = await EventReader.open(`${network.service.url}${streamPath}&depth=1&max_hz=2`)
		const snapshot = ShownOrderBook.wire.parse((await reader.event(1)).data)
		assert.deepEqual(snapshot.bids, [['0.05', '1000']])
		for (let step = 1; step <= 20; step++)
			await maker.quote({
				pair,
				bids: [`0.0${50 + (step % 7)} ${1000 + step}`, '0.04 1000'],
				asks: [`0.06 ${700 + step}`],
			})
		const last = await shown('&depth=1')
		await until('the last change', () => reader.events.at(-1)?.id === last.sequence)
		const seconds = (performance.now() - sinceMs) / 1000
		const changes = reader.events.slice(1).map(({ data }) => BookChange.wire.parse(data))
		assert.ok(changes.length <= 2 * seconds + 1, `${changes.length} changes in ${seconds} s`)
		let sequence: number | undefined = snapshot.sequence
		const sides = { bids: new Map(snapshot.bids), asks: new Map(snapshot.asks) }
		for (const change of changes) {
			assert.equal(change.since, sequence)
			sequence = change.sequence
			for (const side of ['bids', 'asks'] as const)
				for (const [price, amount] of change[side])
					if (amount === '0') sides[side].delete(price)
					else sides[side].set(price, amount)
		}
		assert.deepEqual([[...sides.bids], [...sides.asks]], [last.bids, last.asks])
		reader.close()
	})

	test('error: what is no depth and no max_hz is refused by name', async () => {
		for (const [query, pointer] of [
			['depth=0', '/depth'],
			['depth=51', '/depth'],
			['max_hz=0', '/max_hz'],
			['max_hz=51', '/max_hz'],
			['max_hz=0.5', '/max_hz'],
		] as const) {
			const answer = { status: 422, code: 'validation_failed' } as const
			const problem = await refusedTrade(network, `${streamPath}&${query}`, answer)
			assert.equal(problem.errors?.[0]?.pointer, pointer, query)
		}
	})

	test('error: an unknown pair is unknown_pair, one stream too many rate_limited, a HEAD not allowed', async () => {
		const stream = (query: string) => `/trade/order_book/stream?${query}`
		await refusedTrade(network, stream('base=xwBTC&quote=XRD'), { status: 422, code: 'unknown_pair' })
		await refusedTrade(network, stream('base=XRD&quote=nothing'), { status: 422, code: 'unknown_token' })
		await refusedTrade(network, '/trade/order_book/stream', { status: 422, code: 'validation_failed' })
		const readers: EventReader[] = []
		do readers.push(await follow())
		while (readers.at(-1)?.status === 200)
		assert.ok(readers.length <= 5)
		const problem = await refusedTrade(network, streamPath, { status: 429, code: 'rate_limited' })
		assert.match(problem.detail ?? '', /4 event streams/)
		const { status } = await fetch(network.service.url + streamPath, { method: 'HEAD' })
		assert.equal(status, 405)
		for (const reader of readers) reader.close()
	})
})

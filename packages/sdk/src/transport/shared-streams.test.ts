import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { type ErrorCode, followedStreamsMax, TradeError, toProblem } from '@accord/protocol'
import { until, untilEqual } from '../../../../test/network/until.ts'
import { type OpenAnswer, startEventServer } from '../testing/event-server.ts'
import { resumedEvents } from './resumed-events.ts'
import { sharedStreams } from './shared-streams.ts'
import { TradeApi } from './trade-api.ts'

const trades = '/trade/trades/stream?base=XRD&quote=xUSDC'
const book = '/trade/order_book/stream?base=XRD&quote=xUSDC&max_hz=4'
const order = '/trade/orders/subtxid_1/events'
const skip = globalThis.navigator?.locks === undefined && 'no Web Locks in this Node'

type Connection = { readonly answer: OpenAnswer; readonly streams: readonly string[]; hangs?: boolean }

/** A server whose connections begin with their number as snapshot of each stream, and tabs with a client each. */
async function open(t: TestContext) {
	const server = await startEventServer(t)
	const connections: Connection[] = []
	/** How the next connections are answered. */
	const answering: { refusal?: ErrorCode; waits?: boolean; unknown?: string } = {}
	const answer = (one: OpenAnswer) => {
		const { pathname, searchParams } = new URL(one.request.url ?? '', server.url)
		assert.equal(pathname, '/trade/stream')
		if (answering.refusal !== undefined) return one.refuse(answering.refusal)
		const streams = searchParams.getAll('follow')
		connections.push({ answer: one, streams })
		if (answering.waits === true) return undefined
		one.begin()
		for (const stream of streams) {
			if (stream !== answering.unknown) one.event('snapshot', { stream, data: connections.length })
			else one.event('ended', { stream, data: toProblem(new TradeError('unknown_order')) })
		}
		return undefined
	}
	void (async () => {
		for (;;) answer(await server.next())
	})()
	const beats = setInterval(() => {
		for (const { answer, hangs } of connections) if (hangs !== true && answering.waits !== true) answer.comment()
	}, 500)
	t.after(() => clearInterval(beats))
	const openTab = () => {
		const leaving = new AbortController()
		const api = new TradeApi({ baseUrl: server.url, retriesMax: 0, fetch: sharedStreams() })
		/** Reads a stream until it is refused. */
		const follow = (path: string) => {
			const read: { stream: string; got: string[]; refusal?: unknown } = { stream: path, got: [] }
			const isFinal = (error: unknown) => error instanceof TradeError
			const events = resumedEvents({ api, path, signal: leaving.signal, isFinal })
			void (async () => {
				for await (const { data } of events) read.got.push(data)
			})().catch(error => {
				read.refusal = error.code
			})
			return read
		}
		t.after(() => leaving.abort())
		return { follow, close: () => leaving.abort() }
	}
	/** The connection that is open, once there is only one. */
	const only = async () => {
		const isOpen = ({ answer: { request } }: Connection) => !request.socket.destroyed
		await until('one connection', () => connections.filter(isOpen).length === 1)
		return connections.find(isOpen) ?? assert.fail()
	}
	/** Sends by the connection that is open, and again while another one that took its place may not have it. */
	const sendUntil = (what: string, isRead: () => boolean, send: (answer: OpenAnswer) => unknown) =>
		until(what, async () => {
			send((await only()).answer)
			await pause(100)
			return isRead()
		})
	return { connections, answering, openTab, only, sendUntil }
}

type Followed = { readonly got: readonly string[]; readonly refusal?: unknown }
const begun = (read: readonly Followed[]) =>
	until('each to begin', () => read.every(({ got, refusal }) => got.length > 0 || refusal !== undefined))
const lastOf = (read: readonly Followed[], count: number) => read.map(({ got }) => got.slice(-count).join())

// shows SDK: Tabs of one browser share their streams
test('tabs share one connection: each begins with a snapshot, and gets every change', { skip }, async t => {
	const { openTab, sendUntil } = await open(t)
	const read: Followed[] = []
	for (let tabs = 0; tabs < 4; tabs++) {
		read.push(openTab().follow(trades))
		await begun(read)
	}
	const hasAll = () => isDeepStrictEqual(lastOf(read, 3), Array(4).fill('70,80,90'))
	await sendUntil('the changes', hasAll, answer => {
		for (const change of [70, 80, 90]) answer.event('trade', { stream: trades, data: change })
	})
})

// shows SDK: Tabs of one browser share their streams
test('it carries the streams of all tabs, and each reads only its own', { skip }, async t => {
	const { openTab, only, sendUntil } = await open(t)
	const [first, second] = [openTab(), openTab()]
	const read = [first.follow(book)]
	await begun(read)
	read.push(second.follow(trades), second.follow(order), first.follow(order))
	await begun(read)
	await untilEqual('all streams', async () => (await only()).streams.toSorted(), [book, order, trades])
	const hasAll = () => isDeepStrictEqual(lastOf(read, 1), ['{"bids":["3"]}', '4', '5', '5'])
	await sendUntil('the last events', hasAll, answer =>
		answer
			.event('change', { stream: book, data: { bids: ['3'] } })
			.event('trade', { stream: trades, data: 4 })
			.event('state', { stream: order, data: 5 }),
	)
})

test('the connection before is read until the next one answers, and if that is refused', { skip }, async t => {
	const { connections, answering, openTab, only } = await open(t)
	const ofBook = openTab().follow(book)
	await begun([ofBook])
	const { answer } = await only()
	answering.waits = true
	const tab = openTab()
	const ofTrades = tab.follow(trades)
	await until('the next connection', () => connections.length === 2)
	answer.event('change', { stream: book, data: 20 })
	await untilEqual('a change', () => lastOf([ofBook], 1), ['20'])
	answering.refusal = 'validation_failed'
	connections[1]?.answer.refuse('validation_failed')
	await untilEqual('the refusal', () => ofTrades.refusal, 'validation_failed')
	answer.event('change', { stream: book, data: 30 })
	await untilEqual('another change', () => lastOf([ofBook], 2), ['20,30'])
})

test('a stream that no one reads any more is left out of the next connection', { skip }, async t => {
	const { openTab, only } = await open(t)
	const [first, second, third] = [openTab(), openTab(), openTab()]
	const read = [first.follow(book), second.follow(trades)]
	await begun(read)
	second.close()
	read.push(third.follow(order))
	await begun(read)
	await untilEqual('the streams left', async () => (await only()).streams.toSorted(), [book, order])
})

test('when the tab with the connection closes, another one takes its place with a snapshot', { skip }, async t => {
	const { connections, openTab, only, sendUntil } = await open(t)
	const [first, second, third] = [openTab(), openTab(), openTab()]
	await begun([first.follow(trades)])
	const others = [second.follow(trades), third.follow(trades)]
	await begun(others)
	await only()
	const before = connections.length
	first.close()
	await until('another connection', () => connections.length > before)
	const beganAgain = () => others.every(({ got }) => Number(got.at(-1)) > before)
	await until('its snapshot', beganAgain)
	const hasAll = () => lastOf(others, 1).every(last => last === '"goes on"')
	await sendUntil('the trade', hasAll, answer => answer.event('trade', { stream: trades, data: 'goes on' }))
})

test('when it hangs, another one takes its place too', { skip }, async t => {
	const { connections, openTab, only, sendUntil } = await open(t)
	const read = [openTab().follow(trades)]
	await begun(read)
	read.push(openTab().follow(trades))
	await begun(read)
	const hanging = await only()
	hanging.hangs = true
	await until('another connection', () => connections.at(-1) !== hanging)
	// The one that hung joins again, which takes one more.
	const hasAll = () => lastOf(read, 1).every(last => last === '80')
	await sendUntil('the trade', hasAll, answer => answer.event('trade', { stream: trades, data: 80 }))
	assert.ok(connections.length <= 6, `${connections.length} connections`)
})

test('error: a stream that is refused ends in each tab, with the code, and the others go on', { skip }, async t => {
	const { answering, openTab, sendUntil } = await open(t)
	answering.unknown = order
	const ofBook = openTab().follow(book)
	await begun([ofBook])
	const ofOrder = [openTab().follow(order), openTab().follow(order)]
	await untilEqual('the refusals', () => ofOrder.map(({ refusal }) => refusal), ['unknown_order', 'unknown_order'])
	const hasAll = () => lastOf([ofBook], 1).join() === '20'
	await sendUntil('a change', hasAll, answer => answer.event('change', { stream: book, data: 20 }))
})

test('error: if the service refuses the connection, every tab is told why', { skip }, async t => {
	const { answering, openTab } = await open(t)
	answering.refusal = 'rate_limited'
	const read = [openTab().follow(trades), openTab().follow(book)]
	await untilEqual('the refusals', () => read.map(({ refusal }) => refusal), ['rate_limited', 'rate_limited'])
})

test('error: a stream beyond what one connection carries is refused, and the others stay', { skip }, async t => {
	const { openTab, sendUntil } = await open(t)
	const tab = openTab()
	const read = Array.from({ length: followedStreamsMax }, (_, at) => tab.follow(`/trade/orders/subtxid_${at}/events`))
	await begun(read)
	const oneMore = openTab().follow(book)
	await untilEqual('the refusal', () => oneMore.refusal, 'rate_limited')
	const hasAll = () => lastOf(read, 1).every(last => last === '"goes on"')
	await sendUntil('all others', hasAll, answer => {
		for (const { stream } of read) answer.event('state', { stream, data: 'goes on' })
	})
})

test('a connection that breaks off is made again, one for all', { skip }, async t => {
	const { connections, openTab, only, sendUntil } = await open(t)
	const read = [openTab().follow(trades), openTab().follow(trades)]
	await begun(read)
	const { answer } = await only()
	const before = connections.length
	answer.cut()
	await until('new snapshots', () => read.every(({ got }) => Number(got.at(-1)) > before))
	const hasAll = () => lastOf(read, 1).join() === '"goes on","goes on"'
	await sendUntil('the trade', hasAll, answer => answer.event('trade', { stream: trades, data: 'goes on' }))
})

test('other requests, and reads of other streams, are not shared', { skip }, async t => {
	const server = await startEventServer(t)
	for (const path of ['/trade/order_book?base=XRD&quote=xUSDC', '/trade/stream?follow=x']) {
		const response = sharedStreams()(server.url + path)
		;(await server.next()).json({})
		assert.equal(await (await response).text(), '{}')
	}
	assert.deepEqual(server.paths, ['/trade/order_book?base=XRD&quote=xUSDC', '/trade/stream?follow=x'])
})

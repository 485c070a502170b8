import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type TestContext, test } from 'node:test'
import { type OpenAnswer, startEventServer } from '../testing/event-server.ts'
import { resumedEvents } from './resumed-events.ts'
import { sharedStreams } from './shared-streams.ts'
import { TradeApi } from './trade-api.ts'

const path = '/trade/trades/stream?base=XRD&quote=xUSDC'
const skip = globalThis.navigator?.locks === undefined && 'no Web Locks in this Node'

/** A server, and tabs that read from it, each with a client of its own. */
async function open(t: TestContext) {
	const server = await startEventServer(t)
	const openTab = (at = path) => {
		const leaving = new AbortController()
		const api = new TradeApi({ baseUrl: server.url, retriesMax: 0, fetch: sharedStreams() })
		const events = resumedEvents({ api, path: at, signal: leaving.signal })
		t.after(() => {
			leaving.abort()
			return events.return()
		})
		return { next: async () => (await events.next()).value?.data, close: () => leaving.abort() }
	}
	/** Opens tabs one after another; each has the connection made again, for a snapshot. */
	const openTabs = async (count: number) => {
		const tabs: ReturnType<typeof openTab>[] = []
		let connection: OpenAnswer | undefined
		for (let joined = 0; joined < count; joined++) {
			tabs.push(openTab())
			const shown = tabs.map(tab => tab.next())
			const before = connection
			connection = (await server.next()).event('snapshot', joined)
			await closed(before)
			assert.deepEqual(await Promise.all(shown), Array(joined + 1).fill(`${joined}`))
		}
		return { tabs, connection: connection as OpenAnswer }
	}
	return { server, openTab, openTabs }
}

async function closed(answer: OpenAnswer | undefined): Promise<void> {
	if (answer?.request.socket.destroyed === false) await once(answer.request.socket, 'close')
}

// shows SDK: Tabs of one browser share their streams
test('tabs share one connection: each begins with a snapshot, and gets every change', { skip }, async t => {
	const { server, openTabs } = await open(t)
	const { tabs, connection } = await openTabs(4)
	for (const change of ['7', '8', '9']) {
		connection.event('trade', Number(change))
		assert.deepEqual(await Promise.all(tabs.map(tab => tab.next())), Array(4).fill(change))
	}
	assert.equal(server.paths.length, 4)
})

test('when the tab with the connection closes, another one takes its place with a snapshot', { skip }, async t => {
	const { server, openTabs } = await open(t)
	const { tabs, connection } = await openTabs(3)
	const [first, ...others] = tabs
	first?.close()
	await closed(connection)
	const next = await server.next()
	next.event('snapshot', 7).event('trade', 8)
	for (const tab of others) assert.deepEqual([await tab.next(), await tab.next()], ['7', '8'])
})

test('when it hangs, another one takes its place too', { skip }, async t => {
	const { server, openTabs } = await open(t)
	const { tabs, connection } = await openTabs(2)
	const shown = tabs.map(tab => tab.next())
	const next = await server.next()
	next.event('snapshot', 7)
	await closed(connection)
	// The one that hung joins again, which takes another snapshot.
	const again = await server.next()
	again.event('snapshot', 8)
	assert.deepEqual((await Promise.all(shown)).toSorted(), ['7', '8'])
})

test('a fourth stream takes turns, so that requests find a free connection', { skip }, async t => {
	const { server, openTab } = await open(t)
	const held = []
	for (const pair of ['a', 'b', 'c']) {
		const shown = openTab(`/trade/trades/stream?base=${pair}`).next()
		held.push((await server.next()).event('snapshot', pair))
		assert.equal(await shown, `"${pair}"`)
	}
	const fourth = openTab('/trade/trades/stream?base=d')
	for (const turn of ['1', '2', '3']) {
		const shown = fourth.next()
		const connection = (await server.next()).event('snapshot', Number(turn))
		assert.equal(await shown, turn)
		await closed(connection)
	}
	assert.deepEqual(
		held.map(({ request }) => request.socket.destroyed),
		[false, false, false],
	)
})

test('error: each tab is refused for itself, with the code', { skip }, async t => {
	const { server, openTab } = await open(t)
	const refused = [openTab(), openTab()].map(tab => assert.rejects(tab.next(), { code: 'unknown_pair' }))
	for (const _ of refused) (await server.next()).refuse('unknown_pair')
	await Promise.all(refused)
})

test('a broken connection is made again, by one tab for all', { skip }, async t => {
	const { server, openTabs } = await open(t)
	const { tabs, connection } = await openTabs(2)
	const shown = tabs.map(tab => tab.next())
	connection.cut()
	const next = await server.next()
	next.event('snapshot', 7)
	await Promise.race(shown)
	// The tab that had the connection joins again.
	const again = await server.next()
	again.event('snapshot', 8)
	assert.deepEqual((await Promise.all(shown)).toSorted(), ['7', '8'])
})

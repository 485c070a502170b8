import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as pause, setImmediate as turn } from 'node:timers/promises'
import { Replays } from './replays.ts'

test('few pages are read at once, however many ask, and clients take turns', async () => {
	const replays = new Replays({ pagesAtOnce: 2, perClient: 1 })
	const read: string[] = []
	let most = 0
	const ask = (client: string) =>
		replays.turn(client, async () => {
			most = Math.max(most, replays.depth.reading)
			await turn()
			read.push(client)
		})
	await Promise.all(['a', 'a', 'a', 'a', 'a', 'a', 'b', 'c', 'b'].map(ask))
	assert.deepEqual(read.join(' '), 'a a a b c a b a a')
	assert.deepEqual([most, replays.depth], [2, { reading: 0, waiting: 0 }])
})

test('a page that fails gives its place to the next', async () => {
	const replays = new Replays({ pagesAtOnce: 1, perClient: 1 })
	const failed = replays.turn('a', () => Promise.reject(new Error('away')))
	const next = replays.turn('b', async () => 'read')
	await assert.rejects(failed, { message: 'away' })
	assert.equal(await next, 'read')
})

test('error: busy: when too many wait, for the client with the most waiting', async () => {
	const replays = new Replays({ pagesAtOnce: 1, waitingMax: 2, perClient: 1 })
	const asked = ['a', 'a', 'a', 'b'].map(client => replays.turn(client, turn))
	const results = await Promise.allSettled(asked)
	assert.deepEqual(
		results.map(({ status }) => status),
		['fulfilled', 'fulfilled', 'rejected', 'fulfilled'],
	)
	await assert.rejects(asked[2] ?? assert.fail(), { code: 'busy' })
})

test('error: a client has a limited number of replays at once; ending one frees its place, once', () => {
	const replays = new Replays({ perClient: 2 })
	const [end] = [replays.begin('a'), replays.begin('a')]
	replays.begin('b')
	assert.throws(() => replays.begin('a'), { code: 'rate_limited', extra: { retry_after_s: 10 } })
	end?.()
	end?.()
	replays.begin('a')
	assert.throws(() => replays.begin('a'), { code: 'rate_limited' })
})

test('a place rests after each page of history, longer than the page took', async () => {
	const replays = new Replays({ pagesAtOnce: 1, perClient: 1 })
	const restedMs: number[] = []
	let endedMs = 0
	const read = async () => {
		restedMs.push(performance.now() - endedMs)
		await pause(20)
		endedMs = performance.now()
	}
	for (const client of ['a', 'a', 'b']) await replays.historyTurn(client, read)
	for (const ms of restedMs.slice(1)) assert.ok(ms >= 40, `rested for ${ms} ms`)
})

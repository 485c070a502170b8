import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { startEventServer } from '../testing/event-server.ts'
import type { ResumeOptions } from '../transport/resumed-events.ts'
import { retryAfterMs } from '../transport/retry.ts'
import { DexClient } from './dex-client.ts'

// The streams of a DEX over connections that break after a quiet time, which is longer than they are allowed to be
// without the service.

const pair = { base: 'XRD', quote: 'xUSDC' }
const giveUpAfterMs = 150
const state = (sequence: number) => ({ subintent_id: 'subtxid_1', sequence, state: 'accepted', at_ms: 1, final: false })
const book = { pair, bids: [], asks: [], timestamp: 1, timestamp_ms: 1 }

type Stream = {
	readonly of: (dex: DexClient, options: ResumeOptions) => AsyncIterator<unknown, void>
	readonly event: (sequence: number) => [string, object]
}

const streams: Record<'followTrades' | 'followOrderBook' | 'followOrder', Stream> = {
	followTrades: { of: (dex, options) => dex.followTrades(pair, options), event: () => ['snapshot', { trades: [] }] },
	followOrderBook: {
		of: (dex, options) => dex.followOrderBook(pair, options),
		event: sequence => ['snapshot', { ...book, sequence }],
	},
	followOrder: { of: (dex, options) => dex.followOrder('subtxid_1', options), event: n => ['state', state(n)] },
}

const quiet = (ms: number) => new Promise(resolve => setTimeout(resolve, ms))

for (const [name, { of, event }] of Object.entries(streams)) {
	test(`${name}: a line that breaks after a quiet time is tried again`, async t => {
		const server = await startEventServer(t)
		const events = of(new DexClient({ baseUrl: server.url }), { giveUpAfterMs })
		const first = events.next()
		const answer = (await server.next()).event(...event(1), 1)
		assert.equal((await first).done, false)
		const second = events.next()
		await quiet(2 * giveUpAfterMs)
		answer.cut()
		;(await server.next()).event(...event(2), 2)
		assert.equal((await second).done, false)
		await events.return?.()
	})

	test(`${name}: an orderly restart after a quiet time does not end it`, async t => {
		const server = await startEventServer(t)
		const events = of(new DexClient({ baseUrl: server.url }), { giveUpAfterMs })
		const first = events.next()
		const answer = (await server.next()).event(...event(1), 1)
		await first
		const second = events.next()
		await quiet(2 * giveUpAfterMs)
		answer.event('closing', { type: 'x', title: 'x', status: 503, code: 'shutting_down' }).end()
		;(await server.next()).event(...event(2), 2)
		assert.equal((await second).done, false)
		await events.return?.()
	})
}

// followOrder polls instead: order-events.test.ts.
for (const name of ['followTrades', 'followOrderBook'] as const)
	test(`${name}: a sign-in page in place of the stream is retried`, async t => {
		const server = await startEventServer(t)
		const { of, event } = streams[name]
		const events = of(new DexClient({ baseUrl: server.url }), { giveUpAfterMs: 60_000 })
		const first = events.next()
		;(await server.next()).html('<html>Welcome to our hotel</html>')
		;(await server.next()).event(...event(1), 1)
		assert.equal((await first).done, false)
		await events.return?.()
	})

test('heartbeats are contact: giving up counts from the break, not from the last event', async t => {
	const server = await startEventServer(t)
	const events = new DexClient({ baseUrl: server.url }).followTrades(pair, { giveUpAfterMs })
	const first = events.next()
	const answer = (await server.next()).comment()
	await quiet(2 * giveUpAfterMs)
	answer.comment().cut()
	;(await server.next()).event('snapshot', { trades: [] }, 1)
	assert.equal((await first).done, false)
	await events.return()
})

for (const [given, header] of [
	['in seconds', () => '120'],
	['as a date', () => new Date(Date.now() + 120_000).toUTCString()],
] as const)
	test(`the wait that a proxy asks for ${given} is known, and a longer one is cut`, async t => {
		const server = await startEventServer(t)
		const client = new DexClient({ baseUrl: server.url, retriesMax: 0 })
		const refused = client.tokens().catch(error => error)
		;(await server.next()).html('<html>503</html>', 503, { 'retry-after': header() })
		const waitMs = retryAfterMs(await refused) ?? 0
		assert.ok(waitMs > 60_000 && waitMs <= 120_000, String(waitMs))
		const mistaken = client.tokens().catch(error => error)
		;(await server.next()).html('<html>503</html>', 503, { 'retry-after': '99999999999' })
		assert.equal(retryAfterMs(await mistaken), 300_000)
	})

test('a process that was asleep for longer than it may be without the service goes on', async t => {
	const server = await startEventServer(t)
	const program = fileURLToPath(new URL('../testing/follow-trades.ts', import.meta.url))
	const flags = ['--conditions=accord-source', '--disable-warning=ExperimentalWarning']
	const client = spawn(process.execPath, [...flags, program, server.url, String(giveUpAfterMs)], {
		stdio: ['ignore', 'pipe', 'inherit'],
	})
	t.after(() => client.kill('SIGKILL'))
	const lines = createInterface({ input: client.stdout })[Symbol.asyncIterator]()
	const answer = (await server.next()).event('snapshot', { trades: [] }, 1)
	assert.equal((await lines.next()).value, 'snapshot')
	client.kill('SIGSTOP')
	await quiet(4 * giveUpAfterMs)
	answer.cut()
	client.kill('SIGCONT')
	;(await server.next()).event('snapshot', { trades: [] }, 1)
	assert.equal((await lines.next()).value, 'snapshot')
	client.kill()
	await once(client, 'exit')
})

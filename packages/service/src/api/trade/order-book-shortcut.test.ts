import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Pair } from '@accord/protocol'
import { orderBookOperations } from '@accord/protocol/contract'
import { pino } from 'pino'
import { Metrics } from '../../metrics/metrics.ts'
import { EventStreams } from '../http/event-streams.ts'
import { createHttpServer } from '../http/http-server.ts'
import { type CountedRequest, RateLimits } from '../http/rate-limits.ts'
import { registerRoutes } from '../http/routes.ts'
import { BookBroadcasts } from './book-broadcasts.ts'
import { orderBookHandlers } from './order-book.ts'

const pair: Pair = { base: 'XRD', quote: 'xUSDC' }
const limits = { bodyBytes: 1024, requestsPerMinute: 3, requestsPerMinutePerKey: 3, connectionsPerAddress: 3 }
const clock = { nowMs: () => 1_700_000_000_000, wakeAt: () => () => {} }

test('the answer is the same for new and known URLs, follows the book, and counts against the limit', async t => {
	const rateLimits = new CountingLimits({ clock, limits })
	const app = createHttpServer({ rateLimits, limits, log: pino({ level: 'silent' }) })
	let sequence = 1
	const shown = {
		get sequence() {
			return sequence
		},
		body: () => Buffer.from(`{"sequence":${sequence},"name":"ä€"}`),
		shown: () => ({ pair, bids: [], asks: [], sequence, atMs: 0 }),
		subscribe: () => () => {},
	}
	const metrics = new Metrics()
	const eventStreams = new EventStreams({ outgoingBytes: 1024, eventStreamsPerAddress: 1 })
	const market = { pairs: [pair], pair: () => pair }
	const shownBooks = { id: 'a', of: () => shown }
	const platform = { market, terms: { onChanged: () => () => {} } }
	const handlers = orderBookHandlers(app, {
		platform,
		shownBooks,
		books: new BookBroadcasts({ platform, shownBooks }),
		eventStreams,
		rateLimits,
		metrics,
	})
	registerRoutes(app, { operations: orderBookOperations, handlers })
	t.after(() => {
		eventStreams.close()
		return app.close()
	})
	const url = `${await app.listen({ host: '127.0.0.1', port: 0 })}/trade/order_book?base=XRD&quote=xUSDC`
	const first = await answerOf(url)
	const known = await answerOf(url)
	assert.deepEqual(
		{ ...known, headers: { ...known.headers, 'ratelimit-remaining': '2', 'ratelimit-reset': '20' } },
		first,
	)
	assert.deepEqual([first.headers['ratelimit-remaining'], known.headers['ratelimit-remaining']], ['2', '1'])
	sequence = 2
	const changed = await answerOf(url)
	assert.deepEqual([changed.body, changed.headers.etag], ['{"sequence":2,"name":"ä€"}', '"a-2"'])
	assert.equal((await answerOf(url)).status, 429)
	assert.equal((await answerOf(url)).status, 429)
	assert.equal(rateLimits.counted, 5, 'each of the five requests once, also those beyond the limit')
})

class CountingLimits extends RateLimits {
	counted = 0

	override count(request: CountedRequest) {
		this.counted++
		return super.count(request)
	}

	override countUnlessSpent(...sender: Parameters<RateLimits['countUnlessSpent']>) {
		const state = super.countUnlessSpent(...sender)
		if (state !== undefined) this.counted++
		return state
	}
}

/** All of an answer except the parts that differ every time. */
async function answerOf(url: string) {
	const response = await fetch(url)
	const { 'x-request-id': requestId, date, ...headers } = Object.fromEntries(response.headers)
	assert.ok(requestId !== undefined && date !== undefined)
	return { status: response.status, headers, body: await response.text() }
}

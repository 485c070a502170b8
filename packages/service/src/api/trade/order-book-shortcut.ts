import { randomUUID } from 'node:crypto'
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { counter, type Metrics } from '../../metrics/metrics.ts'
import { corsHeaders } from '../http/cors.ts'
import type { RateLimits } from '../http/rate-limits.ts'

/** The answer to a request for the book in its current state. */
export type BookAnswer = {
	readonly etag: () => string
	/** The same Buffer exactly as long as the entity tag is the same. */
	readonly body: () => Buffer
}

const answered = counter('accord_order_books_answered_total', 'Order books served without the framework')

const path = '/trade/order_book'
const urlsMax = 1_000

export type OrderBookShortcutDeps = {
	readonly rateLimits: Pick<RateLimits, 'countUnlessSpent'>
	readonly metrics: Pick<Metrics, 'count'>
}

/** The headers of an answer with the book, in addition to those of every answer. */
export function bookHeaders({ etag, body }: { readonly etag: string; readonly body: Buffer }) {
	return {
		etag,
		'cache-control': 'no-cache',
		'content-type': 'application/json; charset=utf-8',
		'content-length': body.length,
	}
}

/**
 * Bypasses the framework for order book URLs that it has answered before. No other request is as frequent, and the
 * framework costs more than the answer (`npm run bench -- book` measures it). Rate limits and headers are the same;
 * every other request, such as one with If-None-Match, is left to the framework.
 */
export class OrderBookShortcut {
	readonly #rateLimits: Pick<RateLimits, 'countUnlessSpent'>
	readonly #metrics: Pick<Metrics, 'count'>
	readonly #answers = new Map<string, BookAnswer>()
	readonly #prepared = new WeakMap<Buffer, Prepared>()
	#isClosing = false

	constructor(app: FastifyInstance, { rateLimits, metrics }: OrderBookShortcutDeps) {
		this.#rateLimits = rateLimits
		this.#metrics = metrics
		app.addHook('preClose', async () => {
			this.#isClosing = true
		})
		const [framework] = app.server.listeners('request') as RequestListener[]
		if (framework === undefined) return
		app.server.off('request', framework)
		app.server.on('request', (request, response) => {
			if (!this.#answer(request, response)) framework(request, response)
		})
	}

	/** Records a URL that the framework has validated, and the function that answers it from now on. */
	remember(url: string, answer: BookAnswer): void {
		if (this.#answers.size >= urlsMax) this.#answers.clear()
		if (url.startsWith(`${path}?`)) this.#answers.set(url, answer)
	}

	/** Leaves every URL to the framework again: its pair may no longer be traded. */
	forgetAll(): void {
		this.#answers.clear()
	}

	#answer({ method, url = '', headers, socket }: IncomingMessage, response: ServerResponse): boolean {
		const answer = method === 'GET' && !this.#isClosing ? this.#answers.get(url) : undefined
		if (answer === undefined || headers['if-none-match'] !== undefined || headers['transfer-encoding'] !== undefined)
			return false
		const rate = this.#rateLimits.countUnlessSpent({ ip: socket.remoteAddress ?? '', headers })
		if (rate === undefined) return false
		const { headers: lines, text } = this.#prepare(answer)
		lines[place.requestId] = randomUUID()
		lines[place.limit] = String(rate.limit)
		lines[place.remaining] = String(rate.remaining)
		lines[place.resetS] = String(rate.resetS)
		response.writeHead(200, lines)
		response.end(text, 'latin1')
		this.#metrics.count(answered)
		return true
	}

	#prepare({ etag, body: currentBody }: BookAnswer): Prepared {
		const body = currentBody()
		const known = this.#prepared.get(body)
		if (known !== undefined) return known
		const common = { ...corsHeaders(path), ...bookHeaders({ etag: etag(), body }) }
		const headers = [...ofRequest, ...Object.entries(common).flatMap(([name, value]) => [name, `${value}`])]
		const prepared = { headers, text: body.toString('latin1') }
		this.#prepared.set(body, prepared)
		return prepared
	}
}

/** The headers that differ with every request, without their values, and where to insert those. */
const ofRequest = ['x-request-id', '', 'ratelimit-limit', '', 'ratelimit-remaining', '', 'ratelimit-reset', '']
const place = { requestId: 1, limit: 3, remaining: 5, resetS: 7 }

/** The parts shared by all answers with one body. */
type Prepared = {
	/** Names and values in turn, which Node sends unchanged. */
	readonly headers: string[]
	/** The bytes of the body, each as one character, so that it can be sent as one text with the head. */
	readonly text: string
}

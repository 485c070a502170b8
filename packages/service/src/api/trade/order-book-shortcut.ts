import { randomUUID } from 'node:crypto'
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { RateLimits } from '../rate-limits.ts'
import { openToBrowsers } from './admit-browsers.ts'
import type { TradeApp } from './trade-app.ts'

/** The book's answer as it is now. */
export type BookAnswer = { readonly etag: string; readonly body: Buffer }

export const bookHeaders = { 'cache-control': 'no-cache', 'content-type': 'application/json; charset=utf-8' }

const path = '/trade/order_book?'
const urlsMax = 1_000

/** Where the answers are counted. */
type AnsweredBooks = { booksAnswered: number }

export type OrderBookShortcutDeps = {
	readonly rateLimits: Pick<RateLimits, 'countUnlessSpent'>
	readonly metrics: AnsweredBooks
}

/**
 * Answers the URLs of the order book that the framework has answered before, without it: nothing is asked for as often,
 * and the framework costs more than the answer. What holds for every request, limit and headers, holds here too; whatever
 * is not plainly answered with the book goes the ordinary way.
 */
export class OrderBookShortcut {
	readonly #rateLimits: Pick<RateLimits, 'countUnlessSpent'>
	readonly #metrics: AnsweredBooks
	readonly #answers = new Map<string, () => BookAnswer>()
	#isClosing = false

	constructor(app: TradeApp, { rateLimits, metrics }: OrderBookShortcutDeps) {
		this.#rateLimits = rateLimits
		this.#metrics = metrics
		app.addHook('preClose', async () => {
			this.#isClosing = true
		})
		const [ordinary] = app.server.listeners('request') as RequestListener[]
		if (ordinary === undefined) return
		app.server.off('request', ordinary)
		app.server.on('request', (request, response) => {
			if (!this.#answer(request, response)) ordinary(request, response)
		})
	}

	/** Says that the framework has judged a URL, and what answers it from now on. */
	remember(url: string, answer: () => BookAnswer): void {
		if (this.#answers.size >= urlsMax) this.#answers.clear()
		if (url.startsWith(path)) this.#answers.set(url, answer)
	}

	#answer({ method, url = '', headers, socket }: IncomingMessage, response: ServerResponse): boolean {
		const answer = method === 'GET' && !this.#isClosing ? this.#answers.get(url) : undefined
		if (answer === undefined || headers['if-none-match'] !== undefined || 'transfer-encoding' in headers) return false
		const state = this.#rateLimits.countUnlessSpent({ ip: socket.remoteAddress ?? '', headers })
		if (state === undefined) return false
		const { etag, body } = answer()
		response.writeHead(200, [
			...headersOfEvery,
			'ratelimit-limit',
			String(state.limit),
			'ratelimit-remaining',
			String(state.remaining),
			'ratelimit-reset',
			String(state.resetS),
			'content-length',
			String(body.length),
			'x-request-id',
			randomUUID(),
			'etag',
			etag,
		])
		response.end(body)
		this.#metrics.booksAnswered += 1
		return true
	}
}

const headersOfEvery = Object.entries({ ...openToBrowsers, ...bookHeaders }).flat()

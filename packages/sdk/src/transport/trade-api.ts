import { fromProblem, problemWire, shown, TradeError } from '@accord/protocol'
import { ConnectionError } from './connection-error.ts'
import { refuseUnknown } from './known-options.ts'
import { backoffMs, isRetryable, rememberRetryAfter, retryAfterMs } from './retry.ts'
import type { Schema } from './schema.ts'
import { eitherSignal, pause } from './timers.ts'

/** Where the Trade API is and how to call it. */
export type TradeApiOptions = {
	/** The URL, with or without a trailing slash. */
	readonly baseUrl: string
	/** Sent as `SERVICE-API-KEY`; only a maker's own paths and an integrator's report need it. */
	readonly apiKey?: string
	readonly fetch?: typeof globalThis.fetch
	/** How long one attempt may take; 15 s by default. */
	readonly timeoutMs?: number
	/** How often a call that is safe to repeat is retried when the service is unreachable or busy; 2 by default. */
	readonly retriesMax?: number
}

/** The names of all {@link TradeApiOptions}. */
export const tradeApiOptions = ['baseUrl', 'apiKey', 'fetch', 'timeoutMs', 'retriesMax']

/** Options of a single call. */
export type CallOptions = {
	readonly signal?: AbortSignal
	/** How long the service may hold back its answer when asked to; added to the timeout. */
	readonly waitsMs?: number
}

type Call<T> = CallOptions & {
	readonly method: 'GET' | 'POST' | 'DELETE'
	readonly path: string
	readonly schema: Schema<T>
	readonly body?: unknown
}

const pauses = { minMs: 100, maxMs: 2_000 }
const longestPauseMs = 10_000

/**
 * The Trade API's transport: JSON in and out. Refusals are {@link TradeError}s; all other failures are {@link
 * ConnectionError}s.
 */
export class TradeApi {
	readonly #options: TradeApiOptions
	readonly #baseUrl: string
	readonly #fetch: typeof globalThis.fetch

	/** @throws TypeError for an unknown option, or without an address */
	constructor(options: TradeApiOptions) {
		refuseUnknown('the client', options, tradeApiOptions)
		const { baseUrl } = options
		// In a page, an address may begin at its own origin.
		if (typeof baseUrl !== 'string' || !/^(https?:\/\/|\/|$)/i.test(baseUrl))
			throw new TypeError(`the client needs baseUrl, such as https://…, not ${shown(baseUrl)}`)
		this.#options = options
		this.#baseUrl = options.baseUrl.replace(/\/+$/, '')
		this.#fetch = options.fetch ?? ((input, init) => globalThis.fetch(input, init))
	}

	/** Sends a read; retried if that may help. */
	get<T>(path: string, schema: Schema<T>, options: CallOptions = {}): Promise<T> {
		return this.#repeat({ ...options, method: 'GET', path, schema })
	}

	/** Posts a body that changes nothing, or that returns the same answer again; retried if that may help. */
	ask<T>(path: string, schema: Schema<T>, body: unknown): Promise<T> {
		return this.#repeat({ method: 'POST', path, schema, body })
	}

	/** Like {@link ask}, for a DELETE request. */
	delete<T>(path: string, schema: Schema<T>, body: unknown): Promise<T> {
		return this.#repeat({ method: 'DELETE', path, schema, body })
	}

	/** Reads or posts without retrying. */
	once<T>(method: 'GET' | 'POST', path: string, schema: Schema<T>, body?: unknown): Promise<T> {
		return this.#call({ method, path, schema, body })
	}

	/** Opens an endless answer; the caller reads it and ends it through `signal`. */
	async open(path: string, headers: Record<string, string>, signal: AbortSignal): Promise<Response> {
		const response = await this.#fetched('GET', path, { headers: { ...this.#headers(false), ...headers }, signal })
		if (!response.ok) throw refusal(response, readJson(await response.text().catch(() => '')))
		return response
	}

	async #repeat<T>(call: Call<T>): Promise<T> {
		for (let attempt = 0; ; attempt++) {
			try {
				return await this.#call(call)
			} catch (error) {
				call.signal?.throwIfAborted()
				const pauseMs = retryAfterMs(error) ?? backoffMs(pauses, attempt, Math.random)
				if (attempt >= (this.#options.retriesMax ?? 2) || !isRetryable(error) || pauseMs > longestPauseMs) throw error
				await pause(pauseMs, call.signal)
				call.signal?.throwIfAborted()
			}
		}
	}

	async #call<T>(call: Call<T>): Promise<T> {
		const { response, text } = await this.#exchange(call)
		const message = readJson(text)
		if (!response.ok) throw refusal(response, message)
		try {
			return call.schema.parse(message)
		} catch (cause) {
			throw new ConnectionError(`${call.method} ${call.path}: unexpected answer${problemIn(cause)}`, { cause })
		}
	}

	async #exchange<T>({ method, path, body, signal, waitsMs = 0 }: Call<T>) {
		const late = AbortSignal.timeout((this.#options.timeoutMs ?? 15_000) + waitsMs)
		const response = await this.#fetched(method, path, {
			headers: this.#headers(body !== undefined),
			signal: signal === undefined ? late : eitherSignal(late, signal),
			...(body === undefined ? {} : { body: JSON.stringify(body) }),
		})
		const text = await response.text().catch(cause => this.#failed(method, path, cause))
		return { response, text }
	}

	#fetched(method: string, path: string, init: RequestInit): Promise<Response> {
		init.signal?.throwIfAborted()
		return this.#fetch(this.#baseUrl + path, { ...init, method }).catch(cause => this.#failed(method, path, cause))
	}

	#failed(method: string, path: string, cause: unknown): never {
		throw new ConnectionError(`${method} ${this.#baseUrl}${path}: no answer`, { cause })
	}

	#headers(hasBody: boolean): Record<string, string> {
		const { apiKey } = this.#options
		return {
			accept: 'application/json, application/problem+json',
			...(hasBody ? { 'content-type': 'application/json' } : {}),
			...(apiKey === undefined ? {} : { 'SERVICE-API-KEY': apiKey }),
		}
	}
}

function readJson(text: string): unknown {
	try {
		return JSON.parse(text)
	} catch {
		return undefined
	}
}

function refusal(response: Response, message: unknown): Error {
	const problem = problemWire.safeParse(message)
	const error = problem.success
		? fromProblem(problem.data)
		: new ConnectionError(`the service answered ${response.status} without a reason`)
	return rememberRetryAfter(error, response.headers.get('retry-after'))
}

/** The first field of an answer that breaks its schema, in words. */
function problemIn(cause: unknown): string {
	const { issues = [] } = cause as { issues?: readonly { path: readonly PropertyKey[]; message: string }[] }
	const [issue] = issues
	return issue === undefined ? '' : ` (${issue.path.map(String).join('.')}: ${issue.message})`
}

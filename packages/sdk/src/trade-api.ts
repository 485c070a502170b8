import { fromProblem, problemWire, TradeError } from '@accord/protocol'
import { backoffMs } from './backoff.ts'
import { ConnectionError } from './connection-error.ts'
import { pause } from './schedule.ts'

/** The part of a wire schema that reading needs. */
type Schema<T> = { parse(message: unknown): T }

/** Where the Trade API is and how it is called. */
export type TradeApiOptions = {
	/** With or without a slash at the end. */
	baseUrl: string
	/** Sent as `SERVICE-API-KEY`; only the maker's own accounts need it. */
	apiKey?: string
	fetch?: typeof globalThis.fetch
	/** How long one try may take. */
	timeoutMs?: number
	/** How often a call that changes nothing is tried again when the service cannot be reached or is busy. */
	retriesMax?: number
}

const pauses = { minMs: 100, maxMs: 2_000 }

/** The Trade API's transport: JSON in and out, refusals as {@link TradeError}, everything else that fails as {@link ConnectionError}. */
export class TradeApi {
	readonly #options: TradeApiOptions
	readonly #baseUrl: string
	readonly #fetch: typeof globalThis.fetch

	constructor(options: TradeApiOptions) {
		this.#options = options
		this.#baseUrl = options.baseUrl.replace(/\/+$/, '')
		this.#fetch = options.fetch ?? ((input, init) => globalThis.fetch(input, init))
	}

	/** Reads; tried again when that may help. */
	async get<T>(path: string, schema: Schema<T>): Promise<T> {
		for (let attempt = 0; ; attempt++) {
			try {
				return await this.#call('GET', path, schema)
			} catch (error) {
				if (attempt >= (this.#options.retriesMax ?? 2) || !mayPass(error)) throw error
				await pause(retryAfterMs(error) ?? backoffMs(pauses, attempt, Math.random))
			}
		}
	}

	/** Sends `body` once: whether to send it again is the caller's to say. */
	post<T>(path: string, schema: Schema<T>, body: unknown): Promise<T> {
		return this.#call('POST', path, schema, body)
	}

	async #call<T>(method: 'GET' | 'POST', path: string, schema: Schema<T>, body?: unknown): Promise<T> {
		const { response, text } = await this.#exchange(method, path, body)
		const message = readJson(text)
		if (!response.ok) throw refusal(response, message)
		try {
			return schema.parse(message)
		} catch (cause) {
			throw new ConnectionError(`${method} ${path}: the answer is not what this API promises`, { cause })
		}
	}

	async #exchange(method: string, path: string, body: unknown): Promise<{ response: Response; text: string }> {
		try {
			const response = await this.#fetch(this.#baseUrl + path, {
				method,
				headers: this.#headers(body !== undefined),
				signal: AbortSignal.timeout(this.#options.timeoutMs ?? 15_000),
				...(body === undefined ? {} : { body: JSON.stringify(body) }),
			})
			return { response, text: await response.text() }
		} catch (cause) {
			throw new ConnectionError(`${method} ${this.#baseUrl}${path}: no answer`, { cause })
		}
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
	if (!problem.success) return new ConnectionError(`the service answered ${response.status} without saying why`)
	const error = fromProblem(problem.data)
	const seconds = Number(response.headers.get('retry-after') ?? Number.NaN)
	if (Number.isFinite(seconds)) retryAfter.set(error, Math.min(Math.max(seconds, 0) * 1000, 5_000))
	return error
}

const retryAfter = new WeakMap<object, number>()

function retryAfterMs(error: unknown): number | undefined {
	return typeof error === 'object' && error !== null ? retryAfter.get(error) : undefined
}

const passing = new Set<string>(['busy', 'rate_limited', 'database_unavailable', 'ledger_unavailable', 'shutting_down'])

function mayPass(error: unknown): boolean {
	return error instanceof ConnectionError || (error instanceof TradeError && passing.has(error.code))
}

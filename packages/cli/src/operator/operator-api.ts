import { fromProblem, problemWire, TradeError } from '@accord/protocol'
import { UnreachableError } from '../errors.ts'

/** The part of a wire schema that reading needs. */
type Schema<T> = { parse(message: unknown): T }

type Call<T> = {
	readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
	readonly path: string
	readonly schema: Schema<T>
	readonly body?: unknown
}

const timeoutMs = 20_000

/** The operator API's transport: JSON in and out, refusals as {@link TradeError}, no answer as {@link UnreachableError}. */
export class OperatorApi {
	readonly url: string
	readonly #key: string

	constructor({ url, key }: { url: string; key: string }) {
		this.url = url
		this.#key = key
	}

	async call<T>({ method, path, schema, body }: Call<T>): Promise<T> {
		const { isOk, status, message } = await this.#exchange(method, path, body)
		if (!isOk) throw refusal(message, { status, url: this.url })
		try {
			return schema.parse(message)
		} catch (cause) {
			const what = `${method} ${this.url}${path}: unexpected answer; is the service of another version?`
			throw new UnreachableError(what, { cause })
		}
	}

	async #exchange(method: string, path: string, body: unknown) {
		try {
			const response = await fetch(this.url + path, {
				method,
				signal: AbortSignal.timeout(timeoutMs),
				headers: {
					accept: 'application/json, application/problem+json',
					authorization: `Bearer ${this.#key}`,
					...(body !== undefined && { 'content-type': 'application/json' }),
				},
				...(body !== undefined && { body: JSON.stringify(body) }),
			})
			const { status, ok: isOk } = response
			return { status, isOk, message: readJson(await response.text()) }
		} catch (cause) {
			throw new UnreachableError(`no answer from ${this.url}: ${reasonOf(cause)}`, { cause })
		}
	}
}

function refusal(message: unknown, { status, url }: { status: number; url: string }): Error {
	const problem = problemWire.safeParse(message)
	if (problem.success) return fromProblem(problem.data)
	return new UnreachableError(`${url} answered ${status}, but not as an operator API`)
}

function readJson(text: string): unknown {
	try {
		return JSON.parse(text)
	} catch {
		return undefined
	}
}

/** Why a request failed: fetch itself reports only that it did; the reason is in its cause. */
function reasonOf(error: unknown): string {
	if (!(error instanceof Error)) return String(error)
	if (error.name === 'TimeoutError') return `timed out after ${timeoutMs / 1000} s`
	const { cause } = error
	return cause instanceof Error && cause.message !== '' ? cause.message : error.message
}

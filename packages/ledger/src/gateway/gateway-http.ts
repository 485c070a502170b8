import { type Dispatcher, errors, Pool } from 'undici'
import { GatewayError } from './gateway-error.ts'

/** The parts of a response that the Gateway's SDK reads. */
type Answer = Pick<Response, 'status' | 'json' | 'headers'>

/** A committed transaction with its receipt is a few megabytes at most. */
const answerBytesMax = 16 * 1024 * 1024
/** Shorter than any Gateway keeps an idle connection open. */
const keepAliveMs = 4_000

const tooLate = () => new GatewayError('unavailable', 'the Gateway did not answer in time', { isLate: true })

/**
 * Makes the requests of the Gateway's SDK over kept-alive connections. Each answer is read completely, within its
 * time-out and size limit. The returned response has only what the SDK reads.
 */
export function gatewayFetch(url: string, { timeoutMs }: { timeoutMs: number }): typeof fetch {
	const pool = new Pool(new URL(url).origin, {
		keepAliveTimeout: keepAliveMs,
		maxResponseSize: answerBytesMax,
		// The time-out below covers everything.
		connect: { timeout: timeoutMs },
		headersTimeout: 0,
		bodyTimeout: 0,
	})
	const ask = async (input: string, init: RequestInit): Promise<Answer> => {
		const { pathname, search } = new URL(input)
		const request = {
			path: `${pathname}${search}`,
			method: init.method as 'POST',
			headers: init.headers as Record<string, string>,
			body: init.body as string | null,
		}
		try {
			return await dispatch(pool, { request, timeoutMs })
		} catch (cause) {
			throw unavailable(cause)
		}
	}
	return ask as typeof fetch
}

type Request = { readonly request: Dispatcher.DispatchOptions; readonly timeoutMs: number }
type Head = { readonly status: number; readonly retryAfter: string | string[] | undefined }

/** Resolves with the complete answer. Most answers are small, and streams would cost more than they save. */
function dispatch(pool: Pool, { request, timeoutMs }: Request): Promise<Answer> {
	return new Promise((resolve, reject) => {
		let late: Error | undefined
		let controller: Dispatcher.DispatchController | undefined
		const timer = setTimeout(() => {
			late = tooLate()
			reject(late)
			controller?.abort(late)
		}, timeoutMs)
		const chunks: Buffer[] = []
		let head: Head = { status: 0, retryAfter: undefined }
		pool.dispatch(request, {
			// The request may have waited too long for a connection.
			onRequestStart: started => {
				controller = started
				if (late !== undefined) controller.abort(late)
			},
			onResponseStart: (_, status, headers) => {
				head = { status, retryAfter: headers['retry-after'] }
			},
			onResponseData: (_, chunk) => {
				chunks.push(chunk)
			},
			onResponseEnd: () => {
				clearTimeout(timer)
				resolve(answerOf(head, chunks))
			},
			onResponseError: (_, error) => {
				clearTimeout(timer)
				reject(error)
			},
		})
	})
}

function answerOf({ status, retryAfter }: Head, chunks: readonly Buffer[]): Answer {
	return {
		status,
		json: async () => JSON.parse(Buffer.concat(chunks).toString()),
		get headers() {
			return new Headers(retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) })
		},
	}
}

function unavailable(cause: unknown): GatewayError {
	if (cause instanceof GatewayError) return cause
	if (cause instanceof errors.ConnectTimeoutError) return tooLate()
	const isTooLong = cause instanceof errors.ResponseExceededMaxSizeError
	const what = isTooLong ? 'the Gateway’s answer is too long' : 'the Gateway cannot be reached'
	return new GatewayError('unavailable', what, { cause })
}

import { errors, Pool } from 'undici'
import { GatewayError } from './gateway-error.ts'

/** What the Gateway's SDK reads of a response. */
type Answer = Pick<Response, 'status' | 'json' | 'headers'>

/** A committed transaction with its receipt takes some megabytes at most. */
const answerBytesMax = 16 * 1024 * 1024
/** No Gateway that answers keeps a connection for longer than this without a request. */
const keepAliveMs = 4_000

const tooLate = () => new GatewayError('unavailable', 'the Gateway did not answer in time', { isLate: true })

/**
 * How the Gateway's SDK makes its requests: over connections that are kept, each answer whole, within its time and its bound.
 * What it returns has only what the SDK reads. @throws GatewayError `unavailable`
 */
export function gatewayFetch(url: string, { timeoutMs }: { timeoutMs: number }): typeof fetch {
	const pool = new Pool(new URL(url).origin, {
		keepAliveTimeout: keepAliveMs,
		maxResponseSize: answerBytesMax,
		// The time-out below covers all of it.
		connect: { timeout: timeoutMs },
		headersTimeout: 0,
		bodyTimeout: 0,
	})
	const ask = async (input: string, init: RequestInit): Promise<Answer> => {
		const aborting = new AbortController()
		const timer = setTimeout(() => aborting.abort(tooLate()), timeoutMs)
		const { pathname, search } = new URL(input)
		try {
			const { statusCode, headers, body } = await pool.request({
				path: `${pathname}${search}`,
				method: init.method as 'POST',
				headers: init.headers as Record<string, string>,
				body: init.body as string | null,
				signal: aborting.signal,
			})
			const text = await body.text()
			const retryAfter = headers['retry-after']
			return {
				status: statusCode,
				json: async () => JSON.parse(text),
				headers: new Headers(retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) }),
			}
		} catch (cause) {
			throw unavailable(cause)
		} finally {
			clearTimeout(timer)
		}
	}
	return ask as typeof fetch
}

function unavailable(cause: unknown): GatewayError {
	if (cause instanceof GatewayError) return cause
	if (cause instanceof errors.ConnectTimeoutError) return tooLate()
	const isTooLong = cause instanceof errors.ResponseExceededMaxSizeError
	const what = isTooLong ? 'the Gateway’s answer is too long' : 'the Gateway cannot be reached'
	return new GatewayError('unavailable', what, { cause })
}

import { TradeError } from '@accord/protocol'

const remembered = new WeakMap<object, number>()

/** How long the service asks to wait before the same request is sent again, in milliseconds; undefined when it did not say. */
export function retryAfterMs(error: unknown): number | undefined {
	if (!(error instanceof TradeError)) return undefined
	const { retry_after_s: seconds } = error.extra
	return remembered.get(error) ?? (typeof seconds === 'number' ? seconds * 1000 : undefined)
}

/** Keeps what an answer's Retry-After header said beside the error that it was. */
export function rememberRetryAfter(error: Error, header: string | null): void {
	const seconds = header === null ? Number.NaN : Number(header)
	if (Number.isFinite(seconds) && seconds >= 0) remembered.set(error, seconds * 1000)
}

import type { Schedule } from '@accord/protocol'

/** Uses real time, not the network's clock, because sockets and requests live in real time. */
export const realTime: Schedule = (delayMs, fn) => {
	const timer = setTimeout(fn, delayMs)
	return () => clearTimeout(timer)
}

/** Resolves after `delayMs`, or immediately when `signal` is aborted. */
export function pause(delayMs: number, signal?: AbortSignal): Promise<void> {
	return new Promise(resolve => {
		if (signal?.aborted === true) return resolve()
		const done = () => {
			clearTimeout(timer)
			signal?.removeEventListener('abort', done)
			resolve()
		}
		const timer = setTimeout(done, delayMs)
		signal?.addEventListener('abort', done)
	})
}

/**
 * A signal that aborts as soon as one of the two does: `AbortSignal.any`, which Node has only from version 20.3.
 * `timeout` must abort eventually, because that releases the listener on `signal`.
 */
export function eitherSignal(timeout: AbortSignal, signal: AbortSignal): AbortSignal {
	if (signal.aborted) return signal
	const either = new AbortController()
	signal.addEventListener('abort', () => either.abort(signal.reason), { once: true, signal: timeout })
	timeout.addEventListener('abort', () => either.abort(timeout.reason), { once: true })
	return either.signal
}

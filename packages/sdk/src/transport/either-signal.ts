/** What `AbortSignal.any` gives from Node 20.3 on. `late` aborts in any case, and takes what listens at `signal` with it. */
export function eitherSignal(late: AbortSignal, signal: AbortSignal): AbortSignal {
	if (signal.aborted) return signal
	const either = new AbortController()
	signal.addEventListener('abort', () => either.abort(signal.reason), { once: true, signal: late })
	late.addEventListener('abort', () => either.abort(late.reason), { once: true })
	return either.signal
}

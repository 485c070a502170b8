import type { Clock } from '@accord/protocol'

/** A task that runs repeatedly, one run at a time. */
export type Repeated = {
	/** Runs as soon as possible, after any run in progress. Resolves after that run. */
	now(): Promise<void>
	/** Stops further runs; resolves when the last one has ended. */
	stop(): Promise<void>
}

/** Runs `run` every `everyMs`, by the clock, and whenever `now` is called; errors go to `onError`. */
export function repeat(options: {
	readonly clock: Clock
	readonly everyMs: number
	readonly run: () => Promise<void>
	readonly onError: (error: unknown) => void
}): Repeated {
	const { clock, everyMs, run, onError } = options
	let running: Promise<void> | undefined
	let next: Promise<void> | undefined
	let stopped = false
	let cancel: () => void = () => undefined

	async function once(): Promise<void> {
		cancel()
		if (stopped) return
		try {
			await run()
		} catch (error) {
			onError(error)
		}
		if (!stopped) cancel = clock.wakeAt(clock.nowMs() + everyMs, () => void now())
	}

	function begin(): Promise<void> {
		const current = once().finally(() => {
			if (running === current) running = undefined
		})
		running = current
		return current
	}

	function now(): Promise<void> {
		if (running === undefined) return begin()
		next ??= running.then(() => {
			next = undefined
			return begin()
		})
		return next
	}

	return {
		now,
		async stop() {
			stopped = true
			cancel()
			await (next ?? running)
		},
	}
}

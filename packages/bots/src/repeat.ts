import type { Clock } from '@accord/protocol'

/** Something that is done again and again, once at a time. */
export type Repeated = {
	/** Does it as soon as possible; a run that is under way is followed by another. Resolves after that run. */
	now(): Promise<void>
	/** No further runs; resolves when the last one has ended. */
	stop(): Promise<void>
}

/** Runs `run` every `everyMs` of the clock and whenever asked; what it throws goes to `onError`. */
export function repeat(options: {
	clock: Clock
	everyMs: number
	run: () => Promise<void>
	onError: (error: unknown) => void
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

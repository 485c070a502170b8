import type { Clock } from '@accord/protocol'
import type { Logger } from 'pino'

/** Work that moves rows on: whenever it is woken, and now and then by itself. */
export type Loop = {
	/** Says that there may be something to do. */
	wake(): void
	/** Resolves when no run is under way or asked for. */
	drain(): Promise<void>
	/** No run begins any more; resolves when the last one has ended. */
	stop(): Promise<void>
}

/** `again`: there was more to do than one run does. */
export type Run = () => Promise<'again' | 'done'>

/**
 * Runs a loop, one run at a time. A failed run is logged and tried again at the next regular time, not at once, so that
 * a broken database is not asked without pause.
 */
export function startLoop(
	{ clock, log }: { clock: Clock; log: Pick<Logger, 'error'> },
	{ name, everyMs = 1000, run }: { name: string; everyMs?: number; run: Run },
): Loop {
	let running: Promise<void> | undefined
	let isWoken = false
	let isStopped = false
	let cancel = () => {}

	const runWhileWoken = async () => {
		while (isWoken && !isStopped) {
			isWoken = false
			try {
				if ((await run()) === 'again') isWoken = true
			} catch (error) {
				log.error({ err: error, loop: name }, 'a run failed')
				isWoken = false
			}
		}
		running = undefined
	}
	const wake = () => {
		if (isStopped) return
		isWoken = true
		running ??= runWhileWoken()
	}
	const arm = () => {
		cancel = clock.wakeAt(clock.nowMs() + everyMs, () => {
			if (isStopped) return
			arm()
			wake()
		})
	}

	arm()
	wake()
	const drain = async () => {
		while (running !== undefined) await running
	}
	return {
		wake,
		drain,
		stop: () => {
			isStopped = true
			cancel()
			return drain()
		},
	}
}

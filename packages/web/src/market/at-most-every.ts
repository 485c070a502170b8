/** Work that may be asked for at any rate. */
export type Paced = {
	/** Has it done soon; asking again before it begins changes nothing. */
	ask(): void
	/** It is not done any more. */
	stop(): void
}

/** How long after it was asked for the work begins, and how long after its end it may begin again. */
export type Pace = { readonly afterMs: number; readonly everyMs: number }

/**
 * Does `work`, one run at a time and at this pace however often it is asked for; the last run begins after it was asked for last.
 * `work` handles its own errors.
 */
export function atMostEvery({ afterMs, everyMs }: Pace, work: () => Promise<void>): Paced {
	let isAsked = false
	let isBusy = false
	let isStopped = false
	let timer: ReturnType<typeof setTimeout> | undefined

	function begin(inMs: number): void {
		isBusy = true
		timer = setTimeout(() => void run(), inMs)
	}

	async function run(): Promise<void> {
		isAsked = false
		await work()
		if (isStopped) return
		timer = setTimeout(() => {
			isBusy = false
			if (isAsked) begin(0)
		}, everyMs)
	}

	return {
		ask() {
			isAsked = true
			if (!isBusy && !isStopped) begin(afterMs)
		},
		stop() {
			isStopped = true
			clearTimeout(timer)
		},
	}
}

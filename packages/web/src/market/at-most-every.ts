/** Work that may be requested at any rate. */
export type Paced = {
	/** Has it done soon; repeated requests before it begins change nothing. */
	ask(): void
	/** Stops it for good. */
	stop(): void
}

/** How long after a request the work begins, and how long after its end it may begin again. */
export type Pace = { readonly afterMs: number; readonly everyMs: number }

/**
 * Does `work`, one run at a time and at this pace, however often it is requested; the last run begins after the last
 * request. `work` handles its own errors.
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

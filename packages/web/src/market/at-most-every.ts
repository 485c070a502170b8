/** Work that may be requested at any rate. */
export type Paced = {
	/** Has the work done soon; repeated requests before it begins have no effect. */
	ask(): void
	/** Stops the work for good. */
	stop(): void
}

/** How long after a request the work begins, and how long after its end it may begin again. */
export type Pace = { readonly afterMs: number; readonly everyMs: number }

/**
 * Does `work` at this pace, one run at a time, however often it is requested; the last run begins after the last
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

import type { Overview } from '@accord/protocol'
import type { LiveScreen } from '../terminal/live-screen.ts'
import type { Paint } from '../terminal/paint.ts'
import type { OperatorClient } from './operator-client.ts'
import { describeOverview } from './overview-text.ts'

type LiveViewOptions = {
	readonly client: Pick<OperatorClient, 'overview'>
	readonly screen: LiveScreen
	readonly paint: Paint
	readonly nowMs: () => number
}

const refreshMs = 1000
const logLines = 3

/** The service's overview at the bottom of a terminal, refreshed every second, with the last lines of the log below. */
export class LiveView {
	readonly #options: LiveViewOptions
	readonly #log: string[] = []
	#overview: Overview | undefined
	/** Why the last refresh failed. */
	#failure: string | undefined
	#timer: NodeJS.Timeout | undefined
	#isStopped = false

	constructor(options: LiveViewOptions) {
		this.#options = options
		options.screen.onResize(() => this.#draw())
		void this.#refresh()
	}

	/** Adds a line to the log, whose last few lines are shown. */
	log(line: string): void {
		this.#log.push(line)
		if (this.#log.length > logLines) this.#log.shift()
		this.#draw()
	}

	/** Leaves the last frame on the terminal and stops. */
	stop(): void {
		if (this.#isStopped) return
		this.#isStopped = true
		clearTimeout(this.#timer)
		this.#options.screen.close()
	}

	async #refresh(): Promise<void> {
		try {
			this.#overview = await this.#options.client.overview()
			this.#failure = undefined
		} catch (error) {
			this.#failure = error instanceof Error ? error.message : String(error)
		}
		if (this.#isStopped) return
		this.#draw()
		this.#timer = setTimeout(() => void this.#refresh(), refreshMs)
	}

	#draw(): void {
		const { screen, paint, nowMs } = this.#options
		if (this.#isStopped) return
		const failure = this.#failure === undefined ? [] : [paint.red(this.#failure)]
		const log = this.#log.map(line => paint.dim(line))
		const below = [...failure, ...(log.length === 0 ? [] : ['', ...log])]
		const rowsMax = screen.rows - below.length
		const overview =
			this.#overview === undefined ? [] : describeOverview(this.#overview, { paint, nowMs: nowMs(), rowsMax })
		screen.draw([...overview, ...below])
	}
}

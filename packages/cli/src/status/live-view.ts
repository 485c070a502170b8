import type { OverviewWire } from '@accord/protocol'
import type { OperatorClient } from '../operator/operator-client.ts'
import type { LiveScreen } from '../terminal/live-screen.ts'
import type { Paint } from '../terminal/paint.ts'
import { describeOverview } from './describe-overview.ts'

type LiveViewOptions = {
	readonly client: Pick<OperatorClient, 'overview' | 'url'>
	readonly screen: LiveScreen
	readonly paint: Paint
	readonly nowMs: () => number
}

const everyMs = 1000
const logLines = 3

/** The service's overview on the lower part of a terminal, renewed every second, with the last lines of the log beneath. */
export class LiveView {
	readonly #options: LiveViewOptions
	readonly #log: string[] = []
	#overview: OverviewWire | undefined
	/** Why the overview is not the newest. */
	#trouble: string | undefined
	#timer: NodeJS.Timeout | undefined
	#isStopped = false

	constructor(options: LiveViewOptions) {
		this.#options = options
		options.screen.onResize(() => this.#draw())
		void this.#renew()
	}

	/** A line of the log: the last few are shown. */
	log(line: string): void {
		this.#log.push(line)
		if (this.#log.length > logLines) this.#log.shift()
		this.#draw()
	}

	/** Leaves the last picture where it is and gives the terminal back. */
	stop(): void {
		if (this.#isStopped) return
		this.#isStopped = true
		clearTimeout(this.#timer)
		this.#options.screen.close()
	}

	async #renew(): Promise<void> {
		try {
			this.#overview = await this.#options.client.overview()
			this.#trouble = undefined
		} catch (error) {
			this.#trouble = error instanceof Error ? error.message : String(error)
		}
		if (this.#isStopped) return
		this.#draw()
		this.#timer = setTimeout(() => void this.#renew(), everyMs)
	}

	#draw(): void {
		const { screen, paint, nowMs } = this.#options
		if (this.#isStopped) return
		const trouble = this.#trouble === undefined ? [] : [paint.red(this.#trouble)]
		const log = this.#log.map(line => paint.dim(line))
		const below = [...trouble, ...(log.length === 0 ? [] : ['', ...log])]
		const rowsMax = screen.rows - below.length
		const overview =
			this.#overview === undefined ? [] : describeOverview(this.#overview, { paint, nowMs: nowMs(), rowsMax })
		screen.draw([...overview, ...below])
	}
}

import type { ServiceMetrics, Stage } from './service-metrics.ts'

/** Tells apart how long the stages of one submission take, from its arrival on. */
export class Stopwatch {
	readonly #stages: ServiceMetrics['stages']
	readonly #startedAt = performance.now()
	readonly #ended = new Set<Stage>()

	constructor({ stages }: Pick<ServiceMetrics, 'stages'>) {
		this.#stages = stages
	}

	/** Ends a stage that began with the arrival; only the first time counts. */
	end(stage: Stage): void {
		if (this.#ended.has(stage)) return
		this.#ended.add(stage)
		this.#stages[stage].observe(performance.now() - this.#startedAt)
	}

	/** Runs a stage. */
	time<T>(stage: Stage, work: () => Promise<T>): Promise<T> {
		return this.#stages[stage].time(work)
	}
}

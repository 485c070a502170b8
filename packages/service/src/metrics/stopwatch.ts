import { histogram, type Metrics } from './metrics.ts'

/** The stages of an order that are timed. */
export const stageSeconds = histogram('accord_stage_seconds', 'Time that each stage of a trade takes', 'stage', [
	/** Reading an order: its bytes, signatures, schema, fees and header. */
	'validate',
	/** Waiting for and running a preview: the order's own, and those in which it runs alongside other orders. */
	'preview',
	/** Waiting for and running the match. */
	'match',
	/** From an order's arrival until its parts are requested from makers. */
	'order_to_asked',
	/** From a fill's arrival to its answer. */
	'fill_judged',
	'accepted_to_filled',
	'filled_to_published',
	'published_to_settled',
])
export type Stage = (typeof stageSeconds.values)[number]

/** Measures the stages of one submission, starting from its arrival. */
export class Stopwatch {
	readonly #metrics: Pick<Metrics, 'observe' | 'time'>
	readonly #startedAt = performance.now()
	readonly #ended = new Set<Stage>()

	constructor(metrics: Pick<Metrics, 'observe' | 'time'>) {
		this.#metrics = metrics
	}

	/** Ends a stage that began with the arrival; only the first time counts. */
	end(stage: Stage): void {
		if (this.#ended.has(stage)) return
		this.#ended.add(stage)
		this.#metrics.observe(stageSeconds, stage, performance.now() - this.#startedAt)
	}

	/** Runs a stage. */
	time<T>(stage: Stage, work: () => Promise<T>): Promise<T> {
		return this.#metrics.time(stageSeconds, stage, work)
	}
}

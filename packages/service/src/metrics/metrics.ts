// Each metric is declared once, where it is counted or timed. A declaration belongs to the process and holds no
// numbers: each service keeps its own in a `Metrics`, as plain numbers that cost almost nothing until they are
// requested.

type Declaration<Value extends string> = {
	readonly name: string
	readonly help: string
	/** The names of its labels. A value of several labels lists them in this order, separated by spaces. */
	readonly labels: readonly string[]
	/**
	 * Values that start at 0, so that the first event of a kind shows up as an increase. All values come from a small set.
	 */
	readonly values: readonly Value[]
}

/** Counts events by a value, or by '' if it has no labels. */
export type Counter<Value extends string = string> = Declaration<Value> & { readonly kind: 'counter' }

/** How long something takes, by the value of one label. */
export type Histogram<Value extends string = string> = Declaration<Value> & { readonly kind: 'histogram' }

const declared = new Map<string, Counter | Histogram>()

/** Declares a counter; without `values`, each value appears when it first occurs. */
export function counter<const Value extends string>(
	name: string,
	help: string,
	labels: readonly string[] = [],
	values: readonly Value[] = [],
): Counter<Value> {
	return declare({ kind: 'counter', name, help, labels, values })
}

/** Declares a histogram with one label; without `values`, each value appears when it first occurs. */
export function histogram<const Value extends string>(
	name: string,
	help: string,
	label: string,
	values: readonly Value[] = [],
): Histogram<Value> {
	return declare({ kind: 'histogram', name, help, labels: [label], values })
}

function declare<Declared extends Counter | Histogram>(declaration: Declared): Declared {
	if (declared.has(declaration.name)) throw new Error(`the metric ${declaration.name} is declared twice`)
	declared.set(declaration.name, declaration)
	return declaration
}

/** All metrics declared in loaded modules. */
export function declaredMetrics(): readonly (Counter | Histogram)[] {
	return [...declared.values()]
}

/** The counts and times of one service. */
export class Metrics {
	readonly #counts = new Map<Counter, Map<string, number>>()
	readonly #times = new Map<Histogram, Map<string, Durations>>()

	/** Counts an event, or several. */
	count<Value extends string>(of: Counter<Value>, value?: NoInfer<Value>, times = 1): void {
		const counts = this.counts(of)
		counts.set(value ?? '', (counts.get(value ?? '') ?? 0) + times)
	}

	/** Starts a value at 0. */
	know(of: Counter, value: string): void {
		this.count(of, value, 0)
	}

	countOf<Value extends string>(of: Counter<Value>, value: NoInfer<Value>): number {
		return this.counts(of).get(value) ?? 0
	}

	/** The count of each value. */
	counts(of: Counter): Map<string, number> {
		const known = this.#counts.get(of)
		if (known !== undefined) return known
		const counts = new Map((of.labels.length === 0 ? [''] : of.values).map(value => [value, 0]))
		this.#counts.set(of, counts)
		return counts
	}

	/** Counts a duration. */
	observe<Value extends string>(of: Histogram<Value>, value: NoInfer<Value>, ms: number): void {
		this.#durationsOf(of, value).observe(ms)
	}

	/** Runs `work` and counts how long it took, whether it succeeded or not. */
	time<Value extends string, T>(of: Histogram<Value>, value: NoInfer<Value>, work: () => Promise<T>): Promise<T> {
		return this.#durationsOf(of, value).time(work)
	}

	/** The durations of each value. */
	times(of: Histogram): Map<string, Durations> {
		const known = this.#times.get(of)
		if (known !== undefined) return known
		const times = new Map(of.values.map(value => [value as string, new Durations()]))
		this.#times.set(of, times)
		return times
	}

	#durationsOf(of: Histogram, value: string): Durations {
		const times = this.times(of)
		const durations = times.get(value) ?? new Durations()
		times.set(value, durations)
		return durations
	}
}

/** Upper bounds of the buckets, in seconds; the last bucket has none. */
export const boundsS: readonly number[] = [
	0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60,
]

/** A histogram of durations as plain numbers, read only when metrics are requested. */
export class Durations {
	/** The count in each bucket, not cumulative. */
	readonly buckets: number[] = new Array(boundsS.length + 1).fill(0)
	count = 0
	sumS = 0

	/** Counts a duration. */
	observe(ms: number): void {
		const seconds = ms / 1000
		let bucket = 0
		while (bucket < boundsS.length && seconds > (boundsS[bucket] ?? Number.POSITIVE_INFINITY)) bucket += 1
		this.buckets[bucket] = (this.buckets[bucket] ?? 0) + 1
		this.count += 1
		this.sumS += seconds
	}

	/** Runs `work` and counts how long it took, whether it succeeded or not. */
	async time<T>(work: () => Promise<T>): Promise<T> {
		const before = performance.now()
		try {
			return await work()
		} finally {
			this.observe(performance.now() - before)
		}
	}
}

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
	readonly #onStage: ((stage: Stage, startedAt: number, endedAt: number) => void) | undefined
	readonly #startedAt = performance.now()
	readonly #ended = new Set<Stage>()

	/** `onStage` is called with every stage, and when it began and ended by `performance.now()`. */
	constructor(
		metrics: Pick<Metrics, 'observe' | 'time'>,
		onStage?: (stage: Stage, startedAt: number, endedAt: number) => void,
	) {
		this.#metrics = metrics
		this.#onStage = onStage
	}

	/** Ends a stage that began with the arrival; only the first time counts. */
	end(stage: Stage): void {
		if (this.#ended.has(stage)) return
		this.#ended.add(stage)
		const endedAt = performance.now()
		this.#metrics.observe(stageSeconds, stage, endedAt - this.#startedAt)
		this.#onStage?.(stage, this.#startedAt, endedAt)
	}

	/** Runs a stage. */
	async time<T>(stage: Stage, work: () => Promise<T>): Promise<T> {
		const startedAt = performance.now()
		try {
			return await this.#metrics.time(stageSeconds, stage, work)
		} finally {
			this.#onStage?.(stage, startedAt, performance.now())
		}
	}
}

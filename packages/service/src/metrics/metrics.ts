import { Durations } from './durations.ts'

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

import { Counter, Gauge, type Metric, type Registry } from 'prom-client'
import { boundsS, type Durations, declaredMetrics, type Metrics } from './metrics.ts'

/** A sample's labels by name. */
export type Labels = Record<string, string>
export type Sample = [labels: Labels, value: number]
type Read = () => Sample[] | Promise<Sample[]>
type Described = { readonly name: string; readonly help: string; readonly labels?: string[]; readonly read: Read }

/** Exposes all declared metrics with the numbers of one service, read at each scrape. */
export function exposeDeclared(registry: Registry, metrics: Metrics): void {
	for (const declared of declaredMetrics()) {
		const { name, help, labels } = declared
		if (declared.kind === 'counter') {
			counter(registry, { name, help, labels: [...labels], read: () => labelled(metrics.counts(declared), labels) })
		} else {
			const [label = ''] = labels
			registry.registerMetric(histogram({ name, help, label, read: () => metrics.times(declared) }))
		}
	}
}

/** A gauge that is read when it is scraped. */
export function gauge(registry: Registry, { name, help, labels = [], read }: Described): void {
	new Gauge({
		name,
		help,
		labelNames: labels,
		registers: [registry],
		async collect() {
			const samples = await read()
			this.reset()
			// Otherwise a metric without labels would be served as 0.
			if (samples.length === 0 && labels.length === 0) this.remove()
			for (const [labels, value] of samples) this.set(labels, value)
		},
	})
}

function counter(registry: Registry, { name, help, labels = [], read }: Described): void {
	new Counter({
		name,
		help,
		labelNames: labels,
		registers: [registry],
		async collect() {
			const samples = await read()
			this.reset()
			for (const [labels, value] of samples) this.inc(labels, value)
		},
	})
}

/** Counts as samples. Each key holds the values of the labels, separated by spaces. */
function labelled(counts: ReadonlyMap<string, number>, labels: readonly string[]): Sample[] {
	return Array.from(counts, ([name, count]) => {
		const values = labels.length === 1 ? [name] : name.split(' ')
		return [Object.fromEntries(labels.map((label, i) => [label, values[i] ?? ''])), count]
	})
}

type DescribedTimes = {
	readonly name: string
	readonly help: string
	readonly label: string
	readonly read: () => Iterable<[string, Durations]>
}

/** prom-client's own histogram does its work for every duration; this one does it when scraped. */
function histogram({ name, help, label, read }: DescribedTimes): Metric {
	const get = async () => ({
		name,
		help,
		type: 'histogram',
		aggregator: 'sum',
		values: [...read()].flatMap(([value, durations]) => samplesOf(name, { [label]: value }, durations)),
	})
	return { name, help, get, reset: () => {} } as unknown as Metric
}

function samplesOf(name: string, labels: Labels, { buckets, count, sumS }: Durations) {
	let below = 0
	const bounds = [...boundsS.map(String), '+Inf']
	return [
		...bounds.map((le, i) => {
			below += buckets[i] ?? 0
			return { metricName: `${name}_bucket`, labels: { ...labels, le }, value: below }
		}),
		{ metricName: `${name}_sum`, labels, value: sumS },
		{ metricName: `${name}_count`, labels, value: count },
	]
}

import { Counter, Gauge, type Metric, type Registry } from 'prom-client'
import { boundsS, type Durations } from '../metrics/durations.ts'
import type { Tally } from '../metrics/service-metrics.ts'

/** Labels of a sample by name. */
export type Labels = Record<string, string>
export type Sample = [labels: Labels, value: number]
type Read = () => Sample[] | Promise<Sample[]>
type Described = { readonly name: string; readonly help: string; readonly labels?: string[]; readonly read: Read }

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
			// A metric without labels would be served as 0.
			if (samples.length === 0 && labels.length === 0) this.remove()
			for (const [labels, value] of samples) this.set(labels, value)
		},
	})
}

/** A counter that is read when it is scraped. */
export function counter(registry: Registry, { name, help, labels = [], read }: Described): void {
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

/** A tally as samples: its names are the values of the labels, with spaces between. */
export function labelled(counts: Tally, labels: readonly string[]): Sample[] {
	return counts.entries().map(([name, count]) => {
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

/** prom-client's own histogram does its work at every duration; this one when it is scraped. */
export function histogram({ name, help, label, read }: DescribedTimes): Metric {
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

/** The value below which that share of the samples lies. */
export function percentile(samples: readonly number[], share: number): number {
	const sorted = [...samples].sort((a, b) => a - b)
	return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

/** p50 and p99 in milliseconds, as a table's cells. */
export function spread(samples: readonly number[]): { p50: string; p99: string } {
	return { p50: milliseconds(percentile(samples, 0.5)), p99: milliseconds(percentile(samples, 0.99)) }
}

export function milliseconds(ms: number): string {
	return `${ms.toFixed(2)} ms`
}

export function mebibytes(bytes: number): string {
	return `${(bytes / 1024 / 1024).toFixed(1)} MiB`
}

export function ratio(ours: number, theirs: number): string {
	return `${(ours / theirs).toFixed(2)} ×`
}

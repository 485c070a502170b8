/** `part`: for benchmarks with several, the one to run; absent: all. */
type Bench = (part?: string) => Promise<void>

/** All benchmarks, in running order. Each prints its figures next to those of its opponent. */
export const benches: Record<string, () => Promise<Bench>> = {
	settle: async () => (await import('./settle/bench-settle.ts')).benchSettle,
	node: async () => (await import('./node/bench-node.ts')).benchNode,
	cluster: async () => (await import('./cluster/bench-cluster.ts')).benchCluster,
	refuse: async () => (await import('./refuse/bench-refuse.ts')).benchRefuse,
	audit: async () => (await import('./audit/bench-audit.ts')).benchAudit,
	memory: async () => (await import('./settle/memory.ts')).benchMemory,
	book: async () => (await import('./book/bench-book.ts')).benchBook,
	broadcast: async () => (await import('./broadcast/bench-broadcast.ts')).benchBroadcast,
	ingest: async () => (await import('./ingest/bench-ingest.ts')).benchIngest,
	match: async () => (await import('./match/bench-match.ts')).benchMatch,
	validate: async () => (await import('./validate/bench-validate.ts')).benchValidate,
	growth: async () => (await import('./growth/bench-growth.ts')).benchGrowth,
}

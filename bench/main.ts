/** `part`: of those that have several, the one to run; absent: all. */
type Bench = (part?: string) => Promise<void>

/** `npm run bench` runs all of them, `npm run bench -- settle growth=pairs` the named ones. Each prints its figures next to those it is compared with. */
const benches: Record<string, () => Promise<Bench>> = {
	settle: async () => (await import('./settle/bench-settle.ts')).benchSettle,
	node: async () => (await import('./node/bench-node.ts')).benchNode,
	cluster: async () => (await import('./cluster/bench-cluster.ts')).benchCluster,
	scale: async () => (await import('./scale/scale-tables.ts')).printScale,
	refuse: async () => (await import('./refuse/bench-refuse.ts')).benchRefuse,
	audit: async () => (await import('./audit/bench-audit.ts')).benchAudit,
	memory: async () => (await import('./settle/memory.ts')).benchMemory,
	book: async () => (await import('./book/bench-book.ts')).benchBook,
	broadcast: async () => (await import('./broadcast/bench-broadcast.ts')).benchBroadcast,
	ingest: async () => (await import('./ingest/bench-ingest.ts')).benchIngest,
	match: async () => (await import('./match/bench-match.ts')).benchMatch,
	validate: async () => (await import('./validate/bench-validate.ts')).benchValidate,
	codec: async () => (await import('./codec/bench-codec.ts')).benchCodec,
	growth: async () => (await import('./growth/bench-growth.ts')).benchGrowth,
}

// So that what ends a process runs then too: no child and no folder is left behind.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))

const named = process.argv.slice(2)
for (const given of named.length > 0 ? named : Object.keys(benches)) {
	const [name = '', part] = given.split('=')
	const load = benches[name]
	if (load === undefined) {
		console.error(`There is no benchmark '${name}'. There are: ${Object.keys(benches).join(', ')}`)
		process.exit(2)
	}
	const bench = await load()
	console.log(`# ${name}\n`)
	await bench(part)
}
process.exit(0)

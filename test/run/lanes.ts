import { availableParallelism } from 'node:os'

/** Files that run together, and how many at once. */
export type Lane = { readonly files: readonly string[]; readonly atOnce: number }

/** One lane runs after another. */
export function lanesOf(files: readonly string[]): Lane[] {
	const cores = availableParallelism()
	const laneOf = (file: string) => lanes.findIndex(({ has }) => has.test(file))
	return lanes
		.map(({ atOnce }, lane) => ({ files: files.filter(file => laneOf(file) === lane), atOnce: atOnce(cores) }))
		.filter(lane => lane.files.length > 0)
}

const lanes = [
	// How long clients wait is asserted there, which only a machine with nothing else to do can promise.
	{ has: /\/proxy-nodes/, atOnce: () => 1 },
	// A browser keeps a core busy.
	{ has: /\/browser\//, atOnce: (cores: number) => cores },
	// The others wait half of their time.
	{ has: /./, atOnce: (cores: number) => Math.ceil(cores * 1.5) },
]

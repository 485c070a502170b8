import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'

// How long each file took when it was last run here. The longest run first, so that none runs alone at the end.

const path = 'node_modules/.accord-test-durations.json'

type Durations = Readonly<Record<string, number>>

/** Files known to be long come first even on a first run; otherwise the largest do. */
export function longestFirst(files: readonly string[]): string[] {
	const known = readDurations()
	const weightOf = (file: string) => {
		if (calm.test(file)) return known[file] === undefined ? 1e9 + middlingSize : known[file] / 2
		return known[file] ?? (longest.test(file) ? 1e12 : 1e9 + statSync(file).size)
	}
	return files.toSorted((a, b) => weightOf(b) - weightOf(a))
}

// For the builds: what the compiler has not built on this machine before.
const longest =
	/\/builds\/|\/browser\/(maker|wallet)|\/network-command|\/certify|\/generated-clients|\/proxies|\/image|\/fresh-clone|\/first-trade/

// Everyone must be served in time there: not beside the compiler, which is among the first.
const calm = /soak|\/faults\//
const middlingSize = 6_000

export function keepDurations(measured: Durations): void {
	const all = Object.entries({ ...readDurations(), ...measured }).filter(([file]) => existsSync(file))
	writeFileSync(path, `${JSON.stringify(Object.fromEntries(all.sort()), undefined, '\t')}\n`)
}

function readDurations(): Durations {
	return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Durations) : {}
}

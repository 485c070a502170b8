import { benchSettle } from './settle/bench-settle.ts'

/** `npm run bench` runs all of them, `npm run bench -- settle` the named ones. Each prints its figures beside its opponent's. */
const benches: Record<string, () => Promise<void>> = { settle: benchSettle }

const named = process.argv.slice(2)
for (const name of named.length > 0 ? named : Object.keys(benches)) {
	const bench = benches[name]
	if (bench === undefined) {
		console.error(`There is no benchmark '${name}'. There are: ${Object.keys(benches).join(', ')}`)
		process.exit(2)
	}
	console.log(`# ${name}\n`)
	await bench()
}
process.exit(0)

import { benches } from './benches.ts'

// So that exit handlers also run then: no child and no folder is left behind.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))

// `npm run bench` runs all of them, `npm run bench -- settle growth=pairs` the named ones.
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

// Runs an example in the clone: npm run example -- dex [network.json], or --data DIR or --network FILE as in every command.
import { existsSync } from 'node:fs'
import { join } from 'node:path'

const [name = 'dex'] = process.argv.splice(2, 1)
if (!['dex', 'maker', 'solver', 'hedge', 'market-lists', 'agent', 'ccxt'].includes(name)) {
	console.error(
		'usage: npm run example -- dex|maker|solver|hedge|market-lists|agent|ccxt [--data DIR | --network FILE]',
	)
	process.exit(2)
}
const [option, value] = process.argv.slice(2)
if (option === '--data' && value) process.argv.splice(2, 2, join(value, 'network.json'))
if (option === '--network' && value) process.argv.splice(2, 2, value)
const { ACCORD_NETWORK, ACCORD_DATA = '.accord' } = process.env
const file = process.argv[2] ?? ACCORD_NETWORK ?? join(ACCORD_DATA, 'network.json')
if (!existsSync(file)) {
	console.error(`there is no ${file}: start a network first (npm start), or name another by --data or --network`)
	process.exit(1)
}
await import(new URL(`${name}.mjs`, import.meta.url).href)

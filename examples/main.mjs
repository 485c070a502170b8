// Runs an example in the clone: npm run example -- dex [network.json], or --data DIR or --network FILE as in every command.
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
await import(new URL(`${name}.mjs`, import.meta.url).href)

// Runs an example in the clone: npm run example -- dex [network.json]
const [name = 'dex'] = process.argv.splice(2, 1)
if (!['dex', 'maker', 'solver', 'market-lists', 'agent', 'ccxt'].includes(name)) {
	console.error('usage: npm run example -- dex|maker|solver|market-lists|agent|ccxt [network.json]')
	process.exit(2)
}
await import(new URL(`${name}.mjs`, import.meta.url).href)

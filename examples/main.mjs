// Runs an example in the clone: npm run example -- dex [network.json]
const [name = 'dex'] = process.argv.splice(2, 1)
await import(new URL(`${name}.mjs`, import.meta.url).href)

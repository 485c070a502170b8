// What market lists see of the running local network, in their own formats. node market-lists.mjs [network.json]
import { readFileSync } from 'node:fs'

const file = process.argv[2] ?? `${process.env.ACCORD_DATA ?? '.accord'}/network.json`
const network = JSON.parse(readFileSync(file, 'utf8'))

const market = 'XRD_xUSDC'
const paths = [
	'coingecko/pairs',
	'coingecko/tickers',
	`coingecko/orderbook?ticker_id=${market}&depth=4`,
	`coingecko/historical_trades?ticker_id=${market}&limit=2`,
	'geckoterminal/latest-block',
	'geckoterminal/events?fromBlock=1&toBlock=100',
	'coinmarketcap/summary',
	'defillama/volume',
]
for (const path of paths) {
	const answer = await fetch(`${network.base_url}/market-lists/${path}`)
	console.log(`${answer.status} ${path}\n     ${(await answer.text()).slice(0, 300)}`)
	if (!answer.ok) process.exitCode = 1
}

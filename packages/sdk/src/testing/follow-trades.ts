// A program that follows trades: follow-trades.ts <base URL> <milliseconds without the service>
import { DexClient } from '../dex/dex-client.ts'

const [baseUrl = '', giveUpAfterMs] = process.argv.slice(2)
const pair = { base: 'XRD', quote: 'xUSDC' }
for await (const { event } of new DexClient({ baseUrl }).followTrades(pair, { giveUpAfterMs: Number(giveUpAfterMs) }))
	console.log(event)

import { wallClock } from '@accord/ledger'
import { Decimal } from '@accord/protocol'
import { type BotConfig, readBotConfig, runBotProcess } from './bot-process.ts'
import { consoleLog } from './log.ts'
import { startReferenceMaker } from './reference-maker.ts'

/** The reference maker's config as a process. Prices are decimal strings, by symbol. */
export type MakerProcessConfig = BotConfig & {
	readonly flashUrl: string
	readonly baseUrl: string
	readonly apiKey: string
	readonly midPrices: Readonly<Record<string, string>>
	readonly spread: string
	readonly depth: number
	readonly seed: number
}

const config = readBotConfig<MakerProcessConfig>()
const midPrices = new Map(Object.entries(config.midPrices).map(([symbol, price]) => [symbol, Decimal.parse(price)]))
const spread = Decimal.parse(config.spread)
await runBotProcess(() => startReferenceMaker({ ...config, midPrices, spread, clock: wallClock, log: consoleLog }))

import { Decimal } from '@accord/protocol'
import { type BotConfig, readBotConfig, runBotProcess } from './bot-process.ts'
import { consoleLog } from './log.ts'
import { startReferenceMaker } from './reference-maker.ts'
import { wallClock } from './wall-clock.ts'

/** The reference maker's config as a process. Prices are decimal strings by symbol. */
export type MakerProcessConfig = BotConfig & {
	flashUrl: string
	baseUrl: string
	apiKey: string
	midPrices: Record<string, string>
	spread: string
	depth: number
	seed: number
}

const config = readBotConfig<MakerProcessConfig>()
const midPrices = new Map(Object.entries(config.midPrices).map(([symbol, price]) => [symbol, Decimal.parse(price)]))
const spread = Decimal.parse(config.spread)
await runBotProcess(() => startReferenceMaker({ ...config, midPrices, spread, clock: wallClock, log: consoleLog }))

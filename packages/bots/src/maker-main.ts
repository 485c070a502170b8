import { wallClock } from '@accord/ledger'
import { Decimal, type MintingCustomer, SignerTerms, type WireOf } from '@accord/protocol'
import { type BotConfig, readBotConfig, runBotProcess } from './bot-process.ts'
import { consoleLog } from './log.ts'
import { startReferenceMaker } from './reference-maker.ts'

/** The reference maker's config as a process. Prices are decimal strings, by symbol. */
export type MakerProcessConfig = BotConfig & {
	readonly flashUrl: string
	readonly baseUrl: string
	readonly apiKey: string
	readonly signerTerms: WireOf<typeof SignerTerms>
	readonly midPrices: Readonly<Record<string, string>>
	readonly spread: string
	readonly depth: number
	readonly seed: number
	/** If absent, the prices stay the same. */
	readonly walkSeed?: number
	readonly instamint?: MintingCustomer & { readonly levels: Readonly<Record<string, string>> }
}

const config = readBotConfig<MakerProcessConfig>()
const signerTerms = SignerTerms.parse(config.signerTerms)
const midPrices = readDecimals(config.midPrices)
const instamint = config.instamint && { ...config.instamint, levels: readDecimals(config.instamint.levels) }
const spread = Decimal.parse(config.spread)
await runBotProcess(() =>
	startReferenceMaker({ ...config, signerTerms, midPrices, instamint, spread, clock: wallClock, log: consoleLog }),
)

function readDecimals(texts: Readonly<Record<string, string>>): ReadonlyMap<string, Decimal> {
	return new Map(Object.entries(texts).map(([symbol, text]) => [symbol, Decimal.parse(text)]))
}

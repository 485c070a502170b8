import { type GatewayClient, signatureAccessRule } from '@accord/ledger'
import type { Clock, FeeInfo } from '@accord/protocol'
import type { Logger } from 'pino'
import type { RefusalTally } from './audit/refusal-tally.ts'
import { PausedMakers } from './breaker/paused-makers.ts'
import type { Bus } from './bus/bus.ts'
import type { BreakerRules } from './config/breaker-settings.ts'
import type { Config, Limits } from './config/config.ts'
import { type ServiceIdentity, serviceIdentity } from './config/service-identity.ts'
import type { DatabaseLanes } from './db/database-lanes.ts'
import type { Incarnation } from './db/incarnation.ts'
import type { LedgerWatch } from './gateway/ledger-watch.ts'
import { InstamintReads } from './instamint/instamint-reads.ts'
import { IntentReadings } from './intents/intent-readings.ts'
import type { LoopDeps } from './loops/loop.ts'
import { feeInfoOf } from './market/fee-info.ts'
import { createMarket, type Market } from './market/market.ts'
import type { Metrics } from './metrics/metrics.ts'
import { Books } from './prices/books.ts'
import { MakerQuotes } from './prices/maker-quotes.ts'
import { ShownBooks } from './prices/shown-books.ts'

/** What every part of the service runs on. */
export type Platform = {
	readonly clock: Clock
	/** The clock's, shared by all loops. */
	readonly alarms: Pick<Clock, 'wakeAt'>
	readonly log: Logger
	readonly metrics: Metrics
	readonly onRun: NonNullable<LoopDeps['onRun']>
	readonly onHung: NonNullable<LoopDeps['onHung']>
	readonly db: DatabaseLanes
	readonly bus: Bus
	readonly gateway: GatewayClient
	readonly ledgerWatch: LedgerWatch
	readonly incarnation: Incarnation
	/** What was refused, for the audit log. */
	readonly refusals: RefusalTally
}

/** What is traded, on which network, by which rules, and the key that signs for it. */
export type Exchange = {
	readonly network: { readonly name: string; readonly networkId: number }
	readonly networkId: number
	readonly market: Market
	readonly feeInfo: FeeInfo
	readonly service: ServiceIdentity
	readonly makersPerOrder: number
	readonly limits: Limits
	readonly breaker: BreakerRules
	/** What was read of the intents that this node checked last. */
	readonly intentReadings: IntentReadings
	/** Absent: no one mints on credit. */
	readonly instamint?: InstamintReads
}

/** The makers' books: as they were sent, as they can be matched, and as everyone sees them. */
export type Prices = {
	readonly makerQuotes: MakerQuotes
	readonly books: Books
	readonly shownBooks: ShownBooks
	readonly pausedMakers: PausedMakers
}

type ExchangeDeps = {
	readonly gateway: Pick<GatewayClient, 'network' | 'ledgerState' | 'preview'>
	readonly clock: Clock
	readonly log: Logger
}

/** @throws Error if the Gateway serves another network than the configured one */
export async function openExchange(config: Config, { clock, gateway, log }: ExchangeDeps): Promise<Exchange> {
	const { networkId, tokens, pairs, settlement, levels, makersPerOrder, limits, breaker, instamint } = config
	const service = serviceIdentity(config)
	const network = await gateway.network()
	if (network.networkId !== networkId) {
		throw new Error(`the Gateway serves network ${network.networkId}, the configuration says ${networkId}`)
	}
	const market = createMarket({ networkId, tokens, pairs, xrdAddress: network.xrd })
	const feeInfo = feeInfoOf({ market, settlement, levels, rules: rulesOf(service, networkId) })
	return {
		...{ network, networkId, market, feeInfo, service, makersPerOrder, limits, breaker },
		intentReadings: new IntentReadings(),
		...(instamint && {
			instamint: new InstamintReads({ clock, gateway, log, networkId, component: instamint.component }),
		}),
	}
}

/** What orders must name in VERIFY_PARENT. */
function rulesOf({ keyPair, formerKeyPair }: ServiceIdentity, networkId: number) {
	const ruleOf = (key: ServiceIdentity['keyPair']) => signatureAccessRule(key, networkId).sborHex
	const former = formerKeyPair && { formerVerifyParentAccessRuleSborHex: ruleOf(formerKeyPair) }
	return { verifyParentAccessRuleSborHex: ruleOf(keyPair), ...former }
}

type PricesDeps = Platform & Exchange & { readonly withdrawAfterMs: number }

/** Reads reservations and pauses before any maker can send a book; whatever is opened here closes with `opened`. */
export async function openPrices(deps: PricesDeps, opened: AsyncDisposableStack): Promise<Prices> {
	const onError = (error: unknown) => deps.log.error({ err: error }, 'books or pauses could not be read')
	const makerQuotes = new MakerQuotes(deps)
	const pausedMakers = new PausedMakers({ ...deps, makerQuotes, onError })
	await pausedMakers.start()
	opened.defer(() => pausedMakers.stop())
	const books = new Books({ ...deps, makerQuotes })
	const shownBooks = new ShownBooks({ ...deps, books, onError })
	await shownBooks.start()
	opened.defer(() => shownBooks.stop())
	return { makerQuotes, books, shownBooks, pausedMakers }
}

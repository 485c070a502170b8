import type { Accounts } from '../accounts/accounts.ts'
import type { Breaker } from '../breaker/open-breaker.ts'
import type { Config } from '../config/config.ts'
import type { Quotes } from '../construction/quote.ts'
import type { Fills } from '../fills/fills.ts'
import type { Network } from '../gateway/gateways.ts'
import type { InstamintViews } from '../instamint/instamint-views.ts'
import type { Intents } from '../intents/intents.ts'
import type { Readiness } from '../operator/readiness.ts'
import type { Orders } from '../orders/orders.ts'
import type { Platform } from '../platform/platform.ts'
import type { Prices } from '../prices/prices.ts'
import type { Settlement } from '../settlement/settlement.ts'
import type { Traces } from '../trace/traces.ts'
import type { Trades } from '../trades/trades.ts'
import type { Streams } from './streams.ts'

/** The rooms behind the interfaces for participants; each group of handlers takes the ones that it calls. */
export type ApiRooms = {
	readonly config: Config
	readonly network: Network
	readonly platform: Platform
	readonly accounts: Accounts
	readonly instamintViews: InstamintViews
	readonly prices: Prices
	readonly breaker: Breaker
	readonly intents: Intents
	readonly orders: Orders
	readonly quotes: Quotes
	readonly fills: Fills
	readonly settlement: Settlement
	readonly trades: Trades
	readonly traces: Traces
	readonly streams: Streams
	readonly readiness: Readiness
}

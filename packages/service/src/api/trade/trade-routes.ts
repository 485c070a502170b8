import { accountLevel } from './account-level.ts'
import { accounts } from './accounts.ts'
import { cancel } from './cancel.ts'
import { check } from './check.ts'
import { construction } from './construction.ts'
import { health } from './health.ts'
import { networkStatus } from './network-status.ts'
import { orderBook } from './order-book.ts'
import { orderBookStream } from './order-book-stream.ts'
import { orderEvents } from './order-events.ts'
import { orders } from './orders.ts'
import { quote } from './quote.ts'
import { socketPaths } from './socket-paths.ts'
import { tokenPairs } from './token-pairs.ts'
import { tokens } from './tokens.ts'
import type { TradeApp } from './trade-app.ts'
import { tradeInfo } from './trade-info.ts'
import { trades } from './trades.ts'
import { version } from './version.ts'

const routes = [
	networkStatus,
	tradeInfo,
	accountLevel,
	tokens,
	tokenPairs,
	accounts,
	orderBook,
	orderBookStream,
	orders,
	orderEvents,
	trades,
	cancel,
	check,
	quote,
	construction,
	version,
	health,
	socketPaths,
] as const

type Intersection<Union> = (Union extends unknown ? (member: Union) => void : never) extends (all: infer All) => void
	? All
	: never

export type TradeRouteDeps = Intersection<Parameters<(typeof routes)[number]>[1]>

/** Puts every resource of the Trade API on the server. */
export function registerTradeRoutes(app: TradeApp, deps: TradeRouteDeps): void {
	for (const route of routes) route(app, deps)
}

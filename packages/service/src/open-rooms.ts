import { Accounts } from './accounts/accounts.ts'
import { Streams } from './api/streams.ts'
import type { ExcusedParts } from './breaker/excused-parts.ts'
import { openBreaker } from './breaker/open-breaker.ts'
import { SilentMakers } from './breaker/silent-makers.ts'
import { Bundles } from './bundles/bundles.ts'
import type { Config } from './config/config.ts'
import { Quotes } from './construction/quote.ts'
import { openFills } from './fills/fills.ts'
import { InstamintReads } from './instamint/instamint-reads.ts'
import { instamintViews } from './instamint/instamint-views.ts'
import { openInstamint } from './instamint/open-instamint.ts'
import { openIntents } from './intents/intents.ts'
import type { LoopDeps } from './loops/loop.ts'
import { tokensInForce } from './market/market.ts'
import { shareBooks } from './nodes/open-nodes.ts'
import type { OpenPlatform } from './open-platform.ts'
import { logAsked, observeSteps } from './operator/log-orders.ts'
import { OrderJournal } from './operator/order-journal.ts'
import { Readiness } from './operator/readiness.ts'
import { DenyHook } from './orders/deny-hook.ts'
import { OrderGate } from './orders/order-gate.ts'
import { openOrders } from './orders/orders.ts'
import type { Platform } from './platform/platform.ts'
import { priceBandsOf } from './prices/price-band.ts'
import { openPrices } from './prices/prices.ts'
import { Reconciliation } from './reconciliation/reconciliation.ts'
import { Settlement } from './settlement/settlement.ts'
import { startLoops } from './start-loops.ts'
import { Traces } from './trace/traces.ts'
import { openTrades } from './trades/trades.ts'

type RoomsDeps = {
	readonly ground: OpenPlatform
	readonly excusedParts: ExcusedParts
	/** How loops run. */
	readonly running: LoopDeps
	readonly opened: AsyncDisposableStack
}

/** Opens the rooms in order, each using those before it; everything opened here closes with `opened`. */
export async function openRooms(config: Config, { ground, excusedParts, running, opened }: RoomsDeps) {
	const { platform, agreed, gateways, disk, incarnation, membership, line } = ground
	const { watch: ledgerWatch, network } = gateways
	const { bus, db } = platform
	const { retention, priceBookWithdrawAfterMs: withdrawAfterMs } = config
	opened.defer(logAsked(platform))

	const accounts = new Accounts(platform)
	const instamintReads = openInstamintReads(config, platform)
	const { settledVersion } = gateways
	const instamint = openInstamint(config.instamint, { platform, settledVersion, reads: instamintReads })
	const prices = await openPrices({
		platform,
		withdrawAfterMs,
		priceBandOf: pair => priceBandsOf(platform.settlement)(pair),
		opened,
	})
	const { makerQuotes } = prices
	const breaker = await openBreaker({ platform, makerQuotes, opened })
	const nodes = await shareBooks({ platform, prices, withdrawAfterMs, membership, line, opened })
	const intents = openIntents(platform, config)
	const bundles = new Bundles({ platform, intents })
	const streams = new Streams({ platform, incarnation, bundles, prices })
	opened.defer(() => streams.stop())
	breaker.pausedMakers.onBreakerChanged(makerId => streams.breaker.changed(makerId))
	const journal = new OrderJournal({ db, bus, running, onStep: observeSteps(platform) })
	opened.defer(() => journal.stop())
	const trades = await openTrades(platform, opened)
	const { expiryMarginMs } = config.ledger
	const settlement = new Settlement({ platform, gateways, prices, intents, excusedParts, retention, expiryMarginMs })
	const silentMakers = new SilentMakers({ platform, onWarned: (makerId, state) => streams.warn(makerId, state) })
	const reconciliation = new Reconciliation({ platform, retention })
	const moving = { bundles, settlement, silentMakers, excusedParts, reconciliation, trades, instamint, nodes }
	const watched = { ledgerWatch, incarnation, disk, prices, pausedMakers: breaker.pausedMakers, streams }
	const loops = startLoops({ platform, agreed, ...watched, ...moving }, running)
	opened.defer(() => loops.stop())

	// Client calls depend on the loops: no order begins unless the loops can carry it to its end.
	const orderGate = new OrderGate({ loops, disk, books: nodes?.feed })
	const denyHook = config.denyHook && new DenyHook(config.denyHook, platform)
	// Like the loops, which then leave it to the other nodes.
	const leavesPublishing = () => nodes !== undefined && ledgerWatch.isSkewed
	return {
		config,
		network,
		platform,
		agreed,
		...watched,
		...moving,
		accounts,
		breaker,
		intents,
		journal,
		loops,
		denyHook,
		orders: openOrders({ platform, intents, prices, orderGate, denyHook, newOrders: streams.newOrders }),
		quotes: new Quotes({ platform, intents, prices, orderGate }),
		fills: openFills({ platform, intents, bundles, excusedParts, instamint: instamintReads, leavesPublishing }),
		traces: new Traces(platform),
		readiness: new Readiness({ platform, ledgerWatch, intents, loops, disk, nodes }),
		instamintViews: instamintViews({
			...{ db, market: tokensInForce(platform) },
			...(instamintReads && { instamint: instamintReads }),
			paybackAddress: instamint?.paybackAddress,
		}),
	}
}

/** Undefined if no component is configured. */
function openInstamintReads(
	{ instamint }: Config,
	{ clock, gateway, log, market: { networkId } }: Platform,
): InstamintReads | undefined {
	if (instamint === undefined) return undefined
	return new InstamintReads({ clock, gateway, log, networkId, component: instamint.component })
}

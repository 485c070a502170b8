import {
	type CandleInterval,
	type CandlePage,
	candleIntervals,
	candleStart,
	mergedCandle,
	type Pair,
	pairKey,
	type Trade,
	type TradePage,
	withLeg,
	withTrade,
} from '@accord/protocol'
import type { Transaction } from 'kysely'
import { lockTrades } from '../db/advisory-lock.ts'
import type { Tables } from '../db/tables.ts'
import { inTransaction } from '../db/transaction.ts'
import type { Left } from '../loops/loop.ts'
import type { Platform } from '../platform/platform.ts'
import {
	addCandles,
	type CandlesQuery,
	type CountedCandle,
	candlesPage,
	deleteCandle,
	deleteOldCandles,
	selectMinutes,
} from './candles-table.ts'
import { removeSurpluses, undeliveredSurpluses } from './delivered-surplus.ts'
import { selectCountedLegs, selectLegsOf, type TradedLeg } from './legs-table.ts'
import { TradeFeed } from './trade-feed.ts'
import { hasWaitingTrades, numberTrades, selectCountedTrades, takeRecounts } from './trade-numbers-table.ts'
import { readTrade, type TradesQuery, tradesPage } from './trades-table.ts'

// The guarantee: a trade gets its number in the transaction that counts it in the candles, and is never counted again.
// So are the legs of a routed trade, in the candles of their own pairs, at what their makers gave (decision 73).
// Candles leave out a trade that was removed by a correction. A reader that sees a number sees all lower ones.

const tradesPerRun = 500
const recountsPerRun = 10
const removeEveryMs = 60_000
const intervals = Object.keys(candleIntervals) as CandleInterval[]

type OpenTradesDeps = Pick<Platform, 'db' | 'clock' | 'terms' | 'market' | 'gateway' | 'log'>

/** Settled trades: numbered, counted in candles, listed, and sent to the readers of a pair. */
export class Trades {
	readonly feed: TradeFeed
	readonly #deps: OpenTradesDeps
	#removedAtMs = Number.NEGATIVE_INFINITY

	constructor(deps: OpenTradesDeps) {
		this.#deps = deps
		this.feed = new TradeFeed({ db: deps.db, pairs: deps.market.pairs })
	}

	/** A page of settled orders, newest first. @throws TradeError `validation_failed` */
	page(query: TradesQuery): Promise<TradePage> {
		return tradesPage(this.#deps.db.requests, query)
	}

	/** A page of candles, newest first. */
	candles(query: CandlesQuery): Promise<CandlePage> {
		return candlesPage(this.#deps.db.requests, query)
	}

	/**
	 * Numbers and counts the trades that have settled since the last run, and removes candles that are no longer kept.
	 * `hasCounted`: there may be something to announce.
	 */
	async count(): Promise<{ readonly left: Left; readonly hasCounted: boolean }> {
		const { db, clock, market } = this.#deps
		const nowMs = clock.nowMs()
		if (nowMs - this.#removedAtMs > removeEveryMs) {
			await deleteOldCandles(db.own, { pairs: market.pairs, nowMs })
			this.#removedAtMs = nowMs
		}
		if (!(await hasWaitingTrades(db.looks))) return { left: 'done', hasCounted: false }
		const undelivered = await undeliveredSurpluses(this.#deps, db.own, { limit: tradesPerRun })
		const counted = await inTransaction(db.own, trx => countWaiting(trx, undelivered))
		return { left: counted === tradesPerRun ? 'again' : 'done', hasCounted: true }
	}
}

export async function openTrades(deps: OpenTradesDeps, opened: AsyncDisposableStack): Promise<Trades> {
	const trades = new Trades(deps)
	await trades.feed.start()
	const addPairs = () =>
		trades.feed.add(deps.market.pairs).catch(err => deps.log.warn({ err }, 'trades of new pairs could not be read'))
	opened.defer(deps.terms.onChanged(addPairs))
	return trades
}

async function countWaiting(trx: Transaction<Tables>, undelivered: readonly string[]): Promise<number> {
	await lockTrades(trx)
	await removeSurpluses(trx, undelivered)
	for (const { base, quote, minute_ms } of await takeRecounts(trx, { limit: recountsPerRun }))
		await recountMinute(trx, { pair: { base, quote }, minuteMs: Number(minute_ms) })
	const rows = await numberTrades(trx, { limit: tradesPerRun })
	const legs = await selectLegsOf(
		trx,
		rows.map(row => row.subintent_hash),
	)
	const counted = { trades: rows.map(readTrade), legs }
	await addCandles(
		trx,
		intervals.flatMap(interval => countedCandles(counted, interval)),
	)
	return rows.length
}

type Counted = { readonly trades: readonly Trade[]; readonly legs: readonly TradedLeg[] }

/** The candles of trades and legs, each in the order in which they settled. */
function countedCandles({ trades, legs }: Counted, interval: CandleInterval): CountedCandle[] {
	const candles = new Map<string, CountedCandle>()
	const all = [...trades.map(each => ({ each, add: withTrade })), ...legs.map(each => ({ each, add: withLeg }))]
	for (const { each, add } of all.sort((a, b) => a.each.settledAtMs - b.each.settledAtMs)) {
		const { pair, settledAtMs } = each
		const key = `${pairKey(pair)} ${candleStart(settledAtMs, interval)}`
		const former = candles.get(key)
		candles.set(key, {
			...add(former, each, interval),
			pair,
			interval,
			firstAtMs: former?.firstAtMs ?? settledAtMs,
			lastAtMs: settledAtMs,
		})
	}
	return [...candles.values()]
}

/** Recounts a minute's trades and legs, and then the longer intervals around it from their minutes. */
async function recountMinute(
	trx: Transaction<Tables>,
	{ pair, minuteMs }: { pair: Pair; minuteMs: number },
): Promise<void> {
	const minute = { pair, fromMs: minuteMs, beforeMs: minuteMs + candleIntervals['1m'] }
	const trades = (await selectCountedTrades(trx, minute)).map(readTrade)
	const legs = await selectCountedLegs(trx, minute)
	await deleteCandle(trx, { pair, interval: '1m', startMs: minuteMs })
	await addCandles(trx, countedCandles({ trades, legs }, '1m'))
	for (const interval of intervals) {
		if (interval === '1m') continue
		const startMs = candleStart(minuteMs, interval)
		const minutes = await selectMinutes(trx, { pair, fromMs: startMs, beforeMs: startMs + candleIntervals[interval] })
		await deleteCandle(trx, { pair, interval, startMs })
		const [first] = minutes
		const last = minutes.at(-1)
		const merged = mergedCandle(minutes, interval)
		if (merged === undefined || first === undefined || last === undefined) continue
		await addCandles(trx, [{ ...merged, pair, interval, firstAtMs: first.firstAtMs, lastAtMs: last.lastAtMs }])
	}
}

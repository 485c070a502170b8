import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type CandleInterval, candleStart, Decimal, type Pair, pairKey } from '@accord/protocol'
import { sql } from 'kysely'
import { createMarket } from '../market/market.ts'
import { correctOutcomes } from '../settlement/correct-outcomes.ts'
import { market, nowMs } from '../testing/order-fixture.ts'
import { openTrade, type Trade } from '../testing/trade-fixture.ts'
import { openTrades } from './trades.ts'

// Routed orders of XRD/xwBTC over xUSDC, and direct ones of a leg's pair, that settle and are corrected in any order,
// while counting fails now and then. The candles must be those of the orders and fills as the ledger has them by now.

const { pairs } = createMarket({ ...market, pairs: market.quotedPairs, routes: undefined })
const own = { base: 'XRD', quote: 'xwBTC' }
const dollars = { base: 'XRD', quote: 'xUSDC' }
const bitcoin = { base: 'xwBTC', quote: 'xUSDC' }
const intervals: CandleInterval[] = ['1m', '5m', '1d']

/** What a maker gave: of which pair, and how much base and quote. */
type Share = { readonly pair: Pair; readonly side: 'bids' | 'asks'; readonly base: number; readonly quote: number }
type Order = Omit<Share, 'side'> & { readonly shares: readonly Share[] }
/** An order, and the ledger's newest decision: whether it settled, and which fills did not settle with it. */
type Ended = Order & { readonly hash: string; readonly endedAtMs: number; settled: boolean; spare: readonly number[] }

type Below = (count: number) => number

function randomFrom(seed: number): Below {
	let state = seed
	return count => {
		state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
		return Math.floor((state / 2 ** 32) * count)
	}
}

function anyOrder(below: Below): Order {
	const units = () => 1 + below(1_000)
	const first: Share = { pair: dollars, side: 'bids', base: units(), quote: units() }
	const { base } = first
	if (below(4) === 0) return { ...first, shares: [first] }
	const others = Array.from({ length: 1 + below(3) }, (): Share => {
		return { pair: bitcoin, side: 'asks', base: units(), quote: units() }
	})
	return { pair: own, base, quote: units(), shares: [first, ...others] }
}

const signed = { signed_partial_transaction: '', account: 'a', has_prefix: false, expires_at_s: 0, execution_units: 0 }
const fees = { platform_fee: 0, settlement_fee: 0, cost_xrd: 0, rebate: 0 }
const fillOf = (hash: string, at: number) => `${hash} fill ${at}`

/** Writes an order that has ended, with the fills of its makers. */
async function insertEnded({ db }: Trade, { hash, pair, base, quote, shares, ...ended }: Ended): Promise<void> {
	const insert = (table: string, row: object) =>
		sql`insert into ${sql.ref(table)}
			select * from jsonb_populate_record(null::${sql.ref(table)}, ${JSON.stringify(row)}::jsonb)`.execute(db.own)
	const ends = { accepted_at_ms: nowMs, ended_at_ms: ended.endedAtMs, ...signed, ...fees }
	const ofOrder = { subintent_hash: hash, subintent_id: hash }
	await sql`insert into subintent values (${hash}, 'order', 0)`.execute(db.own)
	await insert('order', {
		...{ ...ofOrder, ...ends, ...pair, level: 0, side: 'bids', own_makers: [], claimed_until_ms: 0 },
		...{ sell_symbol: pair.base, sell_amount: base, buy_symbol: pair.quote, buy_amount: quote },
		state: ended.settled ? 'settled' : 'expired',
	})
	if (ended.settled) await insert('trade', { order_hash: hash, settled_at_ms: ended.endedAtMs })
	for (const [at, { pair, side, base, quote }] of shares.entries()) {
		const [sold, bought] = side === 'bids' ? [pair.quote, pair.base] : [pair.base, pair.quote]
		const [sell, buy] = side === 'bids' ? [quote, base] : [base, quote]
		const id = fillOf(hash, at)
		const part = { part_id: `${hash} part ${at}`, order_hash: hash, maker_id: 'maker-1' }
		await sql`insert into subintent values (${id}, 'fill', 0)`.execute(db.own)
		await insert('part', {
			...{ ...part, ...pair, side, base_amount: base, levels: [], state: 'filled', fill_before_ms: 0, asked_at_ms: 0 },
			...{ fill_sell_symbol: sold, fill_sell_amount: sell, fill_buy_symbol: bought, fill_buy_amount: buy },
			...{ reservation: 'released', awaits_rerouting: false, reservation_changed_by: 0, reserved_number: 0 },
		})
		await insert('fill', {
			...{ ...part, ...ends, subintent_hash: id, subintent_id: id },
			...{ sell_symbol: sold, sell_amount: sell, buy_symbol: bought, buy_amount: buy },
			state: ended.settled && !ended.spare.includes(at) ? 'Settled' : 'Expired',
		})
	}
}

type Candles = Readonly<
	Record<string, { volumes: readonly [base: string, quote: string]; trades: number; prices: string }>
>

/** The candles by pair, interval and start, from the orders alone. */
function expectedOf(orders: readonly Ended[]): Candles {
	const exchanged = orders
		.filter(({ settled }) => settled)
		.flatMap(order => [{ ...order, trades: 1 }, ...legsOf(order)])
	const found: Record<string, Candles[string] & { all: Decimal[] }> = {}
	for (const interval of intervals)
		for (const { pair, base, quote, trades, endedAtMs } of exchanged) {
			const key = `${pairKey(pair)} ${interval} ${candleStart(endedAtMs, interval)}`
			const former = found[key] ?? { volumes: ['0', '0'] as const, trades: 0, all: [] }
			const all = [...former.all, Decimal.divDown(whole(quote), whole(base))]
			const [baseVolume, quoteVolume] = former.volumes.map(Number) as [number, number]
			found[key] = {
				volumes: [String(baseVolume + base), String(quoteVolume + quote)],
				trades: former.trades + trades,
				prices: [all.reduce(Decimal.max), all.reduce(Decimal.min)].map(Decimal.format).join(' '),
				all,
			}
		}
	return Object.fromEntries(Object.entries(found).map(([key, { all: _, ...candle }]) => [key, candle]))
}

const whole = (units: number) => Decimal.fromInteger(BigInt(units))

function legsOf({ pair, shares, spare, endedAtMs }: Ended) {
	const settled = shares.filter((share, at) => !spare.includes(at) && pairKey(share.pair) !== pairKey(pair))
	const sum = (of: readonly Share[], what: 'base' | 'quote') => of.reduce((total, share) => total + share[what], 0)
	return [dollars, bitcoin].flatMap(pair => {
		const of = settled.filter(share => share.pair === pair)
		return of.length === 0 ? [] : [{ pair, base: sum(of, 'base'), quote: sum(of, 'quote'), trades: 0, endedAtMs }]
	})
}

async function candlesOf(trades: Awaited<ReturnType<typeof openTrades>>): Promise<Candles> {
	const found: Record<string, Candles[string]> = {}
	for (const pair of pairs)
		for (const interval of intervals)
			for (const candle of (await trades.candles({ pair, interval, limit: 1_000 })).candles)
				found[`${pairKey(pair)} ${interval} ${candle.startMs}`] = {
					volumes: [Decimal.format(candle.baseVolume), Decimal.format(candle.quoteVolume)],
					trades: candle.trades,
					prices: [candle.high, candle.low].map(Decimal.format).join(' '),
				}
	return found
}

// shows decision 73: Every settled trade is counted once
test('property: legs count once in the candles of their pairs, whatever is corrected and whenever counting fails', async t => {
	const seed = Number(process.env.ACCORD_SEED ?? Date.now() % 1_000_000)
	t.diagnostic(`ACCORD_SEED=${seed}`)
	const below = randomFrom(seed)
	const trade = await openTrade(t)
	const { clock, db, bus } = trade
	await using opened = new AsyncDisposableStack()
	const trades = await openTrades({ ...trade.deps, market: { ...market, pairs } }, opened)
	const orders: Ended[] = []
	const count = async () => {
		while ((await trades.count()).left === 'again') {}
	}
	for (let step = 0; step < 60; step++) {
		clock.advance(1 + below(20_000))
		const spares = ({ shares }: Order) => shares.flatMap((_, at) => (below(4) === 0 ? [at] : []))
		if (below(2) === 0 || orders.length === 0) {
			const order = anyOrder(below)
			const spare = spares(order)
			const ended = { ...order, hash: `order ${step}`, endedAtMs: clock.nowMs(), settled: below(4) > 0, spare }
			orders.push(ended)
			await insertEnded(trade, ended)
		} else {
			const order = orders[below(orders.length)] as Ended
			const outcome = below(2) === 0 ? 'Settled' : 'Expired'
			Object.assign(order, { settled: outcome === 'Settled', spare: outcome === 'Settled' ? spares(order) : [] })
			const spareFills = order.spare.map(at => fillOf(order.hash, at))
			await correctOutcomes(
				{ db, bus },
				{ outcome: { orderHash: order.hash, outcome, spareFills }, nowMs: clock.nowMs() },
			)
		}
		if (below(3) === 0) {
			await sql`alter table candle add constraint broken check (trades < 0) not valid`.execute(db.own)
			await count().catch(error => assert.match(String(error), /broken/))
			await sql`alter table candle drop constraint broken`.execute(db.own)
		}
		if (below(2) === 0) {
			await Promise.all([count(), count()])
			assert.deepEqual(await candlesOf(trades), expectedOf(orders), `step ${step}`)
		}
	}
	await count()
	assert.deepEqual(await candlesOf(trades), expectedOf(orders))
})

import {
	type Candle,
	type CandleInterval,
	type CandlePage,
	candleIntervals,
	Decimal,
	type Pair,
} from '@accord/protocol'
import { sql } from 'kysely'
import type { CandleTable, Database, JsonRow } from '../db/tables.ts'

/** A candle as it is stored. */
export type CountedCandle = Candle & {
	readonly pair: Pair
	readonly interval: CandleInterval
	readonly firstAtMs: number
	readonly lastAtMs: number
}

/** How many intervals of each length are kept: a week of minutes, a year of hours, 27 years of days. */
const intervalsKept = 10_000

export type CandlesQuery = {
	readonly pair: Pair
	readonly interval: CandleInterval
	readonly limit: number
	/** Only candles that began before this time. */
	readonly beforeMs?: number | undefined
}

/** A page of candles, newest first. */
export async function candlesPage(db: Database, query: CandlesQuery): Promise<CandlePage> {
	const { pair, interval, limit, beforeMs = Number.MAX_SAFE_INTEGER } = query
	const rows = await db
		.selectFrom('candle')
		.selectAll()
		.where('base', '=', pair.base)
		.where('quote', '=', pair.quote)
		.where('interval_ms', '=', BigInt(candleIntervals[interval]))
		.where('start_ms', '<', BigInt(beforeMs))
		.orderBy('start_ms', 'desc')
		.limit(limit + 1)
		.execute()
	const page = rows.slice(0, limit).map(readCandle)
	const last = page.at(-1)
	return {
		pair,
		interval,
		candles: page,
		...(rows.length > limit && last !== undefined ? { next: last.startMs } : {}),
	}
}

/** The candles of the minutes in this span, oldest first, with the times of their first and last trades. */
export async function selectMinutes(
	db: Database,
	{ pair, fromMs, beforeMs }: { pair: Pair; fromMs: number; beforeMs: number },
): Promise<CountedCandle[]> {
	const rows = await db
		.selectFrom('candle')
		.selectAll()
		.where('base', '=', pair.base)
		.where('quote', '=', pair.quote)
		.where('interval_ms', '=', BigInt(candleIntervals['1m']))
		.where('start_ms', '>=', BigInt(fromMs))
		.where('start_ms', '<', BigInt(beforeMs))
		.orderBy('start_ms')
		.execute()
	return rows.map(row => ({
		...readCandle(row),
		pair,
		interval: '1m',
		firstAtMs: Number(row.first_at_ms),
		lastAtMs: Number(row.last_at_ms),
	}))
}

/**
 * Adds these candles to the stored ones, whatever the order of their trades: the times show which trade is first and
 * which is last.
 */
export async function addCandles(db: Database, counted: readonly CountedCandle[]): Promise<void> {
	if (counted.length === 0) return
	await sql`
		insert into candle select * from jsonb_populate_recordset(null::candle, ${JSON.stringify(counted.map(writeCandle))}::jsonb)
		order by base, quote, interval_ms, start_ms
		on conflict (base, quote, interval_ms, start_ms) do update set
			open = case when excluded.first_at_ms < candle.first_at_ms then excluded.open else candle.open end,
			high = greatest(candle.high, excluded.high),
			low = least(candle.low, excluded.low),
			close = case when excluded.last_at_ms >= candle.last_at_ms then excluded.close else candle.close end,
			base_volume = candle.base_volume + excluded.base_volume,
			quote_volume = candle.quote_volume + excluded.quote_volume,
			trades = candle.trades + excluded.trades,
			first_at_ms = least(candle.first_at_ms, excluded.first_at_ms),
			last_at_ms = greatest(candle.last_at_ms, excluded.last_at_ms)`.execute(db)
}

/** Removes one candle, if there is one. */
export async function deleteCandle(
	db: Database,
	{ pair, interval, startMs }: { pair: Pair; interval: CandleInterval; startMs: number },
): Promise<void> {
	await db
		.deleteFrom('candle')
		.where('base', '=', pair.base)
		.where('quote', '=', pair.quote)
		.where('interval_ms', '=', BigInt(candleIntervals[interval]))
		.where('start_ms', '=', BigInt(startMs))
		.execute()
}

/** Removes the candles of these pairs that are no longer kept. */
export async function deleteOldCandles(
	db: Database,
	{ pairs, nowMs }: { pairs: readonly Pair[]; nowMs: number },
): Promise<void> {
	const bases = pairs.map(({ base }) => base)
	const quotes = pairs.map(({ quote }) => quote)
	await sql`
		delete from candle c
		using unnest(${bases}::text[], ${quotes}::text[]) as pair (base, quote),
			jsonb_array_elements_text(${JSON.stringify(Object.values(candleIntervals))}::jsonb) as length (ms)
		where c.base = pair.base and c.quote = pair.quote and c.interval_ms = length.ms::int8
			and c.start_ms < ${nowMs} - length.ms::int8 * ${intervalsKept}`.execute(db)
}

type CandleRow = { readonly [Column in keyof CandleTable]: CandleTable[Column] extends string ? string : bigint }

function readCandle(row: CandleRow): Candle {
	return {
		startMs: Number(row.start_ms),
		open: Decimal.parse(row.open),
		high: Decimal.parse(row.high),
		low: Decimal.parse(row.low),
		close: Decimal.parse(row.close),
		baseVolume: Decimal.parse(row.base_volume),
		quoteVolume: Decimal.parse(row.quote_volume),
		trades: Number(row.trades),
	}
}

function writeCandle(candle: CountedCandle): JsonRow<CandleTable> {
	const { pair, interval } = candle
	return {
		base: pair.base,
		quote: pair.quote,
		interval_ms: candleIntervals[interval],
		start_ms: candle.startMs,
		open: Decimal.format(candle.open),
		high: Decimal.format(candle.high),
		low: Decimal.format(candle.low),
		close: Decimal.format(candle.close),
		base_volume: Decimal.format(candle.baseVolume),
		quote_volume: Decimal.format(candle.quoteVolume),
		trades: candle.trades,
		first_at_ms: candle.firstAtMs,
		last_at_ms: candle.lastAtMs,
	}
}

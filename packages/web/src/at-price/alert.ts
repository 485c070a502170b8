import { Decimal, LimitOrder, type Pair } from '@accord/protocol'

/** A swap that the page watches for its reader: until a price, or by the clock. It is no order: nothing is signed. */
export type Alert = PriceAlert | Repeat

type Watched = {
	readonly id: string
	readonly networkId: number
	readonly exact: 'sell' | 'buy'
	/** When it last rang. */
	readonly rangAtMs?: number
	/** Whether the reader has not reacted to that yet. */
	readonly isRinging: boolean
}

/** Rings once, when the book gives the limit or better; then exactly the limit is signed. */
export type PriceAlert = Watched & {
	readonly kind: 'price'
	readonly pair: Pair
	/** As the reader gave it, in quote per base. */
	readonly price: Decimal
	readonly limit: LimitOrder
}

/** Rings at each time; then what the book gives is signed. */
export type Repeat = Watched & {
	readonly kind: 'repeat'
	readonly sell: string
	readonly buy: string
	/** Of the exact side. */
	readonly amount: Decimal
	readonly everyMs: number
	readonly nextAtMs: number
}

/** Whether it still waits for its price. */
export function isWaiting({ rangAtMs }: PriceAlert): boolean {
	return rangAtMs === undefined
}

/** As stored: amounts and prices are text. */
export function formatAlert(alert: Alert): unknown {
	if (alert.kind === 'repeat') return { ...alert, amount: Decimal.format(alert.amount) }
	return { ...alert, price: Decimal.format(alert.price), limit: LimitOrder.format(alert.limit) }
}

/** The alert, or nothing for an entry that this version cannot read. */
export function parseAlert(value: unknown): Alert[] {
	const { kind, id, networkId, exact, rangAtMs, isRinging, ...rest } = (value ?? {}) as Record<string, unknown>
	if (!isText(id) || typeof networkId !== 'number' || !isSide(exact)) return []
	const watched = { id, networkId, exact, isRinging: isRinging === true, ...(isTime(rangAtMs) ? { rangAtMs } : {}) }
	try {
		if (kind === 'price') return [{ kind, ...watched, ...parsePrice(rest) }]
		return kind === 'repeat' ? parseRepeat(rest).map(repeat => ({ kind, ...watched, ...repeat })) : []
	} catch {
		return []
	}
}

/** @throws Error for anything else */
function parsePrice({
	pair,
	price,
	limit: text,
}: Record<string, unknown>): Pick<PriceAlert, 'pair' | 'price' | 'limit'> {
	const limit = LimitOrder.parse(text)
	const { base, quote } = (pair ?? {}) as Record<string, unknown>
	const symbols = [limit.sell.symbol, limit.buy.symbol]
	if (!isText(base) || !isText(quote) || !symbols.includes(base) || !symbols.includes(quote)) throw new Error('no pair')
	return { pair: { base, quote }, price: Decimal.parse(String(price)), limit }
}

function parseRepeat({ sell, buy, amount, everyMs, nextAtMs }: Record<string, unknown>) {
	if (!isText(sell) || !isText(buy) || !isTime(nextAtMs) || !isTime(everyMs) || everyMs < everyMinMs) return []
	return [{ sell, buy, amount: Decimal.parse(String(amount)), everyMs, nextAtMs }]
}

/** The shortest and the longest time between two repeats. */
export const everyMinMs = 60_000
export const everyMaxMs = 7 * 24 * 3_600_000

function isSide(value: unknown): value is 'sell' | 'buy' {
	return value === 'sell' || value === 'buy'
}

function isText(value: unknown): value is string {
	return typeof value === 'string' && value !== ''
}

function isTime(value: unknown): value is number {
	return typeof value === 'number' && !Number.isNaN(new Date(value).getTime())
}

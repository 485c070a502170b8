import { Decimal, isCalledOff, type MakerOrder, pairKey } from '@accord/protocol'
import { formatCsv } from '../format/csv.ts'
import { averagePrice } from './money.ts'

const columns = [
	'asked_at',
	'answered_at',
	'order',
	'pair',
	'side',
	'sold_amount',
	'sold_token',
	'bought_amount',
	'bought_token',
	'price',
	'platform_fee',
	'settlement_fee',
	'settlement_fee_refund',
	'fee_token',
	'state',
	'fill_state',
	'reason',
	'fill',
	'transaction',
	'refused_fills',
]

/**
 * A maker's orders as a table for other programs: times in UTC, amounts with all their digits. `side`, sold and bought are
 * the maker's own; the price is quote per base, rounded down. Fees are as signed; refused fills are the codes of the
 * service's refusals. Unknown values are empty.
 */
export function makerOrdersCsv(orders: readonly MakerOrder[]): string {
	return formatCsv([columns, ...orders.map(fieldsOf)])
}

/** Whose orders a file has, in characters that every system takes. */
export function ordersName(maker: string): string {
	return `orders-${maker.replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-|-$/g, '')}`
}

function fieldsOf(order: MakerOrder) {
	const { id, pair, createdAtMs, answeredAtMs, state, rejectReason, refusedFills, filled } = order
	const { sell, buy } = order.fill
	const { fee, rebate, subintentId, transactionId } = filled ?? {}
	const isBuying = buy.symbol === pair.base
	const price = averagePrice(
		isBuying ? { base: buy.amount, quote: sell.amount } : { base: sell.amount, quote: buy.amount },
	)
	return [
		timeOf(createdAtMs),
		timeOf(answeredAtMs),
		id,
		pairKey(pair),
		isBuying ? 'buy' : 'sell',
		Decimal.format(sell.amount),
		sell.symbol,
		Decimal.format(buy.amount),
		buy.symbol,
		amountOf(price),
		amountOf(fee?.platformAmount),
		amountOf(fee?.settlementAmount),
		amountOf(rebate?.amount),
		fee?.symbol ?? '',
		isCalledOff(order) ? 'called_off' : state,
		filled?.state ?? '',
		rejectReason ?? '',
		subintentId ?? '',
		transactionId ?? '',
		(refusedFills ?? []).map(({ code }) => code).join(' '),
	]
}

function amountOf(amount: Decimal | undefined): string {
	return amount === undefined ? '' : Decimal.format(amount)
}

function timeOf(atMs: number | undefined): string {
	return atMs === undefined ? '' : new Date(atMs).toISOString()
}

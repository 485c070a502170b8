import { Decimal, isTerminalOrderState } from '@accord/protocol'
import { formatCsv } from '../format/csv.ts'
import { exchangedBy, type HistoryRow } from './history-rows.ts'

const columns = [
	'sent_at',
	'ended_at',
	'state',
	'corrected_to',
	'account',
	'sold_amount',
	'sold_token',
	'bought_amount',
	'bought_token',
	'surplus',
	'surplus_token',
	'platform_fee',
	'settlement_fee',
	'fee_token',
	'order',
	'transaction',
	'settlement_fee_refund',
	'paid',
	'paid_token',
	'received',
	'received_token',
]

/**
 * The rows as a table for other programs: times in UTC, amounts with all their digits and a decimal point, whatever the
 * language. Unknown values are empty. Amounts are what was exchanged, `surplus` is how much better than the limit that is; of
 * orders that have not settled, they are the limit. Fees are as signed. `paid` and `received` are what left and reached the
 * account, fees and refund included: by token, their sums are the ledger's changes.
 */
export function historyCsv(rows: readonly HistoryRow[]): string {
	return formatCsv([columns, ...rows.map(fieldsOf)])
}

function fieldsOf(row: HistoryRow): string[] {
	const { subintentId, account, sentAtMs, state, status } = row
	const { sell, buy } = exchangedBy(row)
	const { fee, correction, surplus } = status ?? {}
	const isOver = status !== undefined && isTerminalOrderState(status.state)
	const endedAtMs = isOver ? status.history.at(-1)?.atMs : undefined
	return [
		timeOf(sentAtMs),
		timeOf(endedAtMs),
		state ?? '',
		correction?.state ?? '',
		account,
		Decimal.format(sell.amount),
		sell.symbol,
		Decimal.format(buy.amount),
		buy.symbol,
		surplus === undefined ? '' : Decimal.format(surplus.amount),
		surplus?.symbol ?? '',
		fee === undefined ? '' : Decimal.format(fee.platformAmount),
		fee === undefined ? '' : Decimal.format(fee.settlementAmount),
		fee?.symbol ?? '',
		subintentId,
		correction?.transactionId ?? status?.transactionId ?? '',
		...movedBy(row),
	]
}

/** Refund, and what left and reached the account; nothing for an order that has not settled. */
function movedBy(row: HistoryRow): string[] {
	const { fee, rebate } = row.status ?? {}
	if (fee === undefined || rebate === undefined) return ['', '', '', '', '']
	const { sell, buy } = exchangedBy(row)
	const fees = Decimal.add(fee.platformAmount, fee.settlementAmount)
	const paid = Decimal.subtract(Decimal.add(sell.amount, fees), rebate.amount)
	return [Decimal.format(rebate.amount), Decimal.format(paid), sell.symbol, Decimal.format(buy.amount), buy.symbol]
}

function timeOf(atMs: number | undefined): string {
	return atMs === undefined ? '' : new Date(atMs).toISOString()
}

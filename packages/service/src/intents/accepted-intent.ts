import { type Amount, Decimal, type Fee, type LimitOrder } from '@accord/protocol'
import type { Selectable } from 'kysely'
import type { FillTable, JsonRow, OrderTable } from '../db/tables.ts'
import { rebateOf } from '../market/market.ts'
import type { ValidatedOrder } from './validate-order.ts'

/** An order or fill that passed every check, with the cost and rebate of its settlement. */
export type AcceptedIntent = {
	readonly validated: ValidatedOrder
	/** The hex as first accepted, in lower case. */
	readonly signedPartialTransaction: string
	readonly costXrd: Decimal
	readonly rebate: Decimal
	readonly executionUnits: number
}

/** The intent with a higher cost, and so with a lower rebate. */
export function withCost<Intent extends AcceptedIntent>(
	rules: Parameters<typeof rebateOf>[0],
	intent: Intent,
	moreXrd: Decimal,
): Intent {
	const costXrd = Decimal.add(intent.costXrd, moreXrd)
	const { symbol } = intent.validated.withdrawn
	// Its fees may have been those of former settings.
	return { ...intent, costXrd, rebate: Decimal.min(intent.rebate, rebateOf(rules, { symbol, costXrd })) }
}

/** The columns that orders and fills have in common. */
export type SignedLimitOrderRow = Pick<JsonRow<OrderTable>, keyof OrderTable & keyof FillTable & keyof SharedColumns>

type SharedColumns = Omit<FillTable, 'part_id' | 'order_hash' | 'maker_id' | 'state' | 'mints' | 'minted'>

/** The shared columns of an accepted intent's row. */
export function signedLimitOrderRow(
	intent: AcceptedIntent,
	{ acceptedAtMs }: { acceptedAtMs: number },
): SignedLimitOrderRow {
	const { validated, signedPartialTransaction, costXrd, rebate, executionUnits } = intent
	const { limitOrder, fee } = validated
	return {
		subintent_hash: validated.subintentHash,
		subintent_id: validated.subintentId,
		signed_partial_transaction: signedPartialTransaction,
		account: validated.account,
		sell_symbol: limitOrder.sell.symbol,
		sell_amount: Decimal.format(limitOrder.sell.amount),
		buy_symbol: limitOrder.buy.symbol,
		buy_amount: Decimal.format(limitOrder.buy.amount),
		platform_fee: Decimal.format(fee.platformAmount),
		settlement_fee: Decimal.format(fee.settlementAmount),
		cost_xrd: Decimal.format(costXrd),
		rebate: Decimal.format(rebate),
		execution_units: executionUnits,
		has_prefix: validated.hasPrefix,
		expires_at_s: validated.expiresAtS,
		accepted_at_ms: acceptedAtMs,
		ended_at_ms: null,
		transaction_id: null,
	}
}

type TradedColumns = 'sell_symbol' | 'sell_amount' | 'buy_symbol' | 'buy_amount'
type FeeColumns = 'sell_symbol' | 'platform_fee' | 'settlement_fee'

/** The limit order in a row's columns. */
export function limitOrderOf(row: Pick<Selectable<OrderTable>, TradedColumns>): LimitOrder {
	return {
		sell: { symbol: row.sell_symbol, amount: Decimal.parse(row.sell_amount) },
		buy: { symbol: row.buy_symbol, amount: Decimal.parse(row.buy_amount) },
	}
}

/** The fee in a row's columns. */
export function feeOf(row: Pick<Selectable<OrderTable>, FeeColumns>): Fee {
	return {
		symbol: row.sell_symbol,
		platformAmount: Decimal.parse(row.platform_fee),
		settlementAmount: Decimal.parse(row.settlement_fee),
	}
}

/** How much more than the limit the user of a settled order got, in the quote token, according to its row. */
export function surplusOf({ quote, surplus }: Pick<Selectable<OrderTable>, 'quote' | 'surplus'>): Amount | undefined {
	return surplus === null ? undefined : { symbol: quote, amount: Decimal.parse(surplus) }
}

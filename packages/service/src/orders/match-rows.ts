import { randomBytes } from 'node:crypto'
import { Decimal } from '@accord/protocol'
import type { JudgedLimitOrder } from './judge-limit-order.ts'
import type { MatchedPart } from './match-order.ts'
import type { OrderRow, PartRow } from './orders-table.ts'
import { type AcceptedIntent, signedLimitOrderRow } from './signed-limit-order-row.ts'

/** A part that its maker is to be told of. */
export type AskedPart = { readonly makerId: string; readonly partId: string }

/** An accepted order as its row begins. */
export function orderRow(intent: AcceptedIntent, { level, nowMs }: { level: number; nowMs: number }): OrderRow {
	const { pair, side } = intent.judged
	return {
		...signedLimitOrderRow(intent, { acceptedAtMs: nowMs }),
		level,
		base: pair.base,
		quote: pair.quote,
		side,
		state: 'awaiting_fills',
		filled_at_ms: null,
		published_at_ms: null,
		claimed_until_ms: 0,
	}
}

/** What one maker is asked of an order, under an id that says nothing about the order. */
export function partRow(
	{ subintentHash, pair, side }: Pick<JudgedLimitOrder, 'subintentHash' | 'pair' | 'side'>,
	{ makerId, levels, baseAmount, fill }: MatchedPart,
	{ nowMs, fillBeforeMs }: { nowMs: number; fillBeforeMs: number },
): PartRow {
	return {
		part_id: randomBytes(16).toString('hex'),
		order_hash: subintentHash,
		maker_id: makerId,
		base: pair.base,
		quote: pair.quote,
		side,
		base_amount: Decimal.format(baseAmount),
		levels: levels.map(({ price, amount }) => [Decimal.format(price), Decimal.format(amount)]),
		fill_sell_symbol: fill.sell.symbol,
		fill_sell_amount: Decimal.format(fill.sell.amount),
		fill_buy_symbol: fill.buy.symbol,
		fill_buy_amount: Decimal.format(fill.buy.amount),
		state: 'asked',
		fill_before_ms: fillBeforeMs,
		asked_at_ms: nowMs,
		ended_at_ms: null,
		reservation: 'open',
		reservation_ended_at_ms: null,
		reject_reason: null,
		awaits_rerouting: false,
		reservation_changed_by: 0,
	}
}

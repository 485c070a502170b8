import * as z from 'zod'
import { Decimal } from '../amount/decimal.ts'
import { addressWire, countWire, decimalWire, subintentIdWire, timestampWire } from '../fields.ts'
import { fillStates } from '../order/states.ts'
import type { ItemEstimate, OperatorPart, TracedFill, TracedPart } from '../trade/trade-trace.ts'
import { omitUndefined } from './omit-undefined.ts'
import { partStateWire } from './orders-api.ts'
import {
	amountWire,
	feeWire,
	formatAmount,
	formatFee,
	formatLimitOrder,
	formatPriceLevel,
	limitOrderWire,
	parseAmount,
	parseFee,
	parseLimitOrder,
	parsePriceLevel,
	priceLevelWire,
} from './primitives.ts'

/** Where a fill stands, as its maker is told. */
export const fillStateWire = z.enum(fillStates)

/** What an order or fill was found to be when it was accepted. */
export const judgedWire = z.object({
	cost_xrd: decimalWire.describe('The estimated cost of this item on the ledger.'),
	execution_units: countWire,
	has_prefix: z.boolean().describe('Whether instructions of its own stand before the schema.'),
})
export type JudgedWire = z.infer<typeof judgedWire>

/** Reads what an order or fill was estimated to cost. @throws TradeError `invalid_decimal` */
export function parseEstimate(wire: JudgedWire): ItemEstimate {
	return {
		costXrd: Decimal.parse(wire.cost_xrd),
		executionUnits: wire.execution_units,
		hasPrefix: wire.has_prefix,
	}
}

/** The wire's estimate. */
export function formatEstimate(estimate: ItemEstimate): JudgedWire {
	return {
		cost_xrd: Decimal.format(estimate.costXrd),
		execution_units: estimate.executionUnits,
		has_prefix: estimate.hasPrefix,
	}
}

/** A maker's accepted answer to a part. */
export const tracedFillWire = z.object({
	subintent_id: subintentIdWire,
	account: addressWire,
	limit_order: limitOrderWire.describe('As the maker sees it: it sells what the user buys.'),
	fee: feeWire,
	rebate: amountWire,
	judged: judgedWire,
	expires_at: timestampWire.describe('Seconds.'),
	state: fillStateWire,
	transaction_id: z.string().optional(),
})
export type TracedFillWire = z.infer<typeof tracedFillWire>

function parseTracedFill(wire: TracedFillWire): TracedFill {
	return omitUndefined({
		subintentId: wire.subintent_id,
		account: wire.account,
		limitOrder: parseLimitOrder(wire.limit_order),
		fee: parseFee(wire.fee),
		rebate: parseAmount(wire.rebate),
		estimate: parseEstimate(wire.judged),
		expiresAtS: wire.expires_at,
		state: wire.state,
		transactionId: wire.transaction_id,
	})
}

function formatTracedFill(fill: TracedFill): TracedFillWire {
	return omitUndefined({
		subintent_id: fill.subintentId,
		account: fill.account,
		limit_order: formatLimitOrder(fill.limitOrder),
		fee: formatFee(fill.fee),
		rebate: formatAmount(fill.rebate),
		judged: formatEstimate(fill.estimate),
		expires_at: fill.expiresAtS,
		state: fill.state,
		transaction_id: fill.transactionId,
	})
}

/** What one maker was asked of the order; `maker` is a label that is the same throughout one trace. */
export const tracedPartWire = z.object({
	maker: z.string().describe('`maker-1`, `maker-2`, … by when they were asked.'),
	state: partStateWire,
	asked_at_ms: timestampWire,
	fill_before_ms: timestampWire,
	answered_at_ms: timestampWire.optional().describe('When it was filled, rejected or timed out.'),
	limit_order: limitOrderWire.describe('What the maker was asked to sell and buy.'),
	levels: z.array(priceLevelWire).describe('What was taken of its book, amounts in base.'),
	fill: tracedFillWire.optional(),
})
export type TracedPartWire = z.infer<typeof tracedPartWire>

/** Reads what a maker was asked. @throws TradeError `invalid_decimal` */
export function parseTracedPart(wire: TracedPartWire): TracedPart {
	return omitUndefined({
		maker: wire.maker,
		state: wire.state,
		askedAtMs: wire.asked_at_ms,
		fillBeforeMs: wire.fill_before_ms,
		answeredAtMs: wire.answered_at_ms,
		limitOrder: parseLimitOrder(wire.limit_order),
		levels: wire.levels.map(parsePriceLevel),
		fill: wire.fill && parseTracedFill(wire.fill),
	})
}

/** The wire's part of a trace. */
export function formatTracedPart(part: TracedPart): TracedPartWire {
	return omitUndefined({
		maker: part.maker,
		state: part.state,
		asked_at_ms: part.askedAtMs,
		fill_before_ms: part.fillBeforeMs,
		answered_at_ms: part.answeredAtMs,
		limit_order: formatLimitOrder(part.limitOrder),
		levels: part.levels.map(formatPriceLevel),
		fill: part.fill && formatTracedFill(part.fill),
	})
}

/** A part as the operator sees it; `maker` is the maker's name. */
export const operatorPartWire = tracedPartWire.extend({
	id: z.string().describe('The order id that the maker knows.'),
	maker: z.string().describe('The maker’s name.'),
	maker_id: z.string(),
	reject_reason: z.string().optional(),
})
export type OperatorPartWire = z.infer<typeof operatorPartWire>

/** Reads the operator's part of a trace. @throws TradeError `invalid_decimal` */
export function parseOperatorPart(wire: OperatorPartWire): OperatorPart {
	const own = omitUndefined({ id: wire.id, makerId: wire.maker_id, rejectReason: wire.reject_reason })
	return { ...parseTracedPart(wire), ...own }
}

/** The operator's part of a trace on the wire. */
export function formatOperatorPart(part: OperatorPart): OperatorPartWire {
	const own = omitUndefined({ id: part.id, maker_id: part.makerId, reject_reason: part.rejectReason })
	return { ...formatTracedPart(part), ...own }
}

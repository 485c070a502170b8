import * as z from 'zod'
import { Decimal } from '../amount/decimal.ts'
import { addressWire, decimalWire, subintentIdWire, textWire, timestampWire } from '../fields.ts'
import {
	type CheckedFill,
	type CheckedOrder,
	type FillToCheck,
	fillChecks,
	type OrderViolation,
	orderChecks,
} from '../order/order-check.ts'
import { defaultExpiresInSeconds } from '../order/subintent.ts'
import { formatOrderSource, parseOrderSource } from './construction-api.ts'
import { exactlyOne } from './exactly-one.ts'
import { omitUndefined } from './omit-undefined.ts'
import {
	amountWire,
	feeWire,
	formatAmount,
	formatFee,
	formatLimitOrder,
	limitOrderWire,
	parseAmount,
	parseFee,
	parseLimitOrder,
} from './primitives.ts'
import { errorItemWire, parseErrorItem } from './problem.ts'

/** Body of POST /trade/orders/check: exactly one of the three. An unsigned one is previewed as if its account had signed. */
export const checkOrderWire = exactlyOne(
	z.strictObject({
		manifest: z.string().optional().describe(`Taken as expiring in ${defaultExpiresInSeconds} s.`),
		subintent: z.string().optional(),
		signed_partial_transaction: z.string().optional(),
	}),
	['manifest', 'subintent', 'signed_partial_transaction'],
)
export type CheckOrderWire = z.infer<typeof checkOrderWire>

/** What POST /trade/orders/check goes through, in this order. What needs an earlier one that failed is skipped. */
export const orderCheckWire = z.enum(orderChecks)
export type OrderCheckWire = z.infer<typeof orderCheckWire>

/** Body of POST /trade/fills/check: the order to fill, and exactly one of the three, signed or not. */
export const checkFillWire = exactlyOne(
	z.strictObject({
		order_id: textWire.describe('The id of the order, as the maker was sent it.'),
		manifest: z.string().optional().describe(`Taken as expiring in ${defaultExpiresInSeconds} s.`),
		subintent: z.string().optional(),
		signed_partial_transaction: z.string().optional(),
	}),
	['manifest', 'subintent', 'signed_partial_transaction'],
)
export type CheckFillWire = z.infer<typeof checkFillWire>

/** Reads the body of POST /trade/fills/check. */
export function parseFillToCheck({ order_id: orderId, ...source }: CheckFillWire): FillToCheck {
	return { orderId, source: parseOrderSource(source) }
}

/** The body of POST /trade/fills/check. */
export function formatFillToCheck({ orderId, source }: FillToCheck): CheckFillWire {
	return { order_id: orderId, ...formatOrderSource(source) }
}

/** What POST /trade/fills/check goes through, in this order. */
export const fillCheckWire = z.enum(fillChecks)

/** A broken rule: `rule` is the code that POST /trade/orders would refuse with. */
export const violationWire = errorItemWire.extend({ rule: z.string() })
export type ViolationWire = z.infer<typeof violationWire>

function parseViolation({ rule, ...item }: ViolationWire): OrderViolation {
	return { ...parseErrorItem(item), rule }
}

/** Answer of POST /trade/orders/check: everything that is wrong, and what could be read. Nothing is kept. */
export const checkedOrderWire = z.object({
	valid: z
		.boolean()
		.describe('Whether the order would be accepted now; false as long as it is not signed by its account.'),
	violations: z.array(violationWire),
	skipped: z.array(orderCheckWire).describe('Checks that an earlier violation made impossible.'),
	subintent_id: subintentIdWire.optional(),
	limit_order: limitOrderWire.optional(),
	account: addressWire.optional(),
	fee: feeWire.optional(),
	expires_at: timestampWire.optional().describe('Seconds.'),
	execution: z
		.object({
			cost_xrd: decimalWire.describe('The estimated execution cost, at most 5.'),
			units: z.number().int().nonnegative(),
			expected_rebate: amountWire.describe('In the token sold.'),
		})
		.optional(),
})
export type CheckedOrderWire = z.infer<typeof checkedOrderWire>

/** Answer of POST /trade/fills/check: as for an order. */
export const checkedFillWire = checkedOrderWire.extend({
	valid: z
		.boolean()
		.describe('Whether the fill would be accepted now; false as long as it is not signed by its account.'),
	skipped: z.array(fillCheckWire).describe('Checks that an earlier violation made impossible.'),
})
export type CheckedFillWire = z.infer<typeof checkedFillWire>

/** Reads the answer of POST /trade/orders/check. @throws TradeError `invalid_decimal` */
export function parseCheckedOrder(wire: CheckedOrderWire): CheckedOrder {
	return { ...parseChecked(wire), skipped: wire.skipped }
}

/** Reads the answer of POST /trade/fills/check. @throws TradeError `invalid_decimal` */
export function parseCheckedFill(wire: CheckedFillWire): CheckedFill {
	return { ...parseChecked(wire), skipped: wire.skipped }
}

function parseChecked(wire: Omit<CheckedOrderWire, 'skipped'>): Omit<CheckedOrder, 'skipped'> {
	return omitUndefined({
		valid: wire.valid,
		violations: wire.violations.map(parseViolation),
		subintentId: wire.subintent_id,
		limitOrder: wire.limit_order && parseLimitOrder(wire.limit_order),
		account: wire.account,
		fee: wire.fee && parseFee(wire.fee),
		expiresAtS: wire.expires_at,
		execution: wire.execution && {
			costXrd: Decimal.parse(wire.execution.cost_xrd),
			units: wire.execution.units,
			expectedRebate: parseAmount(wire.execution.expected_rebate),
		},
	})
}

/** The answer of POST /trade/orders/check. */
export function formatCheckedOrder(checked: CheckedOrder): CheckedOrderWire {
	return { ...formatChecked(checked), skipped: [...checked.skipped] }
}

/** The answer of POST /trade/fills/check. */
export function formatCheckedFill(checked: CheckedFill): CheckedFillWire {
	return { ...formatChecked(checked), skipped: [...checked.skipped] }
}

function formatChecked(checked: Omit<CheckedOrder, 'skipped'>): Omit<CheckedOrderWire, 'skipped'> {
	return omitUndefined({
		valid: checked.valid,
		violations: [...checked.violations],
		subintent_id: checked.subintentId,
		limit_order: checked.limitOrder && formatLimitOrder(checked.limitOrder),
		account: checked.account,
		fee: checked.fee && formatFee(checked.fee),
		expires_at: checked.expiresAtS,
		execution: checked.execution && {
			cost_xrd: Decimal.format(checked.execution.costXrd),
			units: checked.execution.units,
			expected_rebate: formatAmount(checked.execution.expectedRebate),
		},
	})
}

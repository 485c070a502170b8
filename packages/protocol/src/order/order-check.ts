import * as z from '#schema'
import { Amount } from '../amount/amount.ts'
import { ErrorItem } from '../error/error-item.ts'
import { Fee } from '../fee/fee.ts'
import { addressWire, decimal, subintentIdWire, textWire, timestampWire } from '../fields.ts'
import { type Field, list, message, named, request, type ValueOf, type WireOf } from '../message.ts'
import { exactlyOne } from '../rules.ts'
import { defaultExpiresInSeconds } from './construction.ts'
import { LimitOrder } from './limit-order.ts'
import { type OrderSource, sources } from './order-source.ts'
import { surplusDeliverable } from './quote.ts'

/**
 * The checks of an order, in the order in which they run. A check is skipped if it needs one that failed; what depends on
 * an account's open intents or its own makers is checked only with the signature of a key that owns the account.
 */
export const orderChecks = [
	'bytes',
	'signatures',
	'schema',
	'fees',
	'header',
	'open_intents',
	'self_trade',
	'liquidity',
	'funds',
	'execution',
] as const
export type OrderCheck = (typeof orderChecks)[number]
export const orderCheckWire = z.enum(orderChecks)

/** The checks of a maker's fill, in order; `order` is whether the order is open to exactly this fill. */
export const fillChecks = ['bytes', 'signatures', 'schema', 'fees', 'header', 'order', 'funds', 'execution'] as const
export type FillCheck = (typeof fillChecks)[number]
export const fillCheckWire = z.enum(fillChecks)

const checked = sources(
	z.string(),
	z.string().optional().describe(`Taken as expiring in ${defaultExpiresInSeconds} s.`),
)
const onlyOne = exactlyOne('manifest', 'subintent', 'signed_partial_transaction')

const orderToCheck = request(checked, onlyOne)
/**
 * Body of POST /trade/orders/check: exactly one of the three sources. An unsigned order is previewed as if its account
 * had signed.
 */
export const OrderToCheck = orderToCheck as Field<unknown, unknown> as Field<OrderSource, WireOf<typeof orderToCheck>>

const fillToCheck = request(
	{ orderId: textWire.describe('The id of the order, as the maker was sent it.'), ...checked },
	onlyOne,
)
/** A fill to check, of the order with this id. */
export type FillToCheck = { readonly orderId: string; readonly source: OrderSource }
/** Body of POST /trade/fills/check: the order to fill, and exactly one of the three sources, signed or not. */
export const FillToCheck = fillToCheck.as<FillToCheck>({
	parse: ({ orderId, ...source }) => ({ orderId, source: source as unknown as OrderSource }),
	format: ({ orderId, source }) => ({ orderId, ...(source as object) }),
})

/** A rule that an order breaks: `rule` is the error code that a submission would be refused with. */
export type OrderViolation = ValueOf<typeof OrderViolation>
export const OrderViolation = ErrorItem.extend({ rule: z.string() })

/** Everything that is wrong with an order, and everything that could be read from it. Nothing is stored. */
export type CheckedOrder = ValueOf<typeof CheckedOrder>
/** Answer of POST /trade/orders/check. */
export const CheckedOrder = message({
	valid: z.boolean().describe('Whether it would be accepted now; false without its account’s signature.'),
	violations: list(OrderViolation),
	skipped: list(orderCheckWire).describe(
		'Checks that an earlier violation made impossible; `open_intents` and `self_trade` too unless a key that owns the account has signed.',
	),
	subintentId: subintentIdWire.optional(),
	limitOrder: LimitOrder.optional(),
	account: addressWire.optional(),
	fee: Fee.optional(),
	/** Seconds since the Unix epoch. */
	expiresAtS: named('expires_at', timestampWire.optional().describe('Seconds.')),
	execution: message({
		costXrd: decimal.describe('The estimated execution cost, at most 5.'),
		units: z.number().int().nonnegative(),
		expectedRebate: Amount.describe('In the token sold.'),
	}).optional(),
	surplusDeliverable,
})

/** Everything that is wrong with a maker's fill, and everything that could be read from it. */
export type CheckedFill = ValueOf<typeof CheckedFill>
/** Answer of POST /trade/fills/check. */
export const CheckedFill = CheckedOrder.extend({
	valid: z.boolean().describe('Whether it would be accepted now; false without its account’s signature.'),
	skipped: list(fillCheckWire).describe('Checks that an earlier violation made impossible.'),
})

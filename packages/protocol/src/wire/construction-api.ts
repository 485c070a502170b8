import * as z from 'zod'
import { addressWire, hexWire, textWire, timestampWire } from '../fields.ts'
import type { OrderSource, ParsedOrder, ParseRequest } from '../order/order-check.ts'
import type {
	ComposedFill,
	ComposeRequest,
	CreatedSubintent,
	FillToCompose,
	SubintentRequest,
} from '../order/subintent.ts'
import { exactlyOne } from './exactly-one.ts'
import { omitUndefined } from './omit-undefined.ts'
import {
	amountWire,
	feeWire,
	formatFee,
	formatLimitOrder,
	givenAmountWire,
	givenFeeWire,
	parseFee,
	parseLimitOrder,
} from './primitives.ts'
import { errorItemWire, parseErrorItem } from './problem.ts'

/** Whose intent it is: a user's order, or a maker's fill. */
const roleWire = z.enum(['taker', 'maker'])

const ofTaker = { properties: { role: { enum: ['taker'] } } }
const ofMaker = { required: ['role', 'order_id'], properties: { role: { enum: ['maker'] } } }
const orderIdWire = textWire.optional().describe('With the role maker: the id of the order to fill.')
const roleOfOrderWire = roleWire
	.optional()
	.describe('maker for a fill of the order `order_id`; a user’s order if absent.')

/** A fill names its order, and an order none. */
const namesOrderIfMaker: [
	(body: { role?: string | undefined; order_id?: string | undefined }) => boolean,
	{ path: string[]; error: string },
] = [
	({ role, order_id }) => (role === 'maker') === (order_id !== undefined),
	{ path: ['order_id'], error: 'the role maker and an order_id, or neither' },
]

const termNames = ['sell', 'buy', 'fee'] as const

/** Body of POST /construction/compose: the terms of a user's order, or the order that a maker fills. */
export const composeWire = z
	.strictObject({
		type: z.literal('LimitOrder'),
		account: addressWire,
		sell: givenAmountWire.optional(),
		buy: givenAmountWire.optional(),
		fee: givenFeeWire.optional(),
		role: roleOfOrderWire,
		order_id: orderIdWire,
	})
	.refine(...namesOrderIfMaker)
	.superRefine((body, context) => {
		for (const name of termNames) {
			const isFill = body.role === 'maker'
			if ((body[name] === undefined) === isFill) continue
			const message = isFill ? 'nothing: the order decides it' : 'an object'
			context.addIssue({ code: 'custom', path: [name], message })
		}
	})
	.meta({ oneOf: [{ required: [...termNames], ...ofTaker }, ofMaker] })
export type ComposeBody = z.infer<typeof composeWire>
/** The body for a user's order. */
export type ComposeWire = Pick<ComposeBody, 'type' | 'account'> &
	Readonly<Required<{ [Name in (typeof termNames)[number]]: NonNullable<ComposeBody[Name]> }>>

/** Reads the body of POST /construction/compose. @throws TradeError `invalid_decimal` */
export function parseComposition({ order_id: orderId, ...body }: ComposeBody): ComposeRequest | FillToCompose {
	const { type, account, sell, buy, fee } = body
	if (orderId !== undefined) return { account, orderId }
	if (sell !== undefined && buy !== undefined && fee !== undefined)
		return parseComposeRequest({ type, account, sell, buy, fee })
	throw new Error('the schema lets only whole orders through')
}

/** The body of POST /construction/compose for a maker's fill. */
export function formatFillToCompose({ account, orderId }: FillToCompose): ComposeBody {
	return { type: 'LimitOrder', role: 'maker', account, order_id: orderId }
}

/** Reads a user's order to compose. @throws TradeError `invalid_decimal` */
export function parseComposeRequest({ account, fee, ...limitOrder }: ComposeWire): ComposeRequest {
	return { account, limitOrder: parseLimitOrder(limitOrder), fee: parseFee(fee) }
}

/** The body of POST /construction/compose. */
export function formatComposeRequest({ account, limitOrder, fee }: ComposeRequest): ComposeWire {
	return { type: 'LimitOrder', account, ...formatLimitOrder(limitOrder), fee: formatFee(fee) }
}

/** Answer of POST /construction/compose. */
export const manifestWire = z.object({
	manifest: z.string(),
	sell: amountWire.optional().describe('Of a maker’s fill: what it sells.'),
	buy: amountWire.optional().describe('Of a maker’s fill: what it buys.'),
	fee: feeWire.optional().describe('Of a maker’s fill: the fees of its account.'),
})
export type ManifestWire = z.infer<typeof manifestWire>

/** The answer of POST /construction/compose for a maker's fill. */
export function formatComposedFill({ manifest, limitOrder, fee }: ComposedFill): ManifestWire {
	return { manifest, ...formatLimitOrder(limitOrder), fee: formatFee(fee) }
}

/** Reads the answer of POST /construction/compose for a maker's fill. @throws TradeError `invalid_decimal` */
export function parseComposedFill({ manifest, sell, buy, fee }: ManifestWire): ComposedFill {
	if (sell === undefined || buy === undefined || fee === undefined) throw new Error('the answer has no terms of a fill')
	return { manifest, limitOrder: parseLimitOrder({ sell, buy }), fee: parseFee(fee) }
}

/** Body of POST /construction/parse: exactly one of the three sources. */
export const parseOrderWire = exactlyOne(
	z.strictObject({
		role: roleWire.optional().describe('Whose fees apply: a user’s, or those of a maker’s fill. A user’s if absent.'),
		manifest: z.string().optional(),
		subintent: hexWire.optional(),
		signed_partial_transaction: hexWire.optional(),
	}),
	['manifest', 'subintent', 'signed_partial_transaction'],
)
export type ParseOrderWire = z.infer<typeof parseOrderWire>

/** Reads the body of POST /construction/parse. */
export function parseParseRequest({ role, ...source }: ParseOrderWire): ParseRequest {
	return { ...parseOrderSource(source), ...(role === undefined ? {} : { role }) }
}

/** The body of POST /construction/parse. */
export function formatParseRequest({ role, ...source }: ParseRequest): ParseOrderWire {
	return omitUndefined({ ...formatOrderSource(source), role })
}

/** Reads the body of POST /construction/parse or POST /trade/orders/check. */
export function parseOrderSource({
	manifest,
	subintent,
	signed_partial_transaction,
}: Omit<ParseOrderWire, 'role'>): OrderSource {
	if (manifest !== undefined) return { manifest }
	if (subintent !== undefined) return { subintent }
	if (signed_partial_transaction !== undefined) return { signedPartialTransaction: signed_partial_transaction }
	throw new Error('the schema lets exactly one source through')
}

/** The body of POST /construction/parse or POST /trade/orders/check. */
export function formatOrderSource({
	manifest,
	subintent,
	signedPartialTransaction,
}: OrderSource): Omit<ParseOrderWire, 'role'> {
	return omitUndefined({ manifest, subintent, signed_partial_transaction: signedPartialTransaction })
}

/** Answer of POST /construction/parse: the limit order at the top, and what would be refused. */
export const parsedOrderWire = z.object({
	sell: amountWire,
	buy: amountWire,
	account: addressWire,
	fee: feeWire,
	subintent_id: z.string().optional(),
	expires_at: timestampWire.optional(),
	violations: z.array(errorItemWire),
})
export type ParsedOrderWire = z.infer<typeof parsedOrderWire>

/** Reads the answer of POST /construction/parse. @throws TradeError `invalid_decimal` */
export function parseParsedOrder(wire: ParsedOrderWire): ParsedOrder {
	return omitUndefined({
		limitOrder: parseLimitOrder(wire),
		account: wire.account,
		fee: parseFee(wire.fee),
		subintentId: wire.subintent_id,
		expiresAtS: wire.expires_at,
		violations: wire.violations.map(parseErrorItem),
	})
}

/** The answer of POST /construction/parse. */
export function formatParsedOrder(parsed: ParsedOrder): ParsedOrderWire {
	return omitUndefined({
		...formatLimitOrder(parsed.limitOrder),
		account: parsed.account,
		fee: formatFee(parsed.fee),
		subintent_id: parsed.subintentId,
		expires_at: parsed.expiresAtS,
		violations: [...parsed.violations],
	})
}

const integer = { type: 'integer' }
const bothExpiries = {
	required: ['expires_in_seconds', 'expires_at'],
	properties: { expires_in_seconds: integer, expires_at: integer },
}

/**
 * Body of POST /construction/create_subintent; without an expiry it is 45 s ahead, 15 s for a maker's fill, or that of its order if that is
 * sooner. Times in seconds.
 */
export const createSubintentWire = z
	.strictObject({
		manifest: z.string(),
		expires_in_seconds: z.number().int().positive().optional(),
		expires_at: timestampWire.optional(),
		intent_discriminator: z
			.string()
			.refine(text => /^\d{1,20}$/.test(text) && BigInt(text) < 2n ** 64n, 'a whole number of 64 bits as a string')
			.meta({ description: 'A whole number of 64 bits; random when absent.', pattern: '^[0-9]{1,20}$' })
			.optional(),
		message: z.string().optional(),
		role: roleOfOrderWire,
		order_id: orderIdWire,
	})
	.refine(...namesOrderIfMaker)
	.refine(body => body.expires_in_seconds === undefined || body.expires_at === undefined, {
		path: ['expires_at'],
		error: 'only one of expires_in_seconds and expires_at',
	})
	.meta({ not: bothExpiries, oneOf: [ofTaker, ofMaker] })
export type CreateSubintentWire = z.infer<typeof createSubintentWire>

/** Reads the body of POST /construction/create_subintent. */
export function parseSubintentRequest(wire: CreateSubintentWire): SubintentRequest {
	return omitUndefined({
		manifest: wire.manifest,
		expiresInSeconds: wire.expires_in_seconds,
		expiresAtS: wire.expires_at,
		intentDiscriminator: wire.intent_discriminator,
		message: wire.message,
		orderId: wire.order_id,
	})
}

/** The body of POST /construction/create_subintent. */
export function formatSubintentRequest(request: SubintentRequest): CreateSubintentWire {
	return omitUndefined({
		manifest: request.manifest,
		expires_in_seconds: request.expiresInSeconds,
		expires_at: request.expiresAtS,
		intent_discriminator: request.intentDiscriminator,
		message: request.message,
		role: request.orderId === undefined ? undefined : ('maker' as const),
		order_id: request.orderId,
	})
}

/** Answer of POST /construction/create_subintent: `subintent_hash` is the 32 bytes to sign. */
export const createdSubintentWire = z.object({
	subintent: hexWire,
	subintent_hash: hexWire,
	subintent_id: z.string(),
	expires_at: timestampWire,
})
export type CreatedSubintentWire = z.infer<typeof createdSubintentWire>

/** Reads the answer of POST /construction/create_subintent. */
export function parseCreatedSubintent(wire: CreatedSubintentWire): CreatedSubintent {
	return {
		subintent: wire.subintent,
		subintentHash: wire.subintent_hash,
		subintentId: wire.subintent_id,
		expiresAtS: wire.expires_at,
	}
}

/** The answer of POST /construction/create_subintent. */
export function formatCreatedSubintent(created: CreatedSubintent): CreatedSubintentWire {
	return {
		subintent: created.subintent,
		subintent_hash: created.subintentHash,
		subintent_id: created.subintentId,
		expires_at: created.expiresAtS,
	}
}

import * as z from '#schema'
import { Amount, GivenAmount } from '../amount/amount.ts'
import { ErrorItem } from '../error/error-item.ts'
import { Fee, GivenFee } from '../fee/fee.ts'
import { addressWire, hexWire, textWire, timestampWire } from '../fields.ts'
import {
	derived,
	type Field,
	fixed,
	list,
	message,
	named,
	type Rules,
	request,
	type ValueOf,
	type WireOf,
} from '../message.ts'
import { exactlyOne } from '../rules.ts'
import type { LimitOrder } from './limit-order.ts'
import { type OrderSource, sources } from './order-source.ts'

/** How far ahead an order expires when nothing else is requested. */
export const defaultExpiresInSeconds = 45

/** The kind of intent: a user's order, or a maker's fill. */
const role = z.enum(['taker', 'maker'])
const ofTaker = { properties: { role: { enum: ['taker'] } } }
const ofMaker = { required: ['role', 'order_id'], properties: { role: { enum: ['maker'] } } }
const filledOrder = {
	role: derived(
		role.optional().describe('maker for a fill of `order_id`; by default a user’s order.'),
		({ orderId }: { orderId?: string }) => (orderId === undefined ? undefined : ('maker' as const)),
	),
	/** Absent for a user's order. */
	orderId: textWire.optional().describe('With the role maker: the order to fill.'),
}

/** A fill names its order; an order names none. */
const namesOrderIfMaker: Rules = members =>
	members.refine(({ role, order_id }) => (role === 'maker') === (order_id !== undefined), {
		path: ['order_id'],
		error: 'the role maker and an order_id, or neither',
	})

const amountMembers = 'an object {symbol, amount}'
const membersOfTerms: Readonly<Record<string, string>> = {
	sell: amountMembers,
	buy: amountMembers,
	fee: 'an object {symbol, anthic_amount, settlement_amount}',
}
const termNames = Object.keys(membersOfTerms)
const hasTermsIfTaker: Rules = members =>
	members.superRefine((body, context) => {
		for (const name of termNames) {
			const isFill = body.role === 'maker'
			if ((body[name] === undefined) === isFill) continue
			const message = isFill ? 'nothing: the order decides it' : membersOfTerms[name]
			context.addIssue({ code: 'custom', path: [name], message })
		}
	})

/** The terms of a limit order manifest (specification, POST /construction/compose request body). */
export type ComposeRequest = { readonly account: string; readonly limitOrder: LimitOrder; readonly fee: Fee }

/** A maker's fill to compose: it is paid from this account, and the order with this id determines everything else. */
export type FillToCompose = { readonly account: string; readonly orderId: string }

/** Body of POST /construction/compose: the terms of a user's order, or the order that a maker fills. */
export type Composition = ComposeRequest | FillToCompose
export const Composition = request(
	{
		type: fixed('LimitOrder'),
		account: addressWire,
		sell: GivenAmount.optional(),
		buy: GivenAmount.optional(),
		fee: GivenFee.optional(),
		...filledOrder,
	},
	members =>
		hasTermsIfTaker(namesOrderIfMaker(members)).meta({
			oneOf: [{ required: termNames, ...ofTaker }, ofMaker],
		}),
).as<Composition>({
	parse: ({ account, sell, buy, fee, orderId }) => {
		if (orderId !== undefined) return { account, orderId }
		if (sell !== undefined && buy !== undefined && fee !== undefined) return { account, limitOrder: { sell, buy }, fee }
		throw new Error('the schema lets only whole orders through')
	},
	format: composition => {
		if ('orderId' in composition) return composition
		const { account, limitOrder, fee } = composition
		return { account, ...limitOrder, fee }
	},
})

/** A composed fill: its manifest and terms. */
export type ComposedFill = { readonly manifest: string; readonly limitOrder: LimitOrder; readonly fee: Fee }

/** Answer of POST /construction/compose: a manifest and, for a fill, its terms. */
export type Composed = { readonly manifest: string } | ComposedFill
export const Composed = message({
	manifest: z.string(),
	sell: Amount.optional().describe('Of a maker’s fill: what it sells.'),
	buy: Amount.optional().describe('Of a maker’s fill: what it buys.'),
	fee: Fee.optional().describe('Of a maker’s fill: the fees of its account.'),
}).as<Composed>({
	parse: ({ manifest, sell, buy, fee }) =>
		sell === undefined || buy === undefined || fee === undefined
			? { manifest }
			: { manifest, limitOrder: { sell, buy }, fee },
	format: composed => ('fee' in composed ? { ...composed, ...composed.limitOrder } : composed),
})

const parseRequest = request(
	{
		role: role.optional().describe('Whose fees apply; by default a user’s.'),
		...sources(hexWire),
	},
	exactlyOne('manifest', 'subintent', 'signed_partial_transaction'),
)
/** The source of a limit order, and whether a user's or a maker's fees apply: a user's by default. */
export type ParseRequest = OrderSource & Pick<ValueOf<typeof parseRequest>, 'role'>
/** Body of POST /construction/parse: exactly one of the three sources. */
export const ParseRequest = parseRequest as Field<unknown, unknown> as Field<ParseRequest, WireOf<typeof parseRequest>>

/** The limit order in a source, and the rules that it would break whenever it is submitted. */
export type ParsedOrder = ValueOf<typeof ParsedOrder>
/** Answer of POST /construction/parse: the limit order at the top level, and what would be refused. */
export const ParsedOrder = message({
	sell: Amount,
	buy: Amount,
	account: addressWire,
	fee: Fee,
	/** Absent for a manifest. */
	subintentId: z.string().optional(),
	/** Seconds since the Unix epoch; absent for a manifest. */
	expiresAtS: named('expires_at', timestampWire.optional()),
	violations: list(ErrorItem),
}).as({
	parse: ({ sell, buy, ...parsed }) => ({ limitOrder: { sell, buy }, ...parsed }),
	format: ({ limitOrder, ...parsed }) => ({ ...limitOrder, ...parsed }),
})

const integer = { type: 'integer' }
const bothExpiries = {
	required: ['expires_in_seconds', 'expires_at'],
	properties: { expires_in_seconds: integer, expires_at: integer },
}

/** A manifest to compile into a subintent. */
export type SubintentRequest = ValueOf<typeof SubintentRequest>
/**
 * Body of POST /construction/create_subintent. By default it expires after 45 s; a maker's fill, which names its order,
 * after 15 s, or together with its order if that is sooner. Times are in seconds.
 */
export const SubintentRequest = request(
	{
		manifest: z.string(),
		expiresInSeconds: z.number().int().positive().optional(),
		/** Seconds since the Unix epoch. */
		expiresAtS: named('expires_at', timestampWire.optional()),
		intentDiscriminator: z
			.string()
			.refine(text => /^\d{1,20}$/.test(text) && BigInt(text) < 2n ** 64n, 'a whole number of 64 bits as a string')
			.meta({ description: 'A whole number of 64 bits; random when absent.', pattern: '^[0-9]{1,20}$' })
			.optional(),
		message: z.string().optional(),
		...filledOrder,
	},
	members =>
		namesOrderIfMaker(members)
			.refine(body => body.expires_in_seconds === undefined || body.expires_at === undefined, {
				path: ['expires_at'],
				error: 'only one of expires_in_seconds and expires_at',
			})
			.meta({ not: bothExpiries, oneOf: [ofTaker, ofMaker] }),
)

/** An unsigned subintent as the service made it, in hex. */
export type CreatedSubintent = ValueOf<typeof CreatedSubintent>
/** Answer of POST /construction/create_subintent. */
export const CreatedSubintent = message({
	subintent: hexWire,
	/** The 32 bytes that a key signs; compute them yourself before signing. */
	subintentHash: hexWire,
	subintentId: z.string(),
	/** Seconds since the Unix epoch. */
	expiresAtS: named('expires_at', timestampWire),
})

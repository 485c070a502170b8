import * as z from '#schema'
import { Amount, GivenAmount } from '../amount/amount.ts'
import { Decimal } from '../amount/decimal.ts'
import {
	addressWire,
	countWire,
	decimal,
	decimalWire,
	symbolOrAddress,
	symbolWire,
	textWire,
	timestampWire,
} from '../fields.ts'
import { Field, list, message, named, request, type ValueOf } from '../message.ts'

// The Instamint component as its operator sees it.

const customerId = countWire.min(1).describe('The local id of its badge, without the #.')
const notNegativeWire = decimalWire.refine(text => !text.startsWith('-'), 'not below zero')
const notNegative = amountAs(notNegativeWire)
const positive = amountAs(notNegativeWire.refine(text => /[1-9]/.test(text), 'above zero'))

function amountAs(wire: z.ZodString) {
	return new Field({ schema: wire.transform(text => Decimal.parse(text)), show: () => wire, format: Decimal.format })
}

/** A token that is, or was, minted on credit. */
const instamintToken = message({
	/** The token's resource address if it is not traded. */
	symbol: symbolOrAddress,
	resourceAddress: addressWire,
	isEnabled: named('enabled', z.boolean()),
	priceXrd: decimal.describe('For one.'),
	pricedAtMs: timestampWire,
	isStale: named('stale', z.boolean().describe('The price is too old to mint at.')),
})

export type InstamintCustomerState = ValueOf<typeof instamintCustomer>
const instamintCustomer = message({
	customerId,
	account: addressWire,
	allowanceXrd: decimal,
	loansXrd: decimal.describe('All loans at the prices in force, however old they are.'),
	isPaused: named('paused', z.boolean()),
	loans: list(Amount.extend({ symbol: symbolOrAddress })),
	/** Absent if the service has no payback key. */
	paybackAddress: addressWire.optional().describe('Its own account on Radix for repayments.'),
})

/** The Instamint component at one state version of the ledger. */
export type OperatorInstamint = ValueOf<typeof OperatorInstamint>
/** GET /operator/instamint. */
export const OperatorInstamint = message({
	component: addressWire,
	customerBadgeResource: addressWire,
	stateVersion: countWire.describe('Of the ledger, for which all of this is so.'),
	isPaused: named('paused', z.boolean().describe('All mints.')),
	priceValidityS: countWire,
	operatorAccount: addressWire
		.optional()
		.describe('Pays for the operator’s transactions. Absent: the service has no operator’s key.'),
	tokens: list(instamintToken),
	customers: list(instamintCustomer),
})

/** The answer to every act: the component afterwards, and the act's transaction. */
export type InstamintChange = ValueOf<typeof InstamintChange>
export const InstamintChange = OperatorInstamint.extend({ transactionId: z.string() })

/** Body of POST /operator/instamint/customers. */
export const AddInstamintCustomer = request({ account: addressWire, allowanceXrd: notNegative })

/** Body of PUT /operator/instamint/allowance. */
export const SetInstamintAllowance = request({ customerId, allowanceXrd: notNegative })

/** One week, which is the component's own limit. */
export const priceValiditySecondsMax = 604_800

/**
 * New prices of tokens by symbol, in XRD per unit, and how long prices remain valid for minting; at least one of them.
 */
export type InstamintPrices = {
	readonly pricesXrd: ReadonlyMap<string, Decimal>
	readonly validityS?: number
}
/** Body of PUT /operator/instamint/prices. */
export const InstamintPrices = request(
	{
		prices: list(request({ symbol: symbolWire, priceXrd: positive.describe('For one.') }), { max: 16 }).optional(),
		validityS: named('price_validity_s', countWire.min(1).max(priceValiditySecondsMax).optional()),
	},
	members =>
		members
			.refine(({ prices, price_validity_s }) => pricesOf(prices).length > 0 || price_validity_s !== undefined, {
				error: 'prices, price_validity_s, or both',
			})
			.refine(({ prices }) => new Set(pricesOf(prices).map(({ symbol }) => symbol)).size === pricesOf(prices).length, {
				path: ['prices'],
				error: 'one price of each token',
			}),
).as<InstamintPrices>({
	parse: ({ prices = [], ...validity }) => {
		return { pricesXrd: new Map(prices.map(({ symbol, priceXrd }) => [symbol, priceXrd])), ...validity }
	},
	format: ({ pricesXrd, ...validity }) => {
		const prices = Array.from(pricesXrd, ([symbol, priceXrd]) => ({ symbol, priceXrd }))
		return prices.length === 0 ? validity : { prices, ...validity }
	},
})

function pricesOf(prices: unknown): readonly { readonly symbol: string }[] {
	return (prices ?? []) as readonly { readonly symbol: string }[]
}

/**
 * Body of POST /operator/instamint/pause and /resume, which is optional: if the customer is absent, it applies to all
 * mints.
 */
export const InstamintPause = request({ customerId: customerId.optional() })

const referenceBytesMax = 128
/** Half of a surrogate pair, which UTF-8 cannot represent. */
const halfPair = /\p{Surrogate}/u

/** A repayment that was seen elsewhere; each reference counts once. */
export type SeenRepayment = ValueOf<typeof SeenRepayment>
/** Body of POST /operator/instamint/reconcile. */
export const SeenRepayment = request({
	customerId,
	repaid: GivenAmount.extend({ amount: positive }, { isStrict: true }),
	reference: textWire
		.min(1)
		.refine(text => !halfPair.test(text) && new TextEncoder().encode(text).length <= referenceBytesMax, {
			error: `at most ${referenceBytesMax} bytes`,
		})
		.meta({
			maxLength: referenceBytesMax,
			description: 'Names the repayment, such as its transaction; each counts once.',
		}),
})

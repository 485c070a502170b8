import * as z from 'zod'
import { Decimal } from '../../amount/decimal.ts'
import { addressWire, countWire, decimalWire, symbolWire, textWire, timestampWire } from '../../fields.ts'
import { omitUndefined } from '../../omit-undefined.ts'
import type {
	InstamintChange,
	InstamintCustomerState,
	InstamintPrices,
	InstamintTokenState,
	OperatorInstamint,
	SeenRepayment,
} from '../../operator/instamint.ts'
import { amountWire, formatAmount, givenAmountWire, parseAmount } from '../primitives.ts'

// The Instamint component in the operator's own interface, which has its own port and key.

/** Tokens that are not traded have no symbol here. */
const namedWire = z.string().regex(/^[^\s/]{1,128}$/, 'a token symbol or a resource address')
const customerIdWire = countWire.min(1).describe('The local id of its badge, without the #.')
const notNegativeWire = decimalWire.refine(text => !text.startsWith('-'), 'not below zero')
const positiveWire = notNegativeWire.refine(text => /[1-9]/.test(text), 'above zero')

const instamintTokenWire = z.object({
	symbol: namedWire,
	resource_address: addressWire,
	enabled: z.boolean(),
	price_xrd: decimalWire.describe('For one.'),
	priced_at_ms: timestampWire,
	stale: z.boolean().describe('The price is too old to mint at.'),
})

const instamintCustomerWire = z.object({
	customer_id: customerIdWire,
	account: addressWire,
	allowance_xrd: decimalWire,
	loans_xrd: decimalWire.describe('All loans at the prices in force, however old they are.'),
	paused: z.boolean(),
	loans: z.array(amountWire.extend({ symbol: namedWire })),
	payback_address: addressWire.optional().describe('Its own account on Radix for repayments.'),
})

/** GET /operator/instamint. */
export const operatorInstamintWire = z.object({
	component: addressWire,
	customer_badge_resource: addressWire,
	state_version: countWire.describe('Of the ledger, for which all of this is so.'),
	paused: z.boolean().describe('All mints.'),
	price_validity_s: countWire,
	operator_account: addressWire
		.optional()
		.describe('Pays for the operator’s transactions. Absent: the service has no operator’s key.'),
	tokens: z.array(instamintTokenWire),
	customers: z.array(instamintCustomerWire),
})
export type OperatorInstamintWire = z.infer<typeof operatorInstamintWire>

/** What every act answers: the component afterwards. */
export const instamintChangeWire = operatorInstamintWire.extend({ transaction_id: z.string() })
export type InstamintChangeWire = z.infer<typeof instamintChangeWire>

/** Reads the answer of GET /operator/instamint. @throws TradeError `invalid_decimal` */
export function parseOperatorInstamint(wire: OperatorInstamintWire): OperatorInstamint {
	return omitUndefined({
		component: wire.component,
		customerBadgeResource: wire.customer_badge_resource,
		stateVersion: wire.state_version,
		isPaused: wire.paused,
		priceValidityS: wire.price_validity_s,
		operatorAccount: wire.operator_account,
		tokens: wire.tokens.map(parseToken),
		customers: wire.customers.map(parseCustomer),
	})
}

/** The answer of GET /operator/instamint. */
export function formatOperatorInstamint(instamint: OperatorInstamint): OperatorInstamintWire {
	return omitUndefined({
		component: instamint.component,
		customer_badge_resource: instamint.customerBadgeResource,
		state_version: instamint.stateVersion,
		paused: instamint.isPaused,
		price_validity_s: instamint.priceValidityS,
		operator_account: instamint.operatorAccount,
		tokens: instamint.tokens.map(formatToken),
		customers: instamint.customers.map(formatCustomer),
	})
}

/** Reads what an act answers. @throws TradeError `invalid_decimal` */
export function parseInstamintChange({ transaction_id, ...wire }: InstamintChangeWire): InstamintChange {
	return { ...parseOperatorInstamint(wire), transactionId: transaction_id }
}

/** What an act answers. */
export function formatInstamintChange({ transactionId, ...instamint }: InstamintChange): InstamintChangeWire {
	return { ...formatOperatorInstamint(instamint), transaction_id: transactionId }
}

function parseToken(wire: z.infer<typeof instamintTokenWire>): InstamintTokenState {
	const { symbol, resource_address, enabled, price_xrd, priced_at_ms, stale } = wire
	return {
		symbol,
		resourceAddress: resource_address,
		isEnabled: enabled,
		priceXrd: Decimal.parse(price_xrd),
		pricedAtMs: priced_at_ms,
		isStale: stale,
	}
}

function formatToken(token: InstamintTokenState): z.infer<typeof instamintTokenWire> {
	const { symbol, resourceAddress, isEnabled, priceXrd, pricedAtMs, isStale } = token
	return {
		symbol,
		resource_address: resourceAddress,
		enabled: isEnabled,
		price_xrd: Decimal.format(priceXrd),
		priced_at_ms: pricedAtMs,
		stale: isStale,
	}
}

function parseCustomer(wire: z.infer<typeof instamintCustomerWire>): InstamintCustomerState {
	return omitUndefined({
		customerId: wire.customer_id,
		account: wire.account,
		allowanceXrd: Decimal.parse(wire.allowance_xrd),
		loansXrd: Decimal.parse(wire.loans_xrd),
		isPaused: wire.paused,
		loans: wire.loans.map(parseAmount),
		paybackAddress: wire.payback_address,
	})
}

function formatCustomer(customer: InstamintCustomerState): z.infer<typeof instamintCustomerWire> {
	return omitUndefined({
		customer_id: customer.customerId,
		account: customer.account,
		allowance_xrd: Decimal.format(customer.allowanceXrd),
		loans_xrd: Decimal.format(customer.loansXrd),
		paused: customer.isPaused,
		loans: customer.loans.map(formatAmount),
		payback_address: customer.paybackAddress,
	})
}

/** Body of POST /operator/instamint/customers. */
export const addInstamintCustomerWire = z.strictObject({ account: addressWire, allowance_xrd: notNegativeWire })

/** Body of PUT /operator/instamint/allowance. */
export const setInstamintAllowanceWire = z.strictObject({
	customer_id: customerIdWire,
	allowance_xrd: notNegativeWire,
})

/** A week, as the component has it. */
export const priceValiditySecondsMax = 604_800

/** Body of PUT /operator/instamint/prices. */
export const setInstamintPricesWire = z
	.strictObject({
		prices: z
			.array(z.strictObject({ symbol: symbolWire, price_xrd: positiveWire.describe('For one.') }))
			.max(16)
			.optional(),
		price_validity_s: countWire.min(1).max(priceValiditySecondsMax).optional(),
	})
	.refine(({ prices = [], price_validity_s: validity }) => prices.length > 0 || validity !== undefined, {
		error: 'prices, price_validity_s, or both',
	})
	.refine(({ prices = [] }) => new Set(prices.map(({ symbol }) => symbol)).size === prices.length, {
		path: ['prices'],
		error: 'one price of each token',
	})
export type SetInstamintPricesWire = z.infer<typeof setInstamintPricesWire>

/** Reads the body of PUT /operator/instamint/prices. @throws TradeError `invalid_decimal` */
export function parseInstamintPrices({ prices = [], price_validity_s }: SetInstamintPricesWire): InstamintPrices {
	const pricesXrd = new Map(prices.map(({ symbol, price_xrd }) => [symbol, Decimal.parse(price_xrd)]))
	return omitUndefined({ pricesXrd, validityS: price_validity_s })
}

/** The body of PUT /operator/instamint/prices. */
export function formatInstamintPrices({ pricesXrd, validityS }: InstamintPrices): SetInstamintPricesWire {
	const prices = [...pricesXrd].map(([symbol, price]) => ({ symbol, price_xrd: Decimal.format(price) }))
	return omitUndefined({ prices: prices.length === 0 ? undefined : prices, price_validity_s: validityS })
}

/** Body of POST /operator/instamint/pause and /resume, which is optional: without a customer, all mints. */
export const instamintPauseWire = z.strictObject({ customer_id: customerIdWire.optional() })

const referenceBytesMax = 128
/** Half of a surrogate pair, which UTF-8 cannot hold. */
const halfPair = /\p{Surrogate}/u

/** Body of POST /operator/instamint/reconcile. */
export const reconcileInstamintWire = z.strictObject({
	customer_id: customerIdWire,
	repaid: givenAmountWire.extend({ amount: positiveWire }),
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
export type ReconcileInstamintWire = z.infer<typeof reconcileInstamintWire>

/** Reads the body of POST /operator/instamint/reconcile. @throws TradeError `invalid_decimal` */
export function parseSeenRepayment({ customer_id, repaid, reference }: ReconcileInstamintWire): SeenRepayment {
	return { customerId: customer_id, repaid: parseAmount(repaid), reference }
}

/** The body of POST /operator/instamint/reconcile. */
export function formatSeenRepayment({ customerId, repaid, reference }: SeenRepayment): ReconcileInstamintWire {
	return { customer_id: customerId, repaid: formatAmount(repaid), reference }
}

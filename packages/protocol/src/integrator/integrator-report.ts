import * as z from '#schema'
import { addressWire, decimal, subintentIdWire, symbolWire, timestampWire, wholeNumberText } from '../fields.ts'
import { list, message, type ValueOf } from '../message.ts'
import { integratorCodeWire } from './integrator-code.ts'

/** What settled trades earned an integrator in one token, and how much of it they paid. */
export type IntegratorBalance = ValueOf<typeof IntegratorBalance>
export const IntegratorBalance = message({
	symbol: symbolWire,
	/** The shares of all settled trades. */
	earned: decimal.describe('The shares of all settled trades.'),
	/** What these trades paid, in their own transactions. */
	paid: decimal.describe('What these trades paid, in their own transactions.'),
	/** `earned` less `paid`: carried over to a later trade. */
	owed: decimal.describe('The difference, carried over to a later trade.'),
})

/** The fields of an integrator that both it and the operator see. @internal */
export const integratorMembers = {
	code: integratorCodeWire,
	account: addressWire.describe('Where its share goes, from the next bundle on.'),
	/** A fraction of the platform fee, for orders accepted from now on. */
	share: decimal.describe('A fraction of the platform fee, for orders accepted from now on.'),
	state: z.enum(['valid', 'revoked']),
	balances: list(IntegratorBalance).describe('By token. Amounts are never removed from these.'),
}

/** A settled trade of an integrator. Amounts are in the token sold. */
export type IntegratorTrade = ValueOf<typeof integratorTrade>
const integratorTrade = message({
	subintentId: subintentIdWire,
	transactionId: z.string(),
	settledAtMs: timestampWire,
	symbol: symbolWire.describe('The token sold, in which the platform fee is paid.'),
	platformFee: decimal,
	/** Its share of this trade's platform fee. */
	earned: decimal.describe('Its share of this platform fee.'),
	/** What this trade's transaction deposited: more than `earned` if it also paid what was carried over. */
	paid: decimal.describe('What its transaction paid: more than `earned` if it includes what was carried over.'),
	account: addressWire.describe('Where it was paid to.'),
})

/** The most trades in one page of a report. */
export const integratorTradesMax = 500

/** Query of GET /integrators/:code/report, newest first; `before` is the `next` of the previous page. */
export const integratorReportQueryWire = z.object({
	limit: wholeNumberText({ min: 1, max: integratorTradesMax }).optional().describe('100 when absent.'),
	before: z.string().max(128).optional(),
})

/** An integrator's earnings, and its settled trades, newest first. `next` requests the next page; it is absent on the last one. */
export type IntegratorReport = ValueOf<typeof IntegratorReport>
/** GET /integrators/:code/report. */
export const IntegratorReport = message({
	...integratorMembers,
	trades: list(integratorTrade).describe('As long as orders are kept.'),
	next: z.string().optional().describe('For the next page; absent on the last one.'),
})

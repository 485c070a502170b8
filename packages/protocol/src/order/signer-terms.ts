import type { Amount } from '../amount/amount.ts'
import { Decimal } from '../amount/decimal.ts'
import { type Fee, totalWithdrawn } from '../fee/fee.ts'
import { addressWire, countWire, decimal, hexWire, symbolWire } from '../fields.ts'
import { list, message, record, type ValueOf } from '../message.ts'
import type { LimitOrder } from './limit-order.ts'
import type { LimitOrderManifest } from './limit-order-manifest.ts'

// A lying service cannot obtain a signature for terms that the signer did not know before asking: the resource of each
// symbol, the key that may settle, the most that fees may cost, and the least that the trade must bring.

/** A signer's own knowledge, independent of the service. It is written once and then kept. */
export type SignerTerms = ValueOf<typeof SignerTerms>
/** The content of a terms file, and of `signer_terms` in a network file. */
export const SignerTerms = message({
	networkId: countWire,
	/** The resource of each symbol that may be sold or bought. */
	tokens: list(message({ symbol: symbolWire, resourceAddress: addressWire, divisibility: countWire.max(18) })),
	/** The access rule of VERIFY_PARENT as Scrypto SBOR in hex: the key that must sign the settlement. */
	verifyParentAccessRuleSborHex: hexWire,
	/** The most that the platform may take, as a fraction of the amount sold; 0.01 when absent. */
	platformFeeMax: decimal.optional(),
	/** The most that the settlement may cost, by the symbol of the token sold; 10 for XRD when absent. */
	settlementFeeMax: record(symbolWire, decimal).optional(),
})

/** The bounds of one trade. */
export type TradeBounds = {
	/** The most that may be sold; fees come on top, within their own bounds. */
	readonly sell?: Decimal
	/** The most that may leave the account, fees included. It replaces the bounds on fees. */
	readonly atMost?: Decimal
	/** The least that must be received. */
	readonly atLeast: Decimal
}

/** Everything stated in a limit order's ten instructions, except the parent's rule as manifest text. */
export type OrderToSign = Omit<LimitOrderManifest, 'verifyParentAccessRule'> & {
	readonly verifyParentAccessRuleSborHex: string
}

/** An order that someone else computed, and the account it sells from. */
export type ProposedOrder = { readonly account: string; readonly limitOrder: LimitOrder; readonly fee: Fee }

/** The part of an order that differs from the signer's knowledge. */
export type UnsignableReason =
	| 'unknown_token'
	| 'same_resource'
	| 'amount'
	| 'fee_token'
	| 'platform_fee'
	| 'settlement_fee'
	| 'sell'
	| 'at_most'
	| 'at_least'
	| 'bounds_missing'
	| 'deadline'
	| 'fill'
	| 'pair'
	| 'price'
	| 'access_rule'
	| 'bytes'
	| 'header'

/**
 * The order differs from what its signer knows or requested: it must not be signed, and its proposer must not be
 * trusted.
 */
export class UnsignableError extends Error {
	readonly reason: UnsignableReason

	constructor(reason: UnsignableReason, message: string) {
		super(message)
		this.name = 'UnsignableError'
		this.reason = reason
	}
}

const platformFeeDefault = Decimal.parse('0.01')
const settlementFeeDefaults: Readonly<Record<string, Decimal>> = { XRD: Decimal.fromInteger(10) }

/**
 * The order to sign, with the signer's own resource addresses and access rule in place of the service's.
 * @throws UnsignableError naming the first amount or token that is out of bounds
 */
export function orderToSign(proposed: ProposedOrder, terms: SignerTerms, bounds: TradeBounds): OrderToSign {
	const { account, limitOrder, fee } = proposed
	const { sell, buy } = limitOrder
	const [sold, bought] = [tokenOf(sell.symbol, terms), tokenOf(buy.symbol, terms)]
	if (sold.resourceAddress === bought.resourceAddress)
		throw new UnsignableError('same_resource', `${sell.symbol} and ${buy.symbol} are one resource`)
	if (!Decimal.isPositive(sell.amount) || !Decimal.isPositive(buy.amount))
		throw new UnsignableError('amount', 'an order sells and buys more than nothing')
	for (const amount of [sell.amount, fee.platformAmount, fee.settlementAmount]) expectFits(amount, sold)
	expectFits(buy.amount, bought)
	checkBounds(proposed, bounds)
	if (bounds.atMost === undefined) checkFee(proposed, terms)
	return {
		account,
		sell: { resource: sold.resourceAddress, amount: sell.amount },
		buy: { resource: bought.resourceAddress, amount: buy.amount },
		fee: { platformAmount: fee.platformAmount, settlementAmount: fee.settlementAmount },
		verifyParentAccessRuleSborHex: terms.verifyParentAccessRuleSborHex,
	}
}

type KnownToken = SignerTerms['tokens'][number]

function tokenOf(symbol: string, { tokens }: SignerTerms): KnownToken {
	const token = tokens.find(each => each.symbol === symbol)
	if (token === undefined) throw new UnsignableError('unknown_token', `the signer does not know the token ${symbol}`)
	return token
}

/** The ledger accepts no amount with more decimal places than its token has. */
function expectFits(amount: Decimal, { symbol, divisibility }: KnownToken): void {
	if (Decimal.fits(amount, divisibility)) return
	throw new UnsignableError('amount', `${text({ symbol, amount })} has more than the token’s ${divisibility} decimals`)
}

/**
 * Checks that the amounts are within the bounds of the trade.
 * @throws UnsignableError `fee_token`, `platform_fee`, `settlement_fee` (negative), `sell`, `at_most`, `at_least`
 */
export function checkBounds({ limitOrder, fee }: Omit<ProposedOrder, 'account'>, bounds: TradeBounds): void {
	const { sell, buy } = limitOrder
	const { symbol } = sell
	if (fee.symbol !== symbol) throw new UnsignableError('fee_token', `the fee is in ${fee.symbol}, not in ${symbol}`)
	if (fee.platformAmount < 0n) throw new UnsignableError('platform_fee', 'the platform fee is negative')
	if (fee.settlementAmount < 0n) throw new UnsignableError('settlement_fee', 'the settlement fee is negative')
	const withdrawn = { symbol, amount: totalWithdrawn(sell, fee) }
	expectAtMost('sell', { what: 'it sells', found: sell, most: bounds.sell })
	expectAtMost('at_most', { what: 'it withdraws, fees included,', found: withdrawn, most: bounds.atMost })
	if (buy.amount < bounds.atLeast)
		throw new UnsignableError('at_least', `it buys ${text(buy)}, less than ${Decimal.format(bounds.atLeast)}`)
}

function checkFee({ limitOrder: { sell }, fee }: ProposedOrder, terms: SignerTerms): void {
	const { symbol } = sell
	const platform = { symbol, amount: fee.platformAmount }
	const platformMax = Decimal.mulUp(sell.amount, terms.platformFeeMax ?? platformFeeDefault)
	expectAtMost('platform_fee', { what: 'the platform fee is', found: platform, most: platformMax })
	const settlementMax = terms.settlementFeeMax?.[symbol] ?? settlementFeeDefaults[symbol]
	if (settlementMax === undefined)
		throw new UnsignableError('bounds_missing', `the signer says neither atMost nor a settlementFeeMax for ${symbol}`)
	const settlement = { symbol, amount: fee.settlementAmount }
	expectAtMost('settlement_fee', { what: 'the settlement fee is', found: settlement, most: settlementMax })
}

type AtMost = { readonly what: string; readonly found: Amount; readonly most: Decimal | undefined }

function expectAtMost(reason: UnsignableReason, { what, found, most }: AtMost): void {
	if (most === undefined || found.amount <= most) return
	throw new UnsignableError(reason, `${what} ${text(found)}, more than ${Decimal.format(most)}`)
}

function text({ symbol, amount }: Amount): string {
	return `${Decimal.format(amount)} ${symbol}`
}

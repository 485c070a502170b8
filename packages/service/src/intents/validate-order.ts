import type { LimitOrderReading, LimitOrderTerms, PublicKey, SignedLimitOrder } from '@accord/ledger'
import {
	type Amount,
	Decimal,
	type Fee,
	type FeeInfo,
	type FeeRole,
	type LimitOrder,
	lowestPlatformFee,
	type Pair,
	settlementFee,
	TradeError,
	totalWithdrawn,
	type Violation,
} from '@accord/protocol'
import type { Market } from '../market/market.ts'
import type { ExpiryBounds } from './deadlines.ts'
import { findHeaderViolations, type LedgerTime } from './header-rules.ts'
import {
	findAccessRuleViolations,
	findAmountViolations,
	findPairViolations,
	findWithdrawViolations,
	readTradedTerms,
	type TradedTerms,
} from './traded-terms.ts'

/** What an order (taker) or a fill (maker) is held against. `level` is that of the account that pays. */
export type ValidationRules = {
	readonly market: Market
	readonly feeInfo: FeeInfo
	readonly ledgerState: LedgerTime
	readonly role: FeeRole
	readonly level: number
	readonly expiry: ExpiryBounds
}

/** A signed limit order whose bytes obey every rule that needs neither the book nor the ledger's state. */
export type ValidatedOrder = {
	readonly subintentHash: string
	readonly subintentId: string
	readonly account: string
	readonly limitOrder: LimitOrder
	readonly fee: Fee
	/** Sell amount and both fees. */
	readonly withdrawn: Amount
	readonly sellResource: string
	readonly pair: Pair
	/** The side of the book that the order takes. */
	readonly side: 'bids' | 'asks'
	readonly expiresAtS: number
	readonly hasPrefix: boolean
	readonly prefixLength: number
	/** The instruction of step 4. */
	readonly assertionAt: number
	readonly signers: readonly PublicKey[]
}

/** All that bytes tell of a limit order: which rules they break, by kind, and its terms as far as they can be read. */
export type InspectedOrder = {
	readonly faults: Readonly<Record<'signatures' | 'schema' | 'fees' | 'header', readonly Violation[]>>
	readonly reading: LimitOrderReading
	readonly traded?: TradedTerms | undefined
}

/** Holds an intent against the manifest schema, the market, the fee and the header rules. Pure. */
export function inspectOrder(rules: ValidationRules, info: SignedLimitOrder): InspectedOrder {
	const { reading } = info
	const { terms } = reading
	const { violations, traded } = findTermViolations(rules, reading)
	return {
		faults: {
			signatures: info.signers.length > 0 ? [] : [notSigned],
			schema: [...findIntentViolations(rules.market, info), ...violations],
			fees: terms === undefined ? [] : findFeeViolations(rules, terms),
			header: findHeaderViolations(rules, info.header),
		},
		reading,
		traded,
	}
}

/**
 * Judges a signed intent by the rules of {@link inspectOrder}. Who owns the account and what it holds is for the preview.
 * @throws TradeError the first broken rule in the error table's order, with all of them in `errors`
 */
export function validateOrder(rules: ValidationRules, info: SignedLimitOrder): ValidatedOrder {
	const { faults, reading, traded } = inspectOrder(rules, info)
	const [first, ...rest] = Object.values(faults).flat()
	if (first !== undefined) throw TradeError.fromViolations([first, ...rest])
	const { terms } = reading
	const { maxTimestampS } = info.header
	const place = traded && rules.market.pairOf({ sell: traded.sold.symbol, buy: traded.bought.symbol })
	if (!terms || !traded || !place || maxTimestampS == null)
		throw new Error('a limit order without faults has all its terms')
	return {
		subintentHash: info.subintentHash,
		subintentId: info.subintentId,
		account: terms.account,
		limitOrder: traded.limitOrder,
		fee: traded.fee,
		withdrawn: { symbol: traded.sold.symbol, amount: totalWithdrawn(traded.limitOrder.sell, traded.fee) },
		sellResource: traded.sold.resourceAddress,
		pair: place.pair,
		side: place.side,
		expiresAtS: maxTimestampS,
		hasPrefix: reading.hasPrefix,
		prefixLength: reading.prefixLength,
		assertionAt: terms.at.buy,
		signers: info.signers,
	}
}

const notSigned: Violation = { code: 'not_signed', item: { expected: 'at least one signature' } }

function findIntentViolations({ networkId }: Market, info: SignedLimitOrder): Violation[] {
	const { children, header } = info
	const violations: Violation[] = []
	if (header.networkId !== networkId) {
		const item = { expected: `network ${networkId}`, found: `network ${header.networkId}` }
		violations.push({ code: 'wrong_network', item })
	}
	if (children.length > 0) {
		violations.push({ code: 'children_not_allowed', item: { expected: 'none', found: String(children.length) } })
	}
	return violations
}

function findTermViolations(
	rules: ValidationRules,
	{ violations, terms }: LimitOrderReading,
): { violations: Violation[]; traded?: TradedTerms | undefined } {
	if (terms === undefined) return { violations: [...violations] }
	const { market, feeInfo } = rules
	const { violations: unknownTokens, traded } = readTradedTerms(market, terms)
	return {
		violations: [
			...violations,
			...findAccessRuleViolations(feeInfo.verifyParentAccessRuleSborHex, terms),
			...unknownTokens,
			...(traded === undefined ? [] : findPairViolations(market, traded, terms.at)),
			...findAmountViolations(market, terms),
			...findWithdrawViolations(terms),
		],
		traded,
	}
}

function findFeeViolations(
	{ market, feeInfo, role, level }: ValidationRules,
	{ sell, fee, at }: LimitOrderTerms,
): Violation[] {
	const token = market.tokenByAddress(sell.resource)
	if (token === undefined) return []
	const { symbol, divisibility } = token
	const sold = { symbol, amount: sell.amount }
	const least = {
		platform: lowestPlatformFee({ feeInfo, level, role, sell: sold, divisibility }),
		settlement: settlementFee(feeInfo, symbol, divisibility),
	}
	return [
		...findFeeViolation({
			what: 'platform',
			amount: fee.platformAmount,
			least: least.platform,
			symbol,
			index: at.platformFee,
		}),
		...findFeeViolation({
			what: 'settlement',
			amount: fee.settlementAmount,
			least: least.settlement,
			symbol,
			index: at.settlementFee,
		}),
	]
}

type FeeRule = { what: string; amount: Decimal; least: Decimal; symbol: string; index: number }

function findFeeViolation({ what, amount, least, symbol, index }: FeeRule): Violation[] {
	if (amount >= least) return []
	const expected = `a ${what} fee of at least ${Decimal.format(least)} ${symbol}`
	return [{ code: 'fee_too_low', item: { instruction: index, expected, found: Decimal.format(amount) } }]
}

/** Where the ledger stands, and where it stood a moment ago, which costs no question. */
export type LedgerStates = { state(): Promise<LedgerTime>; recentState(): Promise<LedgerTime> }

/**
 * Judges by where the ledger stood a moment ago; only what that would refuse is validated by where it stands now. The one
 * thing that a moment can make worse, an epoch that has ended since, the preview finds.
 */
export async function validateAtLedgerTime(
	ledger: LedgerStates,
	validate: (ledgerState: LedgerTime) => ValidatedOrder,
): Promise<ValidatedOrder> {
	try {
		return validate(await ledger.recentState())
	} catch (error) {
		if (!(error instanceof TradeError)) throw error
		return validate(await ledger.state())
	}
}

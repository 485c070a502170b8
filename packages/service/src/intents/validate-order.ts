import type { Header, LimitOrderReading, LimitOrderTerms, PublicKey, SignedLimitOrder } from '@accord/ledger'
import {
	type Amount,
	Decimal,
	type Fee,
	type FeeInfo,
	type FeeRole,
	type LimitOrder,
	lowestPlatformFee,
	type Pair,
	type Side,
	settlementFee,
	TradeError,
	totalWithdrawn,
	type Violation,
} from '@accord/protocol'
import type { Market } from '../market/market.ts'
import { describeExpiry, type ExpiryBounds } from './deadlines.ts'
import { payersOf } from './read-intent.ts'
import {
	findAccessRuleViolations,
	findAmountViolations,
	findPairViolations,
	findWithdrawViolations,
	joinedViolations,
	readTradedTerms,
	type TradedTerms,
} from './traded-terms.ts'

/** The inputs for validating an order (taker) or a fill (maker). `level` is that of the paying account. */
export type ValidationRules = {
	readonly market: Market
	readonly feeInfo: FeeInfo
	readonly ledgerState: LedgerTime
	readonly role: FeeRole
	readonly level: number
	readonly expiry: ExpiryBounds
}

/** A signed limit order that obeys every rule that can be checked without the book or account balances. */
export type ValidatedOrder = {
	readonly subintentHash: string
	readonly subintentId: string
	readonly account: string
	/** The accounts whose funds it takes, with {@link account} as the first: see {@link payersOf}. */
	readonly payers: readonly string[]
	readonly limitOrder: LimitOrder
	readonly fee: Fee
	/** The sell amount and both fees. */
	readonly withdrawn: Amount
	readonly sellResource: string
	readonly pair: Pair
	/** The side of the book that the order takes. */
	readonly side: Side
	readonly expiresAtS: number
	readonly hasPrefix: boolean
	readonly prefixLength: number
	/** The instruction of step 4. */
	readonly assertionAt: number
	readonly signers: readonly PublicKey[]
}

/** The reading of a limit order's bytes: its violations by kind, and all terms that are readable. */
export type InspectedOrder = {
	readonly violationsByKind: Readonly<Record<'signatures' | 'schema' | 'fees' | 'header', readonly Violation[]>>
	readonly reading: LimitOrderReading
	readonly traded?: TradedTerms | undefined
}

/** Checks an intent against the manifest schema, the market, the fees and the header rules. Pure. */
export function inspectOrder(rules: ValidationRules, info: SignedLimitOrder): InspectedOrder {
	const { reading } = info
	const { terms } = reading
	const { violations, traded } = findTermViolations(rules, reading)
	return {
		violationsByKind: {
			signatures: findSignatureViolations(rules, info),
			schema: joinedViolations(findIntentViolations(rules.market, info), violations),
			fees: terms === undefined ? [] : findFeeViolations(rules, terms),
			header: findHeaderViolations(rules, info.header),
		},
		reading,
		traded,
	}
}

/**
 * Validates a signed intent by the rules of {@link inspectOrder}. Account ownership and funds are checked by the
 * preview.
 * @throws TradeError with the code of the first violation in the error table's order, and all of them in `errors`
 */
export function validateOrder(rules: ValidationRules, info: SignedLimitOrder): ValidatedOrder {
	const { violationsByKind, reading, traded } = inspectOrder(rules, info)
	const { signatures, schema, fees, header } = violationsByKind
	const [first, ...rest] = joinedViolations(signatures, schema, fees, header)
	if (first !== undefined) throw TradeError.fromViolations([first, ...rest])
	const { terms } = reading
	const { maxTimestampS } = info.header
	if (!terms || !traded?.pairAndSide || maxTimestampS == null)
		throw new Error('a limit order without violations has all its terms')
	return {
		subintentHash: info.subintentHash,
		subintentId: info.subintentId,
		account: terms.account,
		payers: payersOf(info, terms.account),
		limitOrder: traded.limitOrder,
		fee: traded.fee,
		withdrawn: { symbol: traded.sold.symbol, amount: totalWithdrawn(traded.limitOrder.sell, traded.fee) },
		sellResource: traded.sold.resourceAddress,
		pair: traded.pairAndSide.pair,
		side: traded.pairAndSide.side,
		expiresAtS: maxTimestampS,
		hasPrefix: reading.hasPrefix,
		prefixLength: reading.prefixLength,
		assertionAt: terms.at.buy,
		signers: info.signers,
	}
}

/**
 * A transaction has at most 64 signatures: the root's, an order's (at most 16 an intent), those of its fills, of which
 * there are four at most, and one of the service for each of these five.
 */
const fillSignaturesMax = 10

function findSignatureViolations({ role }: Pick<ValidationRules, 'role'>, { signers }: SignedLimitOrder): Violation[] {
	if (signers.length === 0) return [{ code: 'not_signed', item: { expected: 'at least one signature' } }]
	if (role === 'taker' || signers.length <= fillSignaturesMax) return []
	const item = { expected: `at most ${fillSignaturesMax} signatures of a fill`, found: String(signers.length) }
	return [{ code: 'invalid_signed_partial_transaction', item }]
}

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
): { violations: readonly Violation[]; traded?: TradedTerms | undefined } {
	if (terms === undefined) return { violations }
	const { market, feeInfo } = rules
	const { violations: unknownTokens, traded } = readTradedTerms(market, terms)
	return {
		violations: joinedViolations(
			violations,
			findAccessRuleViolations(feeInfo, terms),
			unknownTokens,
			traded === undefined ? [] : findPairViolations(traded, terms.at),
			findAmountViolations(market, terms),
			findWithdrawViolations(terms),
		),
		traded,
	}
}

/** Both fees must be at least those for the account's level. */
export function findFeeViolations(
	{ market, feeInfo, role, level }: Pick<ValidationRules, 'market' | 'feeInfo' | 'role' | 'level'>,
	{ sell, fee, at }: LimitOrderTerms,
): readonly Violation[] {
	const token = market.tokenByAddress(sell.resource)
	if (token === undefined) return []
	const { symbol, divisibility } = token
	const sold = { symbol, amount: sell.amount }
	const minimum = {
		platform: lowestPlatformFee({ feeInfo, level, role, sell: sold, divisibility }),
		settlement: settlementFee(feeInfo, symbol, divisibility),
	}
	return joinedViolations(
		findFeeViolation({
			what: 'platform',
			amount: fee.platformAmount,
			minimum: minimum.platform,
			symbol,
			index: at.platformFee,
		}),
		findFeeViolation({
			what: 'settlement',
			amount: fee.settlementAmount,
			minimum: minimum.settlement,
			symbol,
			index: at.settlementFee,
		}),
	)
}

type FeeRule = { what: string; amount: Decimal; minimum: Decimal; symbol: string; index: number }

function findFeeViolation({ what, amount, minimum, symbol, index }: FeeRule): Violation[] {
	if (amount >= minimum) return []
	const expected = `a ${what} fee of at least ${Decimal.format(minimum)} ${symbol}`
	return [{ code: 'fee_too_low', item: { instruction: index, expected, found: Decimal.format(amount) } }]
}

type MarketTerms = Pick<ValidationRules, 'market' | 'feeInfo'>
type OtherRules = Omit<ValidationRules, keyof MarketTerms>

/**
 * The first of these terms that the intent obeys: those in force, or former ones, under which it may have been composed;
 * those in force if it obeys none. A user's order may have former fees, but not a token or pair that is no longer traded; a
 * maker's fill may have those of its order. A key that is no longer the service's is never accepted.
 */
export function termsObeyed<T extends MarketTerms>(
	[present, ...former]: readonly [T, ...T[]],
	rules: OtherRules,
	info: SignedLimitOrder,
): T {
	if (former.length === 0) return present
	const codesBy = ({ market, feeInfo }: MarketTerms) => {
		const { violationsByKind } = inspectOrder({ ...rules, market, feeInfo }, info)
		return Object.values(violationsByKind).flatMap(violations => violations.map(({ code }) => code))
	}
	const codes = codesBy(present)
	const mayBeFormer =
		rules.role === 'maker' ? !codes.includes('verify_parent_mismatch') : codes.every(code => code === 'fee_too_low')
	if (codes.length === 0 || !mayBeFormer) return present
	return former.find(terms => codesBy(terms).length === 0) ?? present
}

/** An order with the fee table by which it is valid. */
export type ValidByTerms = { readonly validated: ValidatedOrder; readonly feeInfo: FeeInfo }

/** Validates by {@link termsObeyed}. @throws TradeError as {@link validateOrder} does */
export function validateByTerms(
	accepted: readonly [MarketTerms, ...MarketTerms[]],
	rules: OtherRules,
	info: SignedLimitOrder,
): ValidByTerms {
	const { market, feeInfo } = termsObeyed(accepted, rules, info)
	return { validated: validateOrder({ ...rules, market, feeInfo }, info), feeInfo }
}

/** The ledger's current state, and a recent one, which usually costs no request. */
export type LedgerStates = { state(): Promise<LedgerTime>; recentState(): Promise<LedgerTime> }

/**
 * Validates against the ledger's recent state; if that refuses the order, it is validated again against the current
 * state. The preview catches the only thing that may have become invalid since: an epoch that has ended.
 */
export async function validateAtLedgerTime<Valid>(
	ledger: LedgerStates,
	validate: (ledgerState: LedgerTime) => Valid,
): Promise<Valid> {
	try {
		return validate(await ledger.recentState())
	} catch (error) {
		if (!(error instanceof TradeError)) throw error
		return validate(await ledger.state())
	}
}

/** The ledger's current epoch and its own clock, which decides expiry. */
export type LedgerTime = { readonly epoch: number; readonly proposerTimestampMs: number }

/** An intent must be valid from now until its expiry: anything else would be a free option (decision 9). */
export function findHeaderViolations(
	{ ledgerState, expiry }: { ledgerState: LedgerTime; expiry: ExpiryBounds },
	header: Header,
): readonly Violation[] {
	return joinedViolations(findWindowViolations(ledgerState, header), findExpiryViolations(expiry, header))
}

function findWindowViolations({ epoch, proposerTimestampMs }: LedgerTime, header: Header): Violation[] {
	const { startEpoch, endEpoch } = header
	const minTimestampS = header.minTimestampS ?? Number.NEGATIVE_INFINITY
	const violations: Violation[] = []
	if (startEpoch > epoch) violations.push(headerViolation(`a start epoch of at most ${epoch}`, startEpoch))
	if (endEpoch <= epoch) violations.push(headerViolation(`an end epoch after ${epoch}`, endEpoch))
	if (minTimestampS * 1000 > proposerTimestampMs) {
		const ledgerS = Math.floor(proposerTimestampMs / 1000)
		violations.push(headerViolation(`no minimum timestamp after ${ledgerS}, the ledger's clock`, minTimestampS))
	}
	return violations
}

function findExpiryViolations({ minS, maxS }: ExpiryBounds, { maxTimestampS }: Header): Violation[] {
	if (maxTimestampS != null && maxTimestampS >= minS && maxTimestampS <= maxS) return []
	const expected = `a maximum timestamp from ${minS} to ${maxS}, in seconds since 1970`
	const found = maxTimestampS == null ? 'none' : describeExpiry(maxTimestampS, { minS, maxS })
	return [{ code: 'invalid_expiry', item: { expected, found } }]
}

function headerViolation(expected: string, found: number): Violation {
	return { code: 'invalid_header', item: { expected, found: String(found) } }
}

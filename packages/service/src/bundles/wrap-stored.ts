import { type OuterAmounts, type ServiceSigner, type SignedLimitOrder, signatureAccessRule, wrap } from '@accord/ledger'
import { Decimal } from '@accord/protocol'
import type { Market } from '../market/market.ts'
import type { StoredIntent } from './bundles-table.ts'

/**
 * Wraps a stored intent, signs the outer and returns its bytes. The service's signature is what lets the intent settle, so
 * everything is read again from the signed bytes first: a row that differs from them is never signed for, nor is an order for
 * another key than the service's, which could never settle.
 */
export function wrapStored(
	{ market, service }: { market: Market; service: ServiceSigner },
	stored: StoredIntent,
): string {
	const { networkId } = market
	const inner = stored.signed_partial_transaction
	const accessRule = signatureAccessRule(service.keyPair, networkId).sborHex
	const validate = (info: SignedLimitOrder) => validateStored(market, { stored, accessRule, info })
	return wrap({ inner, validate, service, networkId }).signedPartialTransaction
}

/** The outer's amounts. @throws Error if the row differs from the bytes */
function validateStored(
	market: Market,
	{ stored, accessRule, info }: { stored: StoredIntent; accessRule: string; info: SignedLimitOrder },
): OuterAmounts {
	const { violations, terms } = info.reading
	if (terms === undefined || violations.length > 0) throw mismatch(stored, 'the manifest schema')
	if (terms.accessRuleSborHex !== accessRule)
		throw mismatch(stored, 'the rule of VERIFY_PARENT, which names another key')
	const { rebate, ...row } = readRow(market, stored)
	const bytes = {
		hash: info.subintentHash,
		account: terms.account,
		sell: terms.sell,
		buy: terms.buy,
		...terms.fee,
		expiresAtS: info.header.maxTimestampS,
	}
	for (const key of Object.keys(row) as (keyof typeof row)[]) {
		if (textOf(row[key]) !== textOf(bytes[key])) throw mismatch(stored, key)
	}
	if (rebate < 0n || rebate > terms.fee.settlementAmount) throw mismatch(stored, 'rebate')
	return { sellResource: terms.sell.resource, platformFee: terms.fee.platformAmount, rebate }
}

function readRow(market: Market, stored: StoredIntent) {
	const resource = (symbol: string) => market.token(symbol).resourceAddress
	return {
		hash: stored.subintent_hash,
		account: stored.account,
		sell: { resource: resource(stored.sell_symbol), amount: Decimal.parse(stored.sell_amount) },
		buy: { resource: resource(stored.buy_symbol), amount: Decimal.parse(stored.buy_amount) },
		platformAmount: Decimal.parse(stored.platform_fee),
		settlementAmount: Decimal.parse(stored.settlement_fee),
		rebate: Decimal.parse(stored.rebate),
		expiresAtS: Number(stored.expires_at_s),
	}
}

function textOf(value: unknown): string {
	return typeof value === 'object' && value !== null ? Object.values(value).join(' ') : String(value)
}

function mismatch({ subintent_hash }: StoredIntent, what: string): Error {
	return new Error(`the row of ${subintent_hash} and its signed bytes differ in ${what}: it is not signed`)
}

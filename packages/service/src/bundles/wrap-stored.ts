import {
	type KeyPair,
	namedKey,
	type OuterAmounts,
	type ServiceSigner,
	type SignedLimitOrder,
	wrap,
} from '@accord/ledger'
import { Decimal } from '@accord/protocol'
import type { IntentReadings } from '../intents/intents.ts'
import type { Market } from '../market/market.ts'
import type { StoredIntent } from './bundles-table.ts'

export type OuterExtras = Pick<OuterAmounts, 'binding' | 'surplus' | 'share' | 'message'>

/**
 * Wraps a stored intent, signs the outer and returns its bytes. The service's signature is what lets the intent settle,
 * so every row is first compared with the signed bytes. Nothing is signed for a row that differs, nor for an order that
 * names a key other than the service's current or former one, which could never settle.
 */
export function wrapStored(
	{
		market,
		service,
		intentReadings,
	}: { market: Market; service: ServiceSigner; intentReadings: Pick<IntentReadings, 'of'> },
	stored: StoredIntent,
	/** What the outer does beyond taking the fees. */
	extras: OuterExtras = {},
): string {
	const { networkId } = market
	const inner = stored.signed_partial_transaction
	const validate = (info: SignedLimitOrder) => ({
		...validateStored(market, { stored, info }),
		...extras,
		keyPair: keyFor(info, { stored, service, networkId }),
	})
	return wrap({ inner, known: intentReadings.of(inner), validate, service, networkId }).signedPartialTransaction
}

/** @throws Error if the bytes name a key that is not the service's */
function keyFor(
	{ reading: { terms } }: SignedLimitOrder,
	{ stored, service, networkId }: { stored: StoredIntent; service: ServiceSigner; networkId: number },
): KeyPair {
	const { accessRuleSborHex = '' } = terms ?? {}
	const keyPair = namedKey([service.keyPair, service.formerKeyPair], { accessRuleSborHex, networkId })
	if (keyPair === undefined) throw mismatch(stored, 'the rule of VERIFY_PARENT, which names another key')
	return keyPair
}

/** The outer's amounts. @throws Error if the row differs from the bytes */
function validateStored(
	market: Market,
	{ stored, info }: { stored: StoredIntent; info: SignedLimitOrder },
): OuterAmounts {
	const { violations, terms } = info.reading
	if (terms === undefined || violations.length > 0) throw mismatch(stored, 'the manifest schema')
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

import { type CheckedSubintent, type SigningContext as Context, checkSubintent as checkBytes } from '@accord/ledger'
import type { FeeInfo, Token } from '@accord/protocol'
import type { SubintentToSign } from '@accord/sdk'

/** What the trader knows independently of the service that made the subintent. */
export type SigningContext = Context & { readonly tokens: readonly Token[]; readonly feeInfo: FeeInfo }

/**
 * Compares a subintent made by the service, byte for byte, with what was requested, and what the service said of it with what
 * it is. The returned hash is computed from the bytes. @throws Error naming the first difference
 */
export function checkSubintent(toSign: SubintentToSign, context: SigningContext): CheckedSubintent {
	const { tokens, feeInfo } = context
	const { sell, buy } = toSign.quote.limitOrder
	const resourceOf = (symbol: string) => tokens.find(token => token.symbol === symbol)?.resourceAddress ?? ''
	const order = {
		account: toSign.account,
		sell: { resource: resourceOf(sell.symbol), amount: sell.amount },
		buy: { resource: resourceOf(buy.symbol), amount: buy.amount },
		fee: toSign.quote.fee,
		verifyParentAccessRuleSborHex: feeInfo.verifyParentAccessRuleSborHex,
	}
	const checked = checkBytes(toSign.subintent, order, context)
	expect('the hash', toSign.subintentHash.toLowerCase(), checked.subintentHash)
	expect('the id', toSign.subintentId, checked.subintentId)
	expect('the expiry', toSign.expiresAtS, checked.expiresAtS)
	return checked
}

function expect(what: string, found: unknown, wanted: unknown): void {
	if (found !== wanted)
		throw new Error(`the subintent is not as requested: ${what} is ${String(found)}, not ${String(wanted)}`)
}

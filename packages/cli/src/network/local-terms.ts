import { type PublicKey, signatureAccessRule } from '@accord/ledger'
import { Decimal, type SignerTerms, simulatorNetworkId, type Token } from '@accord/protocol'

/** Prices in xUSDC: the reference maker quotes around them, and the settlement fees are derived from them. */
export const midPrices = { XRD: '0.05', xUSDC: '1', xUSDT: '1', xwBTC: '60000', xETH: '3000' }

const tenXrd = Decimal.parse('0.5')

/**
 * What signers on the local network may trust: the token addresses assigned by its ledger, the key that its service is
 * started with, and fees of at most 10 XRD.
 */
export function localTerms(tokens: readonly Token[], { curve, publicKey }: PublicKey): SignerTerms {
	const prices = Object.entries(midPrices).map(([symbol, price]) => [symbol, Decimal.parse(price)] as const)
	return {
		networkId: simulatorNetworkId,
		tokens: tokens.map(({ symbol, resourceAddress, divisibility }) => ({ symbol, resourceAddress, divisibility })),
		verifyParentAccessRuleSborHex: signatureAccessRule({ curve, publicKey }, simulatorNetworkId).sborHex,
		settlementFeeMax: Object.fromEntries(prices.map(([symbol, price]) => [symbol, Decimal.divUp(tenXrd, price)])),
	}
}

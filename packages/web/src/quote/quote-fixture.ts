import { Decimal, type FeeInfo, type Token } from '@accord/protocol'

const d = Decimal.parse

/** A token of a test. */
export function token(symbol: string, divisibility: number): Token {
	return { symbol, divisibility, resourceAddress: `resource_${symbol}`, name: symbol, iconUrl: '' }
}

export const xrd = token('XRD', 18)
export const usdc = token('xUSDC', 6)

/** The fees of a test's market. */
export const feeInfo: FeeInfo = {
	verifyParentAccessRuleSborHex: '',
	perTokenSettlementFee: [
		{ symbol: 'XRD', solverAmount: d('0.25'), transactionExecutionAmount: d('5') },
		{ symbol: 'xUSDC', solverAmount: d('0.0125'), transactionExecutionAmount: d('0.25') },
	],
	perLevelPlatformFee: [{ takerFee: d('0.001'), makerFee: Decimal.zero }],
}

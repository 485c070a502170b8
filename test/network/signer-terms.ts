import { Decimal, type FeeInfo, type SignerTerms, type Token } from '@accord/protocol'
import { testNetworkId } from './test-network.ts'

type Source = { readonly tokens: ReadonlyMap<string, Token>; readonly feeInfo: FeeInfo }

/** What those who sign on a test network know for themselves; settling may cost them twice what it does. */
export function signerTerms({ tokens, feeInfo }: Source): SignerTerms {
	const fees = feeInfo.perTokenSettlementFee.map(({ symbol, solverAmount, transactionExecutionAmount }) => {
		return [
			symbol,
			Decimal.sum([solverAmount, solverAmount, transactionExecutionAmount, transactionExecutionAmount]),
		] as const
	})
	return {
		networkId: testNetworkId,
		tokens: [...tokens.values()].map(({ symbol, resourceAddress, divisibility }) => {
			return { symbol, resourceAddress, divisibility }
		}),
		verifyParentAccessRuleSborHex: feeInfo.verifyParentAccessRuleSborHex,
		settlementFeeMax: Object.fromEntries(fees),
	}
}

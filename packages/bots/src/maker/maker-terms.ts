import { accessRuleManifest, GatewayClient } from '@accord/ledger'
import { Decimal, type FeeInfo, type Pair, type Token } from '@accord/protocol'
import type { DexClient } from '@accord/sdk'
import type { FillSigner } from './sign-fill.ts'

/** What a maker needs of the service's own words; read once, at its start. */
export type MakerTerms = {
	tokens: ReadonlyMap<string, Token>
	pairs: readonly Pair[]
	feeInfo: FeeInfo
	/** The account's fee level. */
	level: number
	/** The access rule of step 1 as manifest text. */
	verifyParentAccessRule: string
}

export async function readMakerTerms(
	dex: DexClient,
	{ account, networkId }: Pick<FillSigner, 'account' | 'networkId'>,
): Promise<MakerTerms> {
	const [tokens, pairs, feeInfo, level] = await Promise.all([
		dex.tokens(),
		dex.tokenPairs(),
		dex.info(),
		dex.accountLevel(account),
	])
	const verifyParentAccessRule = accessRuleManifest(feeInfo.verifyParentAccessRuleSborHex, networkId)
	return { tokens: new Map(tokens.map(token => [token.symbol, token])), pairs, feeInfo, level, verifyParentAccessRule }
}

/** Reads what an account holds of the traded tokens, by symbol. */
export function balanceReader(options: {
	gatewayUrl: string
	account: string
	tokens: ReadonlyMap<string, Token>
}): () => Promise<ReadonlyMap<string, Decimal>> {
	const gateway = new GatewayClient({ url: options.gatewayUrl })
	return async () => {
		const { amounts } = await gateway.balances(options.account)
		const held = [...options.tokens.values()].map(({ symbol, resourceAddress }) => {
			return [symbol, Decimal.parse(amounts.get(resourceAddress) ?? '0')] as const
		})
		return new Map(held)
	}
}

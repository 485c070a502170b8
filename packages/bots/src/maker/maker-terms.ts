import { accessRuleManifest, type GatewayClient } from '@accord/ledger'
import { Decimal, type FeeInfo, type Pair, type Token } from '@accord/protocol'
import type { DexClient } from '@accord/sdk'

/** What a maker needs to know about the service, read once at the start. */
export type MakerTerms = {
	readonly tokens: ReadonlyMap<string, Token>
	readonly pairs: readonly Pair[]
	readonly feeInfo: FeeInfo
	/** The account's fee level. */
	readonly level: number
	/** The access rule of step 1 as manifest text. */
	readonly verifyParentAccessRule: string
}

/** Reads the terms for an account from the Trade API. */
export async function readMakerTerms(
	dex: DexClient,
	{ account, networkId }: { readonly account: string; readonly networkId: number },
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

/** A function that reads from the ledger what an account holds of the traded tokens, by symbol. */
export function balanceReader(options: {
	readonly gateway: Pick<GatewayClient, 'balances'>
	readonly account: string
	readonly tokens: ReadonlyMap<string, Token>
}): () => Promise<ReadonlyMap<string, Decimal>> {
	return async () => {
		const { amounts } = await options.gateway.balances(options.account)
		const held = [...options.tokens.values()].map(({ symbol, resourceAddress }) => {
			return [symbol, Decimal.parse(amounts.get(resourceAddress) ?? '0')] as const
		})
		return new Map(held)
	}
}

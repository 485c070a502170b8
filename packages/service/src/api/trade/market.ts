import {
	type AccountBalances,
	type Clock,
	Decimal,
	FeeInfo,
	NetworkStatus,
	type Pair,
	RegisteredAccounts,
	type Token,
	TokenPairs,
	Tokens,
} from '@accord/protocol'
import type { marketOperations } from '@accord/protocol/contract'
import { requireAccount } from '../../accounts/account-address.ts'
import type { Accounts } from '../../accounts/accounts.ts'
import type { Handlers } from '../http/routes.ts'

type LedgerState = { readonly epoch: number; readonly proposerTimestampMs: number; readonly network: string }

export type MarketDeps = {
	readonly networkId: number
	readonly clock: Clock
	readonly market: { readonly tokens: readonly Token[]; readonly pairs: readonly Pair[] }
	readonly feeInfo: FeeInfo
	readonly ledgerState: () => Promise<LedgerState>
	readonly accounts: Pick<Accounts, 'levelOf' | 'ofMaker'>
	/** Amounts by resource address. */
	readonly balancesOf: (address: string) => Promise<ReadonlyMap<string, string>>
}

/** What is traded, for whom, at which fee. */
export function marketHandlers(deps: MarketDeps): Handlers<typeof marketOperations> {
	const { networkId, clock, market, ledgerState, accounts } = deps
	const feeInfo = FeeInfo.format(deps.feeInfo)
	const tokens = Tokens.format(market.tokens)
	const tokenPairs = TokenPairs.format(market.pairs)
	return {
		getNetworkStatus: async () => {
			const { epoch, network, proposerTimestampMs } = await ledgerState()
			return NetworkStatus.format({
				epoch,
				network,
				networkId,
				ledgerTimestampMs: proposerTimestampMs,
				serviceTimestampMs: clock.nowMs(),
			})
		},
		getTradeInfo: () => feeInfo,
		getTokens: () => tokens,
		getTokenPairs: () => tokenPairs,
		getAccountLevel: async ({ params: { address } }) => {
			requireAccount(networkId, { address, pointer: '/address' })
			return { level: await accounts.levelOf(address) }
		},
		getAccounts: async ({ makerId }) => {
			const addresses = await accounts.ofMaker(makerId)
			return RegisteredAccounts.format(await Promise.all(addresses.map(address => readAccount(deps, address))))
		},
	}
}

async function readAccount({ balancesOf, market }: MarketDeps, address: string): Promise<AccountBalances> {
	const amounts = await balancesOf(address)
	const balances = market.tokens.map(({ symbol, resourceAddress }) => ({
		symbol,
		amount: Decimal.parse(amounts.get(resourceAddress) ?? '0'),
	}))
	return { address, balances }
}

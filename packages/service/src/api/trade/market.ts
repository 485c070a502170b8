import {
	type AccountBalances,
	Decimal,
	FeeInfo,
	NetworkStatus,
	RegisteredAccounts,
	TokenPairs,
	Tokens,
} from '@accord/protocol'
import type { marketOperations } from '@accord/protocol/contract'
import { requireAccount } from '../../accounts/account-address.ts'
import type { Accounts } from '../../accounts/accounts.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Handlers } from '../http/routes.ts'

type MarketRooms = { readonly platform: Platform; readonly accounts: Accounts }

/** Tokens, pairs, accounts and fees. */
export function marketHandlers({ platform, accounts }: MarketRooms): Handlers<typeof marketOperations> {
	const { clock, market, ledger } = platform
	const { networkId } = market
	const feeInfo = FeeInfo.format(platform.feeInfo)
	const tokens = Tokens.format(market.tokens)
	const tokenPairs = TokenPairs.format(market.pairs)
	return {
		getNetworkStatus: async () => {
			const { epoch, network, proposerTimestampMs } = await ledger.state()
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
			return RegisteredAccounts.format(await Promise.all(addresses.map(address => readAccount(platform, address))))
		},
	}
}

async function readAccount({ ledger, market }: Platform, address: string): Promise<AccountBalances> {
	const amounts = await ledger.balancesOf(address)
	const balances = market.tokens.map(({ symbol, resourceAddress }) => ({
		symbol,
		amount: Decimal.parse(amounts.get(resourceAddress) ?? '0'),
	}))
	return { address, balances }
}

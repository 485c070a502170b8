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
	const { clock, ledger } = platform
	const { networkId } = platform.market
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
		getTradeInfo: () => FeeInfo.format(shownFees(platform)),
		getTokens: () => Tokens.format(platform.market.tokens),
		getTokenPairs: () => TokenPairs.format(platform.market.pairs),
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

/** The fee table also has tokens that are no longer traded, for orders that are still open. */
function shownFees({ market, feeInfo }: Platform): FeeInfo {
	const traded = new Set(market.tokens.map(({ symbol }) => symbol))
	const perTokenSettlementFee = feeInfo.perTokenSettlementFee.filter(({ symbol }) => traded.has(symbol))
	return { ...feeInfo, perTokenSettlementFee }
}

async function readAccount({ ledger, market }: Platform, address: string): Promise<AccountBalances> {
	const amounts = await ledger.balancesOf(address)
	const balances = market.tokens.map(({ symbol, resourceAddress }) => ({
		symbol,
		amount: Decimal.parse(amounts.get(resourceAddress) ?? '0'),
	}))
	return { address, balances }
}

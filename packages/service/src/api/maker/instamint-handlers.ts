import {
	formatInstamintAccount,
	formatInstamintAccounts,
	formatInstamintAllowance,
	formatInstamintBalance,
	formatInstamintInfo,
	formatMintableTokens,
	formatPaybackAddresses,
} from '@accord/protocol'
import type { instamintOperations } from '@accord/protocol/contract'
import type { InstamintViews } from '../../instamint/instamint-views.ts'
import type { Handlers } from '../http/routes.ts'

/** Minting on credit, as a maker sees it. Those of one account answer for the maker's first one that has a badge. */
export function instamintHandlers({ info, tokens, accountsOf }: InstamintViews): Handlers<typeof instamintOperations> {
	const firstOf = async (makerId: string) => (await accountsOf(makerId))[0]
	return {
		getInstamintInfo: async () => formatInstamintInfo(await info()),
		getInstamintTokens: async () => formatMintableTokens(await tokens()),
		getInstamintAccount: async ({ makerId }) => formatInstamintAccount(await firstOf(makerId)),
		getInstamintAccounts: async ({ makerId }) => formatInstamintAccounts(await accountsOf(makerId)),
		getInstamintAllowance: async ({ makerId }) => formatInstamintAllowance((await firstOf(makerId)).allowanceXrd),
		getInstamintBalance: async ({ makerId }) => formatInstamintBalance((await firstOf(makerId)).loans),
		getPaybackAddresses: async ({ makerId }) => formatPaybackAddresses((await firstOf(makerId)).paybackAddresses),
	}
}

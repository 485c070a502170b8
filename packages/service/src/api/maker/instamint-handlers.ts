import {
	InstamintAccounts,
	InstamintAllowance,
	InstamintBadges,
	InstamintBalance,
	InstamintInfo,
	MintableTokens,
	PaybackAddresses,
} from '@accord/protocol'
import type { instamintOperations } from '@accord/protocol/contract'
import type { InstamintViews } from '../../instamint/instamint-views.ts'
import type { Handlers } from '../http/routes.ts'

/** Minting on credit, as a maker sees it. Operations on one account use the maker's first account that has a badge. */
export function instamintHandlers({ info, tokens, accountsOf }: InstamintViews): Handlers<typeof instamintOperations> {
	const firstOf = async (makerId: string) => (await accountsOf(makerId))[0]
	return {
		getInstamintInfo: async () => InstamintInfo.format(await info()),
		getInstamintTokens: async () => MintableTokens.format(await tokens()),
		getInstamintAccount: async ({ makerId }) => InstamintBadges.format(await firstOf(makerId)),
		getInstamintAccounts: async ({ makerId }) => InstamintAccounts.format(await accountsOf(makerId)),
		getInstamintAllowance: async ({ makerId }) => InstamintAllowance.format((await firstOf(makerId)).allowanceXrd),
		getInstamintBalance: async ({ makerId }) => InstamintBalance.format((await firstOf(makerId)).loans),
		getPaybackAddresses: async ({ makerId }) => PaybackAddresses.format((await firstOf(makerId)).paybackAddresses),
	}
}

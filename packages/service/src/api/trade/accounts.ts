import type { AccountsWire, Token } from '@accord/protocol'
import { type Authenticate, authenticateRequest } from '../api-key.ts'
import type { TradeApp } from './trade-app.ts'

type AccountsDeps = {
	readonly authenticate: Authenticate
	readonly accountsOfMaker: (makerId: string) => Promise<readonly string[]>
	/** Amounts by resource address. */
	readonly balancesOf: (address: string) => Promise<ReadonlyMap<string, string>>
	readonly market: { readonly tokens: readonly Token[] }
}

/** GET /trade/accounts: the caller's registered accounts and what they hold on the ledger of each traded token. */
export function accounts(app: TradeApp, deps: AccountsDeps): void {
	app.get('/trade/accounts', async (request): Promise<AccountsWire> => {
		const { makerId } = await authenticateRequest(deps, request.headers)
		const addresses = await deps.accountsOfMaker(makerId)
		return { accounts: await Promise.all(addresses.map(address => account(deps, address))) }
	})
}

async function account({ balancesOf, market }: AccountsDeps, address: string) {
	const amounts = await balancesOf(address)
	const balances = market.tokens.map(({ symbol, resourceAddress }) => ({
		symbol,
		amount: amounts.get(resourceAddress) ?? '0',
	}))
	return { address, balances }
}

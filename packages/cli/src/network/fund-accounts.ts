import { GatewayClient } from '@accord/ledger'
import { type Funds, makerFunds, serviceFunds, solverFunds, userFunds } from './play-funds.ts'
import type { PlayKeys } from './play-keys.ts'

/**
 * Funds every account that the ledger does not know yet; on a ledger that goes on from an earlier start that is nobody.
 * Tells how many it funded.
 */
export async function fundAccounts(gatewayUrl: string, keys: PlayKeys): Promise<number> {
	const gateway = new GatewayClient({ url: gatewayUrl })
	const wanted: { address: string; funds: Funds }[] = [
		{ address: keys.service.address, funds: serviceFunds },
		...keys.makers.map(({ address }) => ({ address, funds: makerFunds })),
		...keys.solvers.map(({ address }) => ({ address, funds: solverFunds })),
		...keys.users.map(({ address }) => ({ address, funds: userFunds })),
	]
	let funded = 0
	for (const { address, funds } of wanted) {
		const { amounts } = await gateway.balances(address)
		if (amounts.size > 0) continue
		await fund(gatewayUrl, address, funds)
		funded++
	}
	return funded
}

async function fund(gatewayUrl: string, address: string, funds: Funds): Promise<void> {
	const amounts = Object.entries(funds).map(([symbol, amount]) => ({ symbol, amount }))
	const response = await fetch(`${gatewayUrl}/local/fund`, {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify({ address, amounts }),
	})
	if (!response.ok) throw new Error(`the ledger did not fund ${address}: ${await response.text()}`)
}

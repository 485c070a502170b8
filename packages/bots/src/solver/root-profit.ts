import type { GatewayClient } from '@accord/ledger'
import { Decimal } from '@accord/protocol'

/** What a committed root left on the solver's account, by resource address; the network fee is already taken off. */
export async function rootProfit(
	gateway: GatewayClient,
	transactionId: string,
	account: string,
): Promise<Map<string, Decimal>> {
	const { balance_changes: changes } = await gateway.committedDetails(transactionId)
	const all = [...(changes?.fungible_balance_changes ?? []), ...(changes?.fungible_fee_balance_changes ?? [])]
	const profit = new Map<string, Decimal>()
	for (const { entity_address, resource_address, balance_change } of all) {
		if (entity_address !== account) continue
		const before = profit.get(resource_address) ?? Decimal.zero
		profit.set(resource_address, Decimal.add(before, Decimal.parse(balance_change)))
	}
	return profit
}

/** The profit as text, such as `+0.51 XRD, -0.2 xUSDC`. */
export function formatProfit(profit: ReadonlyMap<string, Decimal>, symbolOf: (resource: string) => string): string {
	const parts = [...profit].filter(([, amount]) => amount !== 0n)
	if (parts.length === 0) return 'nothing'
	return parts
		.map(([resource, amount]) => `${amount > 0n ? '+' : ''}${Decimal.format(amount)} ${symbolOf(resource)}`)
		.join(', ')
}

import { GatewayClient } from '@accord/ledger'
import { Decimal } from '@accord/protocol'
import { GatewayApiClient } from '@radixdlt/babylon-gateway-api-sdk'
import { type Balances, sumBySymbol } from './balances.ts'

/** The total that a set of accounts holds, by symbol, when nothing is in flight. */
export type Totals = { held: Balances; stateVersion: number }

export type Watched = { gatewayUrl: string; accounts: readonly string[]; symbols: ReadonlyMap<string, string> }

/** Sums what all accounts hold; `symbols` names the resources. */
export async function readTotals({ gatewayUrl, accounts, symbols }: Watched): Promise<Totals> {
	const gateway = new GatewayClient({ url: gatewayUrl })
	const { stateVersion } = await gateway.ledgerState()
	const all: (readonly [string, string])[] = []
	for (const account of accounts) {
		const { amounts } = await gateway.balances(account)
		for (const [resource, held] of amounts) all.push([symbols.get(resource) ?? resource, held])
	}
	return { held: sumBySymbol(all), stateVersion }
}

/** The network fees of all transactions after a state version, in XRD. */
export async function feesSince(gatewayUrl: string, { stateVersion }: Pick<Totals, 'stateVersion'>): Promise<Decimal> {
	const api = GatewayApiClient.initialize({ basePath: gatewayUrl, applicationName: 'accord-test' })
	const fees: Decimal[] = []
	for (let cursor: string | null | undefined; ; ) {
		const page = await api.stream.innerClient.streamTransactions({
			streamTransactionsRequest: {
				from_ledger_state: { state_version: stateVersion + 1 },
				order: 'Asc',
				...(cursor == null ? {} : { cursor }),
			},
		})
		fees.push(...page.items.map(item => Decimal.parse(item.fee_paid ?? '0')))
		cursor = page.next_cursor
		if (cursor == null) return Decimal.sum(fees)
	}
}

import { composeDepositPreview, type GatewayClient } from '@accord/ledger'
import type { Market } from '../market/market.ts'

type Deps = {
	readonly gateway: Pick<GatewayClient, 'ledgerState' | 'preview'>
	readonly market: Pick<Market, 'networkId' | 'tokens'>
}

/**
 * Why an account cannot receive some traded token in the way in which an outer pays, as a preview shows it; undefined if
 * it can.
 * @throws GatewayError
 */
export async function depositRefusal({ gateway, market }: Deps, account: string): Promise<string | undefined> {
	const { networkId, tokens } = market
	const { epoch } = await gateway.ledgerState()
	const resources = tokens.map(({ resourceAddress }) => resourceAddress)
	const preview = composeDepositPreview({ account, resources, epoch, networkId })
	const { status, errorMessage = status } = await gateway.preview(preview, { use_free_credit: true })
	return status === 'Succeeded' ? undefined : errorMessage
}

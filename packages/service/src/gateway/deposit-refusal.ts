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
	return await refusalOf(gateway, { account, resources, epoch, networkId })
}

/** The same for any tokens, at an epoch that is known. @throws GatewayError */
export async function refusalOf(
	gateway: Pick<GatewayClient, 'preview'>,
	deposit: Parameters<typeof composeDepositPreview>[0],
): Promise<string | undefined> {
	const { status, errorMessage = status } = await gateway.preview(composeDepositPreview(deposit), {
		use_free_credit: true,
	})
	return status === 'Succeeded' ? undefined : errorMessage
}

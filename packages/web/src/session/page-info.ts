/** What the service says of the network that the page trades on (GET /page.json). */
export type PageInfo = {
	readonly network: string
	readonly networkId: number
	/** Where balances are read; without a slash at the end. */
	readonly gatewayUrl: string
	/** Play money: only the local network, whose keys everybody knows. */
	readonly isPlay: boolean
	/** The dApp that wallets are shown on a public network. */
	readonly dappDefinitionAddress?: string
}

/** Reads GET /page.json. @throws Error when it is something else */
export function parsePageInfo(message: unknown): PageInfo {
	if (typeof message !== 'object' || message === null) throw new Error('page.json is no object')
	const { network, network_id, gateway_url, play, dapp_definition_address } = message as Record<string, unknown>
	if (typeof network !== 'string' || typeof network_id !== 'number' || typeof gateway_url !== 'string')
		throw new Error('page.json does not say which network this is')
	return {
		network,
		networkId: network_id,
		gatewayUrl: gateway_url.replace(/\/+$/, ''),
		isPlay: play === true,
		...(typeof dapp_definition_address === 'string' ? { dappDefinitionAddress: dapp_definition_address } : {}),
	}
}

import type { PageInfoWire } from '@accord/protocol'

/** The only network whose money is play money: the simulator, whose keys everybody knows. */
const playNetworkId = 242

/** What the page is told of its surroundings. */
export type PageSettings = {
	readonly network: { readonly name: string; readonly networkId: number }
	/** Where browsers reach the ledger's Gateway. */
	readonly gatewayUrl: string
	readonly dappDefinitionAddress?: string | undefined
}

/** GET /page.json: which network this is, and where the page asks for balances. */
export function pageInfo({ network, gatewayUrl, dappDefinitionAddress }: PageSettings): PageInfoWire {
	return {
		network: network.name,
		network_id: network.networkId,
		gateway_url: gatewayUrl.replace(/\/+$/, ''),
		play: network.networkId === playNetworkId,
		...(dappDefinitionAddress === undefined ? {} : { dapp_definition_address: dappDefinitionAddress }),
	}
}

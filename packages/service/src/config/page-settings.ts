import { addressWire } from '@accord/protocol'
import { z } from 'zod'

/** What the operator decides about the trading page. */
export type PageConfig = {
	/** Where browsers reach the Gateway, if not where the service does. */
	readonly gatewayUrl?: string
	/** The account that stands for the dApp on the ledger. */
	readonly dappDefinitionAddress?: string
}

/** The section of the configuration file. */
export const pageSettings = z.strictObject({
	gateway_url: z
		.url({ protocol: /^https?$/ })
		.describe('Where browsers reach the Gateway, for balances; gateway_url when absent.')
		.optional(),
	dapp_definition_address: addressWire
		.describe('The account that defines the page as a dApp on the ledger. Without it no wallet can be connected.')
		.optional(),
})

export function toPageConfig(settings: z.infer<typeof pageSettings>): PageConfig {
	return {
		...(settings.gateway_url !== undefined && { gatewayUrl: settings.gateway_url }),
		...(settings.dapp_definition_address !== undefined && { dappDefinitionAddress: settings.dapp_definition_address }),
	}
}

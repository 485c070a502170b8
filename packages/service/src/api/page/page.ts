import { PageInfo, simulatorNetworkId, TradeError } from '@accord/protocol'
import { pageOperations } from '@accord/protocol/contract'
import type { FastifyInstance } from 'fastify'
import { registerRoutes } from '../http/routes.ts'
import { pageDirectory, servePageFiles } from './page-files.ts'
import { embedPolicy, pagePolicy, receiptPolicy } from './page-policy.ts'

/** The network that the page trades on. */
export type PageSettings = {
	readonly network: { readonly name: string; readonly networkId: number }
	/** The URL at which browsers reach the ledger's Gateway. */
	readonly gatewayUrl: string
	readonly dappDefinitionAddress?: string | undefined
	/** Origins whose pages may show the swap in a frame; none if empty. */
	readonly embedOrigins?: readonly string[]
}

/** Serves the trading page and its settings. Without a build, only the page is missing; the service still runs. */
export function registerPage(app: FastifyInstance, settings: PageSettings, directory: string = pageDirectory): void {
	const info = pageInfo(settings)
	app.register(async scope => {
		const sendPage = await servePageFiles(scope, { directory })
		const policy = pagePolicy(info)
		registerRoutes(scope, {
			operations: pageOperations,
			handlers: {
				getPage: async ({ reply }) => sendPage(reply, policy),
				getPageInfo: () => PageInfo.format(info),
			},
		})
		const forReceipts = receiptPolicy(info)
		scope.get('/receipt', async (_, reply) => sendPage(reply, forReceipts))
		scope.get('/embed', async (_, reply) => {
			const { embedOrigins = [] } = settings
			if (embedOrigins.length === 0)
				throw new TradeError('not_found', 'no page may embed the swap: page.embed_origins is empty')
			return sendPage(reply, embedPolicy(info, embedOrigins))
		})
		// Wallets check here whether the website belongs to the dApp that it names.
		if (info.dappDefinitionAddress !== undefined)
			scope.get('/.well-known/radix.json', () => ({ dApps: [{ dAppDefinitionAddress: info.dappDefinitionAddress }] }))
	})
}

function pageInfo({ network, gatewayUrl, dappDefinitionAddress }: PageSettings): PageInfo {
	return {
		network: network.name,
		networkId: network.networkId,
		gatewayUrl: gatewayUrl.replace(/\/+$/, ''),
		isPlay: network.networkId === simulatorNetworkId,
		...(dappDefinitionAddress === undefined ? {} : { dappDefinitionAddress }),
	}
}

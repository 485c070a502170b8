import { access } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { formatPageInfo, type PageInfo, simulatorNetworkId, TradeError } from '@accord/protocol'
import { pageOperations } from '@accord/protocol/contract'
import helmet, { type FastifyHelmetOptions } from '@fastify/helmet'
import serveStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { registerRoutes } from '../http/routes.ts'
import { embedPolicy, pagePolicy, permissionsPolicy } from './page-policy.ts'

/** The network that the page trades on. */
export type PageSettings = {
	readonly network: { readonly name: string; readonly networkId: number }
	/** Where browsers reach the ledger's Gateway. */
	readonly gatewayUrl: string
	readonly dappDefinitionAddress?: string | undefined
	/** Whose pages may show the swap in a frame; no one's if empty. */
	readonly embedOrigins?: readonly string[]
}

/** Where the build of `packages/web` lies. */
const pageDirectory = fileURLToPath(new URL('../../../../web/dist/', import.meta.url))
const yearMs = 365 * 24 * 60 * 60 * 1000

/** Serves the trading page and its settings. Without a build only the page is missing, the service still runs. */
export function registerPage(app: FastifyInstance, settings: PageSettings, directory: string = pageDirectory): void {
	const info = pageInfo(settings)
	const send = async (reply: FastifyReply, file: string) => {
		if (!(await hasFile(directory, file))) throw missing(file)
		return sendPageFile(reply, file)
	}
	const sendPage = async (reply: FastifyReply, policy: FastifyHelmetOptions) => {
		await reply.helmet(policy)
		reply.header('permissions-policy', permissionsPolicy)
		return send(reply, 'index.html')
	}
	app.register(async scope => {
		await scope.register(helmet, { global: false })
		// The build also writes compressed files; which is sent depends on what the browser accepts.
		await scope.register(serveStatic, { root: directory, serve: false, preCompressed: true })
		const policy = pagePolicy(info)
		registerRoutes(scope, {
			operations: pageOperations,
			handlers: {
				getPage: async ({ reply }) => sendPage(reply, policy),
				getPageInfo: () => formatPageInfo(info),
			},
		})
		scope.get('/embed', async (_, reply) => {
			const { embedOrigins = [] } = settings
			if (embedOrigins.length === 0)
				throw new TradeError('not_found', 'no page may embed the swap: page.embed_origins is empty')
			return sendPage(reply, embedPolicy(info, embedOrigins))
		})
		// Wallets look here whether the website belongs to the dApp that it names.
		if (info.dappDefinitionAddress !== undefined)
			scope.get('/.well-known/radix.json', () => ({ dApps: [{ dAppDefinitionAddress: info.dappDefinitionAddress }] }))
		scope.get('/favicon.svg', async (_, reply) => send(reply, 'favicon.svg'))
		scope.get<{ Params: { name: string } }>('/assets/:name', async ({ params: { name } }, reply) => {
			if (!isAssetName(name)) throw missing(name)
			return send(reply, `assets/${name}`)
		})
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

/** Files in `assets/` have a hash of their content in their names and never change. */
function sendPageFile(reply: FastifyReply, file: string): FastifyReply {
	reply.header('x-content-type-options', 'nosniff')
	if (file.startsWith('assets/')) return reply.sendFile(file, { maxAge: yearMs, immutable: true })
	reply.header('cache-control', 'no-cache')
	return reply.sendFile(file, { cacheControl: false })
}

/** The page may be built again while the service runs. */
async function hasFile(directory: string, file: string): Promise<boolean> {
	try {
		await access(join(directory, file))
		return true
	} catch {
		return false
	}
}

/** One path segment, and not one of the compressed files. */
function isAssetName(name: string): boolean {
	return /^[\w-]+(\.[\w-]+)*\.(js|css|svg|wasm|png|woff2)$/.test(name)
}

function missing(file: string): TradeError {
	const how = 'the page is built by `npm start`, or: npm run build -w packages/web'
	return new TradeError(
		'not_found',
		file === 'index.html' ? `the page is not built here; ${how}` : `the page has no file ${file}`,
	)
}

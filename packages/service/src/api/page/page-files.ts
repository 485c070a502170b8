import { access } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { TradeError } from '@accord/protocol'
import helmet, { type FastifyHelmetOptions } from '@fastify/helmet'
import serveStatic from '@fastify/static'
import type { FastifyContextConfig, FastifyInstance, FastifyReply } from 'fastify'
import { permissionsPolicy } from './page-policy.ts'

/** The folder with the build of `packages/web`. */
export const pageDirectory = fileURLToPath(new URL('../../../../web/dist/', import.meta.url))
const yearMs = 365 * 24 * 60 * 60 * 1000

/** What browsers and crawlers ask for by name: icons, what the page is called when it is installed, and what to index. */
const ownFiles = ['favicon.svg', 'icon-192.png', 'icon-512.png', 'manifest.webmanifest', 'robots.txt']

/** Sends the page under a policy, or throws `not_found`. */
type SendPage = (reply: FastifyReply, policy: FastifyHelmetOptions) => Promise<FastifyReply>

/**
 * Serves the page's files, and returns a function that sends the page itself. Without a build, only these files are
 * missing. The build also contains compressed files; which one is sent depends on what the browser accepts.
 */
export async function servePageFiles(
	scope: FastifyInstance,
	{ directory, config = {} }: { directory: string; config?: FastifyContextConfig },
): Promise<SendPage> {
	await scope.register(helmet, { global: false })
	await scope.register(serveStatic, { root: directory, serve: false, preCompressed: true })
	const send = async (reply: FastifyReply, file: string) => {
		if (!(await hasFile(directory, file))) throw missing(file)
		return sendPageFile(reply, file)
	}
	for (const file of ownFiles) scope.get(`/${file}`, { config }, async (_, reply) => send(reply, file))
	scope.get<{ Params: { name: string } }>('/assets/:name', { config }, async ({ params: { name } }, reply) => {
		if (!isAssetName(name)) throw missing(name)
		return send(reply, `assets/${name}`)
	})
	return async (reply, policy) => {
		await reply.helmet(policy)
		reply.header('permissions-policy', permissionsPolicy)
		return send(reply, 'index.html')
	}
}

/** Files in `assets/` have a hash of their content in their names, so they never change. */
function sendPageFile(reply: FastifyReply, file: string): FastifyReply {
	reply.header('x-content-type-options', 'nosniff')
	if (file.startsWith('assets/')) return reply.sendFile(file, { maxAge: yearMs, immutable: true })
	reply.header('cache-control', 'no-cache')
	return reply.sendFile(file, { cacheControl: false })
}

/** The page may be rebuilt while the service is running. */
async function hasFile(directory: string, file: string): Promise<boolean> {
	try {
		await access(join(directory, file))
		return true
	} catch {
		return false
	}
}

/** Exactly one path segment, and not one of the compressed files. */
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

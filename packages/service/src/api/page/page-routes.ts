import { TradeError } from '@accord/protocol'
import helmet from '@fastify/helmet'
import serveStatic from '@fastify/static'
import type { FastifyReply } from 'fastify'
import type { TradeApp } from '../trade/trade-app.ts'
import { hasPageFile, isAssetName, pageDirectory } from './page-files.ts'
import { type PageSettings, pageInfo } from './page-info.ts'
import { pagePolicy } from './page-policy.ts'

const aYearMs = 365 * 24 * 60 * 60 * 1000

/** GET / and what the page loads, with GET /page.json. Without a build only the page is missing, never the service. */
export function registerPage(app: TradeApp, settings: PageSettings, directory: string = pageDirectory): void {
	const info = pageInfo(settings)
	const send = async (reply: FastifyReply, file: string) => {
		if (!(await hasPageFile(directory, file))) throw missing(file)
		return sendPageFile(reply, file)
	}
	app.get('/page.json', async () => info)
	app.register(async scope => {
		await scope.register(helmet, { global: false })
		// The twins that the build compressed are chosen by what the browser accepts.
		await scope.register(serveStatic, { root: directory, serve: false, preCompressed: true })
		scope.get('/', { helmet: pagePolicy(info) }, async (_request, reply) => send(reply, 'index.html'))
		scope.get('/favicon.svg', async (_request, reply) => send(reply, 'favicon.svg'))
		scope.get<{ Params: { name: string } }>('/assets/:name', async ({ params: { name } }, reply) => {
			if (!isAssetName(name)) throw missing(name)
			return send(reply, `assets/${name}`)
		})
	})
}

/** What lies in `assets/` has its content's hash in its name and never changes. */
function sendPageFile(reply: FastifyReply, file: string): FastifyReply {
	if (file.startsWith('assets/')) return reply.sendFile(file, { maxAge: aYearMs, immutable: true })
	reply.header('cache-control', 'no-cache')
	return reply.sendFile(file, { cacheControl: false })
}

function missing(file: string): TradeError {
	const how = 'the page is built by `npm start`, or: npm run build -w packages/web'
	return new TradeError(
		'not_found',
		file === 'index.html' ? `the page is not built here; ${how}` : `the page has no ${file}`,
	)
}

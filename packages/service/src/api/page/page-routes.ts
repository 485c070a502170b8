import { TradeError } from '@accord/protocol'
import helmet from '@fastify/helmet'
import serveStatic from '@fastify/static'
import type { FastifyReply } from 'fastify'
import type { TradeApp } from '../trade/trade-app.ts'
import { pageDirectory, pageFiles } from './page-files.ts'
import { type PageSettings, pageInfo } from './page-info.ts'
import { pagePolicy } from './page-policy.ts'

const entry = 'index.html'
const aYearMs = 365 * 24 * 60 * 60 * 1000

/**
 * GET / and what the page loads, with GET /page.json. The files are those that were there when the service started; without
 * them only the page is missing, never the service.
 */
export function registerPage(app: TradeApp, settings: PageSettings, directory: string = pageDirectory): void {
	const info = pageInfo(settings)
	const files = pageFiles(directory)
	app.get('/page.json', async () => info)
	app.register(async scope => {
		await scope.register(helmet, { global: false })
		await scope.register(serveStatic, { root: directory, serve: false, preCompressed: true, etag: true })
		scope.get('/', { helmet: pagePolicy(info) }, async (_request, reply) => {
			if (!files.includes(entry)) throw missing()
			return send(reply, entry)
		})
		for (const file of files.filter(isServed)) scope.get(`/${file}`, async (_request, reply) => send(reply, file))
	})
}

/** The entry is the path /; the compressed twins are chosen by what the browser accepts. */
function isServed(file: string): boolean {
	return file !== entry && !/\.(br|gz)$/.test(file)
}

/** What lies in `assets/` has its content's hash in its name and never changes. */
function send(reply: FastifyReply, file: string): FastifyReply {
	const isHashed = file.startsWith('assets/')
	const caching = isHashed ? { maxAge: aYearMs, immutable: true } : { cacheControl: false }
	if (!isHashed) reply.header('cache-control', 'no-cache')
	return reply.sendFile(file, caching)
}

function missing(): TradeError {
	return new TradeError(
		'not_found',
		'the page is not built here; `npm start` builds it, or: npm run build -w packages/web',
	)
}

import type { TradeApp } from '../trade/trade-app.ts'
import { loadReference } from './reference.ts'
import { loadScalar } from './scalar.ts'
import { loadSpecifications } from './specifications.ts'

// Whatever a page contains, it gets nothing from elsewhere: the reference is whole without any other network.
const onlyFromHere = [
	"default-src 'self'",
	"script-src 'self' 'unsafe-inline'",
	"style-src 'self' 'unsafe-inline'",
	"img-src 'self' data: blob:",
	"font-src 'self' data:",
].join('; ')

const pageHeaders = { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': onlyFromHere }

/** GET /openapi.json, /asyncapi.json, /openrpc.json and /docs: each built once, when it is first asked for. */
export function registerDocs(app: TradeApp): void {
	const specifications = once(loadSpecifications)
	const reference = once(loadReference)
	const scalar = once(loadScalar)
	for (const name of ['openapi', 'asyncapi', 'openrpc'] as const) {
		app.get(`/${name}.json`, async (_request, reply) => {
			reply.header('content-type', 'application/json; charset=utf-8')
			return (await specifications())[name]
		})
	}
	const servePage = (path: string, load: () => Promise<Buffer>) =>
		app.get(path, async (_request, reply) => {
			reply.headers(pageHeaders)
			return load()
		})
	servePage('/docs', async () => (await reference()).index)
	servePage('/docs/flash', async () => (await reference()).flash)
	servePage('/docs/solver', async () => (await reference()).solver)
	servePage('/docs/rest', async () => (await scalar()).page)
	app.get('/docs/scalar.js', async (_request, reply) => {
		reply.headers({ 'content-type': 'text/javascript; charset=utf-8', 'cache-control': 'public, max-age=86400' })
		return (await scalar()).script
	})
}

function once<T>(load: () => Promise<T>): () => Promise<T> {
	let loaded: Promise<T> | undefined
	return () => {
		loaded ??= load()
		return loaded
	}
}

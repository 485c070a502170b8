import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { after, before, it } from 'node:test'
import {
	asyncApi,
	documentOperations,
	flashContract,
	guideNames,
	openApi,
	openRpc,
	solverContract,
} from '@accord/protocol/contract'
import fastify from 'fastify'
import { validatorCompiler } from 'fastify-type-provider-zod'
import { registerRoutes } from '../http/routes.ts'
import { documentHandlers } from './documents.ts'

const app = fastify()
app.setValidatorCompiler(validatorCompiler)

before(() => registerRoutes(app, { operations: documentOperations, handlers: documentHandlers(app, () => true) }))
after(() => app.close())

async function get(path: string) {
	const { statusCode, headers, body } = await app.inject(path)
	assert.equal(statusCode, 200, path)
	return { type: headers['content-type'], policy: String(headers['content-security-policy']), body }
}

// shows documents: Served at /openapi.json, /asyncapi.json, /openrpc.json and /docs, which works offline
it('serves the three documents of the contract', async () => {
	for (const [path, document] of Object.entries({ openapi: openApi(), asyncapi: asyncApi(), openrpc: openRpc() })) {
		const { type, body } = await get(`/${path}.json`)
		assert.equal(type, 'application/json; charset=utf-8')
		const { servers: _, ...others } = JSON.parse(JSON.stringify(document))
		const { servers, ...served } = JSON.parse(body)
		assert.deepEqual(served, others)
		assert.ok(Object.values(servers).length === 1)
	}
})

const asked: [string, Record<string, string>, string][] = [
	['the host that was asked', { host: 'accord.example' }, 'http://accord.example'],
	['its port', { host: '[::1]:8480' }, 'http://[::1]:8480'],
	['the scheme that the proxy was asked by', { host: 'a.example', 'x-forwarded-proto': 'https' }, 'https://a.example'],
	['what is no host, not at all', { host: 'a.example/"><script>' }, 'http://127.0.0.1:8480'],
]
for (const [title, headers, url] of asked) {
	// shows documents: They name the host of the request
	it(`the documents name ${title}`, async () => {
		const servers = async (path: string) => JSON.parse((await app.inject({ path, headers })).body).servers
		assert.equal((await servers('/openapi.json'))[0].url, url)
		const socket = url.replace('http', 'ws')
		assert.equal((await servers('/openrpc.json'))[0].url, `${socket}/flash`)
		const [server] = Object.values(await servers('/asyncapi.json')) as { protocol: string; host: string }[]
		assert.equal(`${server?.protocol}://${server?.host}`, socket)
	})
}

// shows documents: Served at /openapi.json, /asyncapi.json, /openrpc.json and /docs, which works offline
it('the reference of the Trade API takes its script and its document from the service itself', async () => {
	const { body } = await get('/docs/rest')
	const sources = [...body.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, source]) => source)
	assert.deepEqual(sources, ['/docs/scalar.js'])
	assert.match(body, /"url": "\/openapi.json"/)
	assert.doesNotMatch(body, /https?:\/\//)
	const script = await get('/docs/scalar.js')
	assert.equal(script.type, 'text/javascript; charset=utf-8')
	assert(script.body.length > 1_000_000 && script.body.includes('createApiReference'))
})

const guidePaths = guideNames.map(name => `/docs/guides/${name}`)
for (const path of ['/docs', '/docs/rest', '/docs/flash', '/docs/solver', ...guidePaths]) {
	it(`${path} loads nothing from other hosts, and its policy forbids it`, async () => {
		const { type, policy, body } = await get(path)
		assert.equal(type, 'text/html; charset=utf-8')
		assert.match(policy, /^default-src 'self'; /)
		assert.doesNotMatch(policy, /https?:|\*/)
		assert.doesNotMatch(body, /(?:src|href)="(?!\/)/)
	})
}

it('scripts run on the page of the Trade API only, in a sandbox without the trading page’s origin', async () => {
	const policyOf = async (path: string) => (await get(path)).policy.split('; ')
	const sandbox = (await policyOf('/docs/rest')).find(directive => directive.startsWith('sandbox '))?.split(' ')
	assert.deepEqual([sandbox?.includes('allow-scripts'), sandbox?.includes('allow-same-origin')], [true, false])
	for (const path of ['/docs', '/docs/flash', '/docs/solver']) {
		assert.ok((await policyOf(path)).includes("script-src 'none'"), path)
	}
})

// shows documents: Served at /openapi.json, /asyncapi.json, /openrpc.json and /docs, which works offline
it('the pages of the sockets have every method, message, field and error', async () => {
	const flash = (await get('/docs/flash')).body
	for (const { id, name } of flashContract) assert.match(flash, new RegExp(`<h3 id="${id}"><code>${name}</code>`))
	const words = ['cancel_on_disconnect', 'fill.sell.amount', 'invalid_price_book', '4008', 'slow_consumer']
	for (const word of words) assert(flash.includes(word), word)
	const solver = (await get('/docs/solver')).body
	for (const { id, name } of solverContract) assert.match(solver, new RegExp(`<h3 id="${id}"><code>${name}</code>`))
	for (const word of ['since', 'params.reason', 'sequence_ahead']) assert(solver.includes(word), word)
	assert.doesNotMatch(flash + solver, /undefined|\[object/)
})

// shows documents: The guides are served at /docs/guides, beside the reference
it('every guide is a page, and its links and headings lead somewhere', async () => {
	const index = (await get('/docs')).body
	const pages = new Map(await Promise.all(guidePaths.map(async path => [path, (await get(path)).body] as const)))
	for (const [path, body] of pages) {
		assert.ok(index.includes(`href="${path}"`), path)
		assert.doesNotMatch(body.replaceAll(/<(pre|code|style)>[\s\S]*?<\/\1>/g, ''), /\]\(|\*\*|^#|```|\|--/m, path)
		for (const [, to = '', anchor] of body.matchAll(/<a href="(\/docs\/guides\/[\w-]+)?(?:#([^"]+))?"/g)) {
			const target = to === '' ? body : pages.get(to)
			assert.ok(target !== undefined, `${path} → ${to}`)
			if (anchor !== undefined) assert.ok(target.includes(`id="${anchor}"`), `${path} → ${to}#${anchor}`)
		}
	}
	assert.match(pages.get('/docs/guides/dex') ?? '', /<pre><code[^>]*>url=[\s\S]*signed=\$\(post[\s\S]*<\/pre>/)
	assert.match(pages.get('/docs/guides/fees') ?? '', /<table>\n<thead>\n<tr>\n<th>/)
})

/** Pages in docs for those who operate the service or work on it. */
const otherPages = ['architecture', 'bus', 'configuration', 'contributing', 'reliability', 'scale']

// shows documents: The guides are served at /docs/guides, beside the reference
it('every page in docs that is for users is a guide', () => {
	const pages = globSync('*.md', { cwd: new URL('../../../../../docs/', import.meta.url) })
	const names = pages.map(page => page.replace(/\.md$/, '')).filter(name => !otherPages.includes(name))
	assert.deepEqual([...guideNames].sort(), names.sort())
})

// shows documents: The vectors describe themselves, and are served at /docs/vectors.json
it('serves the vectors, to which the guide by-hand leads', async () => {
	const { type, body } = await get('/docs/vectors.json')
	assert.equal(type, 'application/json; charset=utf-8')
	assert.equal(body, readFileSync(new URL('../../../../../docs/vectors.json', import.meta.url), 'utf8'))
	assert.match((await get('/docs/guides/by-hand')).body, /<a href="\/docs\/vectors\.json">/)
})

it('error: an unknown guide', async () => {
	assert.equal((await app.inject('/docs/guides/nothing')).json().code, 'not_found')
})

import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { pino } from 'pino'
import { createHttpServer } from '../http/http-server.ts'
import { RateLimits } from '../http/rate-limits.ts'
import { realClock } from '../sockets/socket-server-fixture.ts'
import { registerOperatorView } from './operator-api.ts'
import { requireOperatorKey } from './operator-key.ts'

const script = 'console.log("the page")'
const built = mkdtempSync(join(tmpdir(), 'accord-view-'))
mkdirSync(join(built, 'assets'))
writeFileSync(join(built, 'index.html'), '<!doctype html><title>Accord</title>')
writeFileSync(join(built, 'favicon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>')
writeFileSync(join(built, 'assets', 'main-1a2b.js'), script)
after(() => rmSync(built, { recursive: true }))

/** The operator's port, with no key that it would accept. */
function serve(directory: string) {
	const rates = { requestsPerMinute: 1_000, requestsPerMinutePerKey: 1_000, connectionsPerAddress: 1_000 }
	const limits = { ...rates, bodyBytes: 1_000 }
	const rateLimits = new RateLimits({ clock: realClock, limits })
	const app = createHttpServer({ rateLimits, limits, log: pino({ level: 'silent' }) })
	requireOperatorKey(app, { operatorOf: async () => undefined, refusals: { note: () => undefined } })
	registerOperatorView(app, directory)
	after(() => app.close())
	return app
}

test('the view and its files take no key', async () => {
	const app = serve(built)
	const root = await app.inject('/')
	assert.deepEqual([root.statusCode, root.headers.location], [302, '/operator'])
	const { statusCode, headers, body } = await app.inject('/operator')
	assert.equal(statusCode, 200)
	assert.match(body, /<title>Accord/)
	assert.equal(headers['content-type'], 'text/html; charset=utf-8')
	assert.equal(headers['cache-control'], 'no-cache')
	assert.equal(headers['x-content-type-options'], 'nosniff')
	assert.equal((await app.inject('/assets/main-1a2b.js')).body, script)
	assert.equal((await app.inject('/favicon.svg')).statusCode, 200)
	assert.equal((await app.inject({ url: '/operator', method: 'HEAD' })).statusCode, 200)
})

test('its policy lets it connect to its own port only, and be framed by no one', async () => {
	const { headers } = await serve(built).inject('/operator')
	assert.deepEqual(String(headers['content-security-policy']).split(';').sort(), [
		"base-uri 'none'",
		"connect-src 'self'",
		"default-src 'none'",
		"form-action 'none'",
		"frame-ancestors 'none'",
		"img-src 'self'",
		"script-src 'self'",
		"style-src 'self'",
	])
	assert.match(String(headers['permissions-policy']), /camera=\(\)/)
	assert.equal(headers['access-control-allow-origin'], undefined)
})

// shows decision 80: The operator's view is served by the operator's port
test('error: everything else takes a key, even unknown paths', async () => {
	const app = serve(built)
	for (const url of ['/operator/overview', '/index.html', '/page.json', '/embed', '/nowhere'])
		assert.equal((await app.inject(url)).statusCode, 401, url)
	assert.equal((await app.inject('/assets/gone-1.js')).statusCode, 404)
	assert.equal((await app.inject('/assets/..%2findex.html')).statusCode, 404)
	assert.equal((await app.inject({ url: '/operator', method: 'POST' })).statusCode, 401)
})

test('error: without a build only the view is missing', async () => {
	const { statusCode, headers, body } = await serve(join(built, 'nowhere')).inject('/operator')
	assert.deepEqual([statusCode, headers['content-type']], [404, 'application/problem+json'])
	assert.match(JSON.parse(body).detail, /npm start/)
})

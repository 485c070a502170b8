import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { PageInfo } from '@accord/protocol'
import { pino } from 'pino'
import { createHttpServer } from '../http/http-server.ts'
import { RateLimits } from '../http/rate-limits.ts'
import { realClock } from '../sockets/socket-server-fixture.ts'
import { type PageSettings, registerPage } from './page.ts'

const script = 'console.log("the page")'
const built = mkdtempSync(join(tmpdir(), 'accord-page-'))
mkdirSync(join(built, 'assets'))
writeFileSync(join(built, 'index.html'), '<!doctype html><title>Accord</title>')
writeFileSync(join(built, 'favicon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>')
for (const name of ['icon-192.png', 'manifest.webmanifest', 'robots.txt']) writeFileSync(join(built, name), name)
writeFileSync(join(built, 'assets', 'codec-1a2b.wasm'), Buffer.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0))
writeFileSync(join(built, 'assets', 'main-1a2b.js'), script)
writeFileSync(join(built, 'assets', 'main-1a2b.js.gz'), gzipSync(script))
after(() => rmSync(built, { recursive: true }))

const local: PageSettings = { network: { name: 'simulator', networkId: 242 }, gatewayUrl: 'http://127.0.0.1:8481/' }
const stokenet: PageSettings = {
	network: { name: 'stokenet', networkId: 2 },
	gatewayUrl: 'https://gateway.example/core',
	dappDefinitionAddress: 'account_tdx_2_1',
}

function serve(settings: PageSettings, directory: string) {
	const rates = { requestsPerMinute: 1_000, requestsPerMinutePerKey: 1_000, connectionsPerAddress: 1_000 }
	const limits = { ...rates, bodyBytes: 1_000 }
	const rateLimits = new RateLimits({ clock: realClock, limits })
	const app = createHttpServer({ rateLimits, limits, log: pino({ level: 'silent' }) })
	registerPage(app, settings, directory)
	after(() => app.close())
	return app
}

test('page.json names the network, and says play money only on the simulator', async () => {
	const { body } = await serve(local, built).inject('/page.json')
	const told = { network: 'simulator', network_id: 242, gateway_url: 'http://127.0.0.1:8481', play: true }
	assert.deepEqual(PageInfo.wire.parse(JSON.parse(body)), told)
	assert.deepEqual((await serve(stokenet, built).inject('/page.json')).json(), {
		network: 'stokenet',
		network_id: 2,
		gateway_url: 'https://gateway.example/core',
		play: false,
		dapp_definition_address: 'account_tdx_2_1',
	})
})

// shows status: getPage 200
test('the page’s policy allows nothing inline, and connections only to this service and the Gateway', async () => {
	const { statusCode, headers, body } = await serve(local, built).inject('/')
	assert.equal(statusCode, 200)
	assert.match(body, /<title>Accord/)
	assert.equal(headers['content-type'], 'text/html; charset=utf-8')
	assert.equal(headers['cache-control'], 'no-cache')
	const policy = String(headers['content-security-policy']).split(';')
	const directive = (name: string) => policy.find(part => part.startsWith(`${name} `))
	assert.equal(directive('script-src'), "script-src 'self' 'wasm-unsafe-eval'")
	assert.equal(directive('style-src'), "style-src 'self'")
	assert.equal(directive('connect-src'), "connect-src 'self' http://127.0.0.1:8481")
	assert.equal(directive('frame-ancestors'), "frame-ancestors 'none'")
	assert.doesNotMatch(policy.join(';'), /'unsafe|\*/)
	assert.equal(headers['x-content-type-options'], 'nosniff')
	assert.match(String(headers['permissions-policy']), /camera=\(\), .*geolocation=\(\), .*payment=\(\), .*usb=\(\)/)
	const { headers: abroad } = await serve(stokenet, built).inject('/')
	assert.match(
		String(abroad['content-security-policy']),
		/connect-src 'self' https:\/\/gateway\.example https:\/\/radix/,
	)
})

test('where wallets connect, the policy also admits their relay and the styles of their button by hash; nothing else inline', async () => {
	const { headers } = await serve(stokenet, built).inject('/')
	const policy = String(headers['content-security-policy']).split(';')
	const directive = (name: string) => policy.find(part => part.startsWith(`${name} `))
	assert.equal(directive('script-src'), "script-src 'self' 'wasm-unsafe-eval'")
	assert.equal(
		directive('connect-src'),
		"connect-src 'self' https://gateway.example https://radix-connect-relay.radixdlt.com",
	)
	assert.match(directive('style-src') ?? '', /^style-src 'self' 'sha256-[\w+/]+='$/)
	assert.match(directive('style-src-attr') ?? '', /^style-src-attr 'unsafe-hashes'( 'sha256-[\w+/]+=')+$/)
	assert.doesNotMatch(policy.join(';'), /unsafe-inline|'unsafe-eval'|\*/)
})

test('the swap may be framed by pages of the configured origins only, and by none without them', async () => {
	const origins = ['https://dex.example', 'http://127.0.0.1:3000']
	const { statusCode, headers } = await serve({ ...local, embedOrigins: origins }, built).inject('/embed?sell=XRD')
	assert.equal(statusCode, 200)
	const policy = String(headers['content-security-policy']).split(';')
	assert.ok(policy.includes('frame-ancestors https://dex.example http://127.0.0.1:3000'), policy.join())
	assert.equal(headers['x-frame-options'], undefined)
	assert.equal(headers['x-content-type-options'], 'nosniff')
	assert.match(String(headers['permissions-policy']), /camera=\(\), .*geolocation=\(\), .*payment=\(\), .*usb=\(\)/)
	assert.equal((await serve(local, built).inject('/embed')).statusCode, 404)
	const { headers: alone } = await serve({ ...local, embedOrigins: origins }, built).inject('/')
	assert.match(String(alone['content-security-policy']), /frame-ancestors 'none'/)
})

test('a receipt may ask any Gateway, and no wallet: it signs nothing', async () => {
	const { statusCode, headers } = await serve(stokenet, built).inject('/receipt')
	assert.equal(statusCode, 200)
	const policy = String(headers['content-security-policy']).split(';')
	const directive = (name: string) => policy.find(part => part.startsWith(`${name} `))
	assert.equal(
		directive('connect-src'),
		"connect-src 'self' https://gateway.example https: http://127.0.0.1:* http://localhost:*",
	)
	assert.equal(directive('script-src'), "script-src 'self' 'wasm-unsafe-eval'")
	assert.equal(directive('style-src'), "style-src 'self'")
	assert.equal(directive('frame-ancestors'), "frame-ancestors 'none'")
})

test('browsers find icons, a manifest, and what to index', async () => {
	const app = serve(local, built)
	for (const [file, type] of [
		['icon-192.png', 'image/png'],
		['manifest.webmanifest', 'application/manifest+json'],
		['robots.txt', 'text/plain; charset=utf-8'],
	] as const) {
		const { statusCode, headers, body } = await app.inject(`/${file}`)
		assert.deepEqual([statusCode, headers['content-type'], body], [200, type, file])
	}
})

test('the policy names only permissions that browsers know', async () => {
	const { headers } = await serve(local, built).inject('/')
	assert.doesNotMatch(String(headers['permissions-policy']), /bluetooth/)
})

test('wallets find to which dApp the website belongs', async () => {
	const { body } = await serve(stokenet, built).inject('/.well-known/radix.json')
	assert.deepEqual(JSON.parse(body), { dApps: [{ dAppDefinitionAddress: 'account_tdx_2_1' }] })
	assert.equal((await serve(local, built).inject('/.well-known/radix.json')).statusCode, 404)
})

test('only the page has such headers; files with a hash in their names are cached for ever', async () => {
	const app = serve(local, built)
	const { headers, body } = await app.inject('/assets/main-1a2b.js')
	assert.equal(body, script)
	assert.equal(headers['cache-control'], 'public, max-age=31536000, immutable')
	assert.equal(headers['content-security-policy'], undefined)
	assert.equal(headers['x-content-type-options'], 'nosniff')
	assert.equal((await app.inject('/favicon.svg')).headers['cache-control'], 'no-cache')
	// Without this content type, a browser starts compiling only after everything has arrived.
	assert.equal((await app.inject('/assets/codec-1a2b.wasm')).headers['content-type'], 'application/wasm')
})

test('a browser that accepts gzip gets the file that the build compressed', async () => {
	const app = serve(local, built)
	const { headers, rawPayload } = await app.inject({
		url: '/assets/main-1a2b.js',
		headers: { 'accept-encoding': 'gzip' },
	})
	assert.equal(headers['content-encoding'], 'gzip')
	assert.equal(headers['content-type'], 'application/javascript; charset=utf-8')
	assert.deepEqual(rawPayload, gzipSync(script))
	assert.equal((await app.inject('/assets/main-1a2b.js.gz')).statusCode, 404)
})

// shows status: getPage 304
test('an unchanged page is not sent again', async () => {
	const app = serve(local, built)
	const { etag } = (await app.inject('/')).headers
	const again = await app.inject({ url: '/', headers: { 'if-none-match': String(etag) } })
	assert.deepEqual([again.statusCode, again.body], [304, ''])
})

test('only the page’s own files are served', async () => {
	const app = serve(local, built)
	for (const url of [
		'/index.html',
		'/assets/',
		'/assets/..%2findex.html',
		'/assets/../../package.json',
		'/assets/gone-1.js',
	])
		assert.equal((await app.inject(url)).statusCode, 404, url)
	assert.equal((await app.inject({ url: '/', method: 'POST' })).statusCode, 405)
})

// shows status: getPage 404
test('error: without a build only the page is missing, and the error says how to build it', async () => {
	const app = serve(local, join(built, 'nowhere'))
	const { statusCode, headers, body } = await app.inject('/')
	assert.deepEqual([statusCode, headers['content-type']], [404, 'application/problem+json'])
	assert.match(JSON.parse(body).detail, /npm start/)
	assert.equal((await app.inject('/page.json')).statusCode, 200)
})

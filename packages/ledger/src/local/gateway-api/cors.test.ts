import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import Fastify from 'fastify'
import { allowBrowsers } from './cors.ts'

const own = 'http://127.0.0.1:8480'
const foreign = 'https://evil.example'
const server = Fastify()

before(() => {
	allowBrowsers(server, [own, 'http://localhost:8480'])
	server.post('/status/gateway-status', async () => ({}))
	server.post('/local/fund', async () => ({}))
})
after(() => server.close())

async function call(method: 'OPTIONS' | 'POST', url: string, origin: string) {
	const { statusCode, headers } = await server.inject({ method, url, headers: { origin } })
	return [statusCode, headers['access-control-allow-origin']]
}

test('the Gateway API is open to every page', async () => {
	for (const origin of [own, foreign]) {
		assert.deepEqual(await call('OPTIONS', '/status/gateway-status', origin), [204, '*'])
		assert.deepEqual(await call('POST', '/status/gateway-status', origin), [200, '*'])
	}
})

test('the local network’s endpoints are open only to its own page', async () => {
	assert.deepEqual(await call('OPTIONS', '/local/fund', own), [204, own])
	assert.deepEqual(await call('POST', '/local/fund', own), [200, own])
	assert.deepEqual(await call('OPTIONS', '/local/fund', foreign), [403, undefined])
	assert.deepEqual(await call('POST', '/local/fund', foreign), [200, undefined])
	assert.deepEqual(await call('OPTIONS', '/local/fund', 'http://127.0.0.1:8482'), [403, undefined])
})

import assert from 'node:assert/strict'
import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, it } from 'node:test'
import { problemWire, TradeError } from '@accord/protocol'
import { pino } from 'pino'
import { z } from 'zod'
import { createTradeApp, type TradeApp } from './trade-app.ts'

const bodyBytes = 1024

async function openTestApp({ requestsPerMinute = 1000 } = {}) {
	const app = await createTradeApp({ limits: { bodyBytes, requestsPerMinute }, log: pino({ level: 'silent' }) })
	const body = z.strictObject({ amount: z.string() })
	app.get('/trade/thing/:name', async () => ({ fine: true }))
	app.post('/trade/things', { schema: { body }, config: { submission: true } }, async () => ({ success: true }))
	app.get('/busy', async () => {
		throw new TradeError('busy', undefined, { extra: { retry_after_s: 7 } })
	})
	app.get('/broken', async () => {
		throw new Error('a secret of ours')
	})
	await app.listen({ host: '127.0.0.1', port: 0 })
	const { port } = app.server.address() as AddressInfo
	return { app, url: `http://127.0.0.1:${port}`, port }
}

const post = (url: string, body: string, type = 'application/json') =>
	fetch(url, { method: 'POST', body, headers: { 'content-type': type } })

async function problemOf(response: Response) {
	assert.equal(response.headers.get('content-type'), 'application/problem+json')
	const problem = problemWire.parse(await response.json())
	assert.equal(problem.status, response.status)
	assert.equal(problem.request_id, response.headers.get('x-request-id'))
	return problem
}

describe('the HTTP server', () => {
	let app: TradeApp
	let url: string
	let port: number
	before(async () => {
		;({ app, url, port } = await openTestApp())
	})
	after(() => app.close())

	it('takes a slash too many, in front and behind', async () => {
		for (const path of ['//trade/thing/x', '/trade//thing/x', '/trade/thing/x/']) {
			assert.equal((await fetch(url + path)).status, 200, path)
		}
	})

	it('error: an unknown path is not_found', async () => {
		const problem = await problemOf(await fetch(`${url}/nowhere?x=1`))
		assert.deepEqual([problem.status, problem.code, problem.instance], [404, 'not_found', '/nowhere'])
	})

	it('error: another method is method_not_allowed and told which are allowed', async () => {
		const response = await fetch(`${url}/trade/thing/x`, { method: 'DELETE' })
		assert.equal(response.headers.get('allow'), 'GET, HEAD')
		assert.equal((await problemOf(response)).code, 'method_not_allowed')
	})

	it('error: a path that is no URL is refused as a problem', async () => {
		const response = await fetch(`${url}/trade/thing/%E0%A4%A`)
		assert.equal(response.status, 404)
		assert.equal(problemWire.parse(await response.json()).code, 'not_found')
	})

	const refusedBodies: [string, string, string, number, string][] = [
		['text that is no JSON', '{"amount":', 'application/json', 400, 'malformed_json'],
		['an empty body', '', 'application/json', 400, 'malformed_json'],
		['another media type', 'amount=1', 'text/plain', 415, 'unsupported_media_type'],
		[
			'a body beyond the limit',
			JSON.stringify({ amount: '1'.repeat(bodyBytes) }),
			'application/json',
			413,
			'body_too_large',
		],
		['a missing field', '{}', 'application/json', 422, 'validation_failed'],
		['a field that does not exist', '{"amount":"1","amuont":"2"}', 'application/json', 422, 'unknown_field'],
		['a prototype', '{"amount":"1","__proto__":{"x":1}}', 'application/json', 400, 'malformed_json'],
	]
	for (const [what, body, type, status, code] of refusedBodies) {
		it(`error: ${what} is ${code}, and the submission did not succeed`, async () => {
			const problem = await problemOf(await post(`${url}/trade/things`, body, type))
			assert.deepEqual([problem.status, problem.code, problem.success], [status, code, false])
		})
	}

	it('error: errors[] points to each field', async () => {
		const problem = await problemOf(await post(`${url}/trade/things`, '{"amount":1,"b":2}'))
		assert.deepEqual(
			problem.errors?.map(({ pointer, rule }) => [pointer, rule]),
			[
				['/amount', 'validation_failed'],
				['/b', 'unknown_field'],
			],
		)
	})

	it('error: a busy service says when to come again', async () => {
		const response = await fetch(`${url}/busy`)
		assert.equal(response.headers.get('retry-after'), '7')
		assert.equal((await problemOf(response)).code, 'busy')
	})

	it('error: an internal error never shows its message', async () => {
		const response = await fetch(`${url}/broken`)
		const text = await response.text()
		assert.equal(response.status, 500)
		assert.doesNotMatch(text, /secret/)
		assert.equal(JSON.parse(text).code, 'internal')
	})

	it('lets browsers of any origin ask, also with a key', async () => {
		const headers = { origin: 'https://dex.example', 'access-control-request-method': 'POST' }
		const response = await fetch(`${url}/trade/things`, { method: 'OPTIONS', headers })
		assert.equal(response.headers.get('access-control-allow-origin'), '*')
		assert.match(response.headers.get('access-control-allow-headers') ?? '', /service-api-key/)
	})

	it('answers a client that offers HTTP/2 by upgrade in the ordinary way', async () => {
		const headers = { connection: 'Upgrade, HTTP2-Settings', upgrade: 'h2c', 'http2-settings': 'AAMAAABkAAQAAP__' }
		const status = await new Promise<number | undefined>((resolve, reject) => {
			const asked = request({ port, path: '/trade/thing/x', headers }, response => {
				response.resume()
				resolve(response.statusCode)
			})
			asked.on('error', reject).end()
		})
		assert.equal(status, 200)
	})
})

describe('the rate limit', () => {
	it('error: one request too many is rate_limited, with Retry-After', async t => {
		const { app, url } = await openTestApp({ requestsPerMinute: 2 })
		t.after(() => app.close())
		for (let count = 0; count < 2; count++) assert.equal((await fetch(`${url}/trade/thing/x`)).status, 200)
		const response = await fetch(`${url}/trade/thing/x`)
		assert.match(response.headers.get('retry-after') ?? '', /^[1-9]\d?$/)
		assert.equal((await problemOf(response)).code, 'rate_limited')
	})
})

import assert from 'node:assert/strict'
import { request } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { after, before, describe, it } from 'node:test'
import { type Clock, problemWire, TradeError } from '@accord/protocol'
import { type Operation, type OperationTable, sample, withIds } from '@accord/protocol/contract'
import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { z } from 'zod'
import { createHttpServer } from './http-server.ts'
import { answerBytesPerRequest, RateLimits } from './rate-limits.ts'
import { registerRoutes } from './routes.ts'

const bodyBytes = 1024

const answers = [{ status: 200, description: '', body: sample(z.looseObject({}), {}) }] satisfies Operation['answers']
const open = { method: 'get', tag: 'Service', summary: '', auth: 'none', answers, errors: [] } as const
const testOperations = withIds({
	getThing: { ...open, path: '/trade/thing/{name}' },
	addThing: {
		...open,
		method: 'post',
		path: '/trade/things',
		body: sample(z.strictObject({ amount: z.string() }), { amount: '1' }),
		submission: true,
	},
	getAccounts: { ...open, path: '/trade/accounts' },
	getBooks: { ...open, path: '/maker/books' },
	getAlways: { ...open, path: '/always', unlimited: true },
} satisfies OperationTable)

async function openTestApp({
	requestsPerMinute = 1000,
	requestsPerMinutePerKey = 1000,
	connectionsPerAddress = 1000,
	timeouts = {},
} = {}) {
	let nowMs = 1_000_000
	const clock: Clock = { nowMs: () => nowMs, wakeAt: () => () => {} }
	const limits = { requestsPerMinute, requestsPerMinutePerKey, connectionsPerAddress }
	const rateLimits = new RateLimits({ clock, limits })
	const app = createHttpServer({ rateLimits, limits: { bodyBytes }, log: pino({ level: 'silent' }), timeouts })
	const fine = () => ({ fine: true })
	registerRoutes(app, {
		operations: testOperations,
		handlers: {
			getThing: fine,
			addThing: () => ({ success: true }),
			getAccounts: fine,
			getBooks: fine,
			getAlways: fine,
		},
	})
	app.get('/busy', async () => {
		throw new TradeError('busy', undefined, { extra: { retry_after_s: 7 } })
	})
	app.get('/long', async () => ({ text: 'x'.repeat(5 * answerBytesPerRequest) }))
	// More than the system buffers for a reader.
	app.get('/large', async () => Buffer.alloc(32 * 1024 * 1024))
	app.get('/broken', async () => {
		throw new Error('a secret of ours')
	})
	await app.listen({ host: '127.0.0.1', port: 0 })
	const { port } = app.server.address() as AddressInfo
	const advance = (seconds: number) => {
		nowMs += seconds * 1000
	}
	return { app, url: `http://127.0.0.1:${port}`, port, advance }
}

const corsOf = ({ headers }: Response) => [...headers.keys()].filter(name => name.startsWith('access-control-'))
const rateOf = ({ headers }: Response) => ['limit', 'remaining', 'reset'].map(name => headers.get(`ratelimit-${name}`))

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
	let app: FastifyInstance
	let url: string
	let port: number
	before(async () => {
		;({ app, url, port } = await openTestApp())
	})
	after(() => app.close())

	it('accepts an additional slash at the beginning and the end of a path', async () => {
		for (const path of ['//trade/thing/x', '/trade//thing/x', '/trade/thing/x/']) {
			assert.equal((await fetch(url + path)).status, 200, path)
		}
	})

	// shows error: not_found
	it('error: an unknown path is not_found', async () => {
		const problem = await problemOf(await fetch(`${url}/nowhere?x=1`))
		assert.deepEqual([problem.status, problem.code, problem.instance], [404, 'not_found', '/nowhere'])
	})

	// shows error: method_not_allowed
	it('error: another method is method_not_allowed, with the allowed ones', async () => {
		const response = await fetch(`${url}/trade/thing/x`, { method: 'DELETE' })
		assert.equal(response.headers.get('allow'), 'GET, HEAD')
		assert.equal((await problemOf(response)).code, 'method_not_allowed')
		// The body is left out, too; otherwise the framework would complain about it first.
		const query = await fetch(`${url}/trade/thing/x`, { method: 'QUERY' })
		assert.deepEqual([query.headers.get('allow'), (await problemOf(query)).code], ['GET, HEAD', 'method_not_allowed'])
		assert.equal((await problemOf(await fetch(`${url}/nowhere`, { method: 'QUERY' }))).code, 'not_found')
	})

	it('error: a path that is not a URL is refused with a problem', async () => {
		const response = await fetch(`${url}/trade/thing/%E0%A4%A`)
		assert.equal(response.status, 404)
		assert.equal(problemWire.parse(await response.json()).code, 'not_found')
	})

	const refusedBodies: [string, string, string, number, string][] = [
		// shows error: malformed_json
		['text that is not JSON', '{"amount":', 'application/json', 400, 'malformed_json'],
		['an empty body', '', 'application/json', 400, 'malformed_json'],
		// shows error: unsupported_media_type
		['another media type', 'amount=1', 'text/plain', 415, 'unsupported_media_type'],
		// shows Trade API addition: Bodies are limited in size and depth; unknown fields are refused by name
		// shows error: body_too_large
		[
			'a body beyond the limit',
			JSON.stringify({ amount: '1'.repeat(bodyBytes) }),
			'application/json',
			413,
			'body_too_large',
		],
		[
			'a body nested too deep',
			`{"amount":${'['.repeat(16)}${']'.repeat(16)}}`,
			'application/json',
			413,
			'body_too_large',
		],
		[
			'a body nested as deep as is allowed',
			`{"amount":${'['.repeat(15)}${']'.repeat(15)}}`,
			'application/json',
			422,
			'validation_failed',
		],
		[
			'text that only looks deep',
			JSON.stringify({ amount: '1', text: `\\"${'['.repeat(100)}` }),
			'application/json',
			422,
			'unknown_field',
		],
		// shows error: validation_failed
		['a missing field', '{}', 'application/json', 422, 'validation_failed'],
		// shows Trade API addition: Bodies are limited in size and depth; unknown fields are refused by name
		// shows error: unknown_field
		['a field that does not exist', '{"amount":"1","amuont":"2"}', 'application/json', 422, 'unknown_field'],
		['a prototype', '{"amount":"1","__proto__":{"x":1}}', 'application/json', 400, 'malformed_json'],
		[
			'a prototype by its constructor',
			'{"amount":"1","constructor":{"prototype":{"x":1}}}',
			'application/json',
			400,
			'malformed_json',
		],
		['a number beyond all numbers', '{"amount":1e400}', 'application/json', 422, 'validation_failed'],
		['a field twice, the last one wrong', '{"amount":"1","amount":1}', 'application/json', 422, 'validation_failed'],
	]
	for (const [what, body, type, status, code] of refusedBodies) {
		it(`error: ${what} is ${code}, and the submission did not succeed`, async () => {
			const problem = await problemOf(await post(`${url}/trade/things`, body, type))
			assert.deepEqual([problem.status, problem.code, problem.success], [status, code, false])
		})
	}

	it('error: a JSON request that has no body, nor a length, is malformed_json', { timeout: 10_000 }, async () => {
		const socket = connect(port, '127.0.0.1')
		socket.write(
			'POST /trade/things HTTP/1.1\r\nhost: here\r\ncontent-type: application/json\r\nconnection: close\r\n\r\n',
		)
		const answer = await text(socket)
		assert.match(answer, /^HTTP\/1.1 400 Bad Request\r\n/)
		assert.equal(problemWire.parse(JSON.parse(answer.split('\r\n\r\n')[1] ?? '')).code, 'malformed_json')
	})

	// shows limits: REST errors are problem documents
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

	it('error: a busy service says when to try again', async () => {
		const response = await fetch(`${url}/busy`)
		assert.equal(response.headers.get('retry-after'), '7')
		assert.equal((await problemOf(response)).code, 'busy')
	})

	// shows error: internal
	it('error: an internal error never shows its message', async () => {
		const response = await fetch(`${url}/broken`)
		const text = await response.text()
		assert.equal(response.status, 500)
		assert.doesNotMatch(text, /secret/)
		assert.equal(JSON.parse(text).code, 'internal')
	})

	// shows Trade API addition: Cross-origin requests are allowed to endpoints without a key only
	it('lets pages of any origin call what takes no key with any header, and read the headers of the answer', async () => {
		const preflight = {
			origin: 'https://dex.example',
			'access-control-request-method': 'DELETE',
			'access-control-request-headers': 'authorization,baggage,sentry-trace,traceparent,x-datadog-trace-id',
		}
		for (const path of ['/trade/things', '/trade/thing/x', '/nowhere']) {
			const asked = await fetch(url + path, { method: 'OPTIONS', headers: preflight })
			assert.equal(asked.status, 204)
			assert.equal(asked.headers.get('access-control-allow-origin'), '*')
			assert.equal(asked.headers.get('access-control-allow-methods'), 'GET, HEAD, POST, DELETE')
			// What the Fetch standard asks of an answer: any name, and `authorization`, which `*` does not stand for.
			const allowed = (asked.headers.get('access-control-allow-headers') ?? '').split(', ')
			assert.ok(['*', 'authorization', 'content-type', 'anthic-api-key'].every(name => allowed.includes(name)))
			const answered = await fetch(url + path, { headers: { origin: 'https://dex.example' } })
			assert.equal(answered.headers.get('access-control-allow-origin'), '*', path)
			assert.equal(
				answered.headers.get('access-control-expose-headers'),
				'ratelimit-limit, ratelimit-remaining, ratelimit-reset, retry-after, etag, x-request-id',
			)
		}
	})

	// shows Trade API addition: Cross-origin requests are allowed to endpoints without a key only
	it('lets no page of another origin call what takes a key, however the path is written', async () => {
		const preflight = { origin: 'https://dex.example', 'access-control-request-method': 'GET' }
		for (const path of [
			'/trade/accounts',
			'//trade/accounts/',
			'/maker/books',
			'/maker/nothing',
			'/maker',
			'/instamint/account',
		]) {
			const asked = await fetch(url + path, { method: 'OPTIONS', headers: preflight })
			assert.deepEqual([asked.status, corsOf(asked)], [204, []], path)
			assert.deepEqual(corsOf(await fetch(url + path)), [], path)
			assert.deepEqual(corsOf(await fetch(url + path, { method: 'POST' })), [], path)
		}
		assert.deepEqual(corsOf(await fetch(`${url}/%6daker/books`)), [])
	})

	it('error: malformed HTTP is invalid_request, with a problem', async () => {
		const socket = connect(port, '127.0.0.1')
		socket.end('what is this\r\n\r\n')
		const answer = await text(socket)
		assert.match(answer, /^HTTP\/1.1 400 Bad Request\r\n/)
		assert.equal(problemWire.parse(JSON.parse(answer.split('\r\n\r\n')[1] ?? '')).code, 'invalid_request')
	})

	it('answers a client that offers an upgrade to HTTP/2 over HTTP/1.1', async () => {
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

describe('a client that holds its connection', () => {
	it('is disconnected if it takes nothing of its answer', async t => {
		const { app, port } = await openTestApp({ timeouts: { idleMs: 200 } })
		t.after(() => app.close())
		const closed = Promise.withResolvers<void>()
		app.server.once('connection', socket => socket.once('close', () => closed.resolve()))
		const client = connect(port, '127.0.0.1')
		t.after(() => client.destroy())
		client.pause().write('GET /large HTTP/1.1\r\nhost: here\r\n\r\n')
		await closed.promise
	})

	it('is disconnected if its request is not complete in time', async t => {
		const { app, port } = await openTestApp({ timeouts: { headMs: 100, requestMs: 200, checkEveryMs: 50 } })
		t.after(() => app.close())
		const client = connect(port, '127.0.0.1')
		client.write(
			'POST /trade/things HTTP/1.1\r\nhost: here\r\ncontent-length: 9\r\ncontent-type: application/json\r\n\r\n{',
		)
		assert.match(await text(client), /^HTTP\/1.1 400 Bad Request\r\n/)
	})
})

describe('the rate limit', () => {
	// shows Trade API addition: Rate limits per address and per key, with their headers
	// shows error: rate_limited
	it('error: one request too many is rate_limited, with Retry-After, until enough time has passed', async t => {
		const { app, url, advance } = await openTestApp({ requestsPerMinute: 2 })
		t.after(() => app.close())
		assert.deepEqual(rateOf(await fetch(`${url}/trade/thing/x`)), ['2', '1', '30'])
		advance(20)
		assert.deepEqual(rateOf(await fetch(`${url}/trade/thing/x`)), ['2', '0', '40'])
		const response = await fetch(`${url}/trade/thing/x`)
		assert.deepEqual([response.headers.get('retry-after'), rateOf(response)], ['10', ['2', '0', '10']])
		assert.equal(response.headers.get('access-control-allow-origin'), '*')
		const problem = await problemOf(response)
		assert.deepEqual([problem.status, problem.code], [429, 'rate_limited'])
		advance(10)
		assert.equal((await fetch(`${url}/trade/thing/x`)).status, 200)
	})

	it('counts a long answer as several requests, even beyond the limit', async t => {
		const { app, url, advance } = await openTestApp({ requestsPerMinute: 6 })
		t.after(() => app.close())
		assert.deepEqual(rateOf(await fetch(`${url}/long`)), ['6', '0', '60'])
		const refused = await fetch(`${url}/trade/thing/x`)
		assert.deepEqual([refused.status, (await problemOf(refused)).code], [429, 'rate_limited'])
		advance(20)
		assert.deepEqual(rateOf(await fetch(`${url}/long`)), ['6', '0', '40'])
		advance(40)
		assert.equal((await fetch(`${url}/trade/thing/x`)).status, 429)
		advance(10)
		assert.equal((await fetch(`${url}/trade/thing/x`)).status, 200)
	})

	it('counts requests for unknown paths too, and sends them the same headers', async t => {
		const { app, url } = await openTestApp({ requestsPerMinute: 2 })
		t.after(() => app.close())
		assert.deepEqual(rateOf(await fetch(`${url}/nowhere`)), ['2', '1', '30'])
		assert.deepEqual(rateOf(await fetch(`${url}/trade/things`)), ['2', '0', '60'])
		assert.equal((await fetch(`${url}/nowhere`)).status, 429)
	})

	it('does not count unlimited operations', async t => {
		const { app, url } = await openTestApp({ requestsPerMinute: 1 })
		t.after(() => app.close())
		for (let count = 0; count < 3; count++) {
			const response = await fetch(`${url}/always`)
			assert.deepEqual([response.status, rateOf(response)], [200, [null, null, null]])
		}
	})

	// shows Trade API addition: Rate limits per address and per key, with their headers
	it('error: where a key is taken, requests are counted by key, whichever header it is in', async t => {
		const { app, url } = await openTestApp({ requestsPerMinutePerKey: 2 })
		t.after(() => app.close())
		const ask = (path: string, headers: Record<string, string>) => fetch(url + path, { headers })
		assert.deepEqual(rateOf(await ask('/maker/books', { 'service-api-key': 'a' })), ['2', '1', '30'])
		assert.deepEqual(rateOf(await ask('/trade/accounts', { 'anthic-api-key': 'a' })), ['2', '0', '60'])
		assert.equal((await problemOf(await ask('/maker/books', { 'service-api-key': 'a' }))).code, 'rate_limited')
		assert.equal((await ask('/maker/books', { 'service-api-key': 'b' })).status, 200)
		assert.equal((await ask('/maker/books', {})).status, 200)
		assert.equal((await ask('/trade/thing/x', { 'service-api-key': 'a' })).status, 200)
	})
})

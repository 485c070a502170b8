import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { type ErrorCode, errorTable, problemWire, TradeError } from '@accord/protocol'
import { errorsOf, type Operation, operations } from '@accord/protocol/contract'
import { FailingDatabase } from '../network/failing-database.ts'
import { everyPath, GatewayProxy, noPath } from '../network/gateway-proxy.ts'
import { startTestNetwork, type TestNetwork, type TestNetworkOptions } from '../network/test-network.ts'
import { askTrade, refusedTrade } from '../network/trade-request.ts'

// Refusals that any request can get, tried on every endpoint that documents them, with the documents' own examples.

const few = { users: 1, makers: 1, solvers: 1 }

async function start(options: TestNetworkOptions = {}): Promise<TestNetwork> {
	return startTestNetwork({ ...few, ...options })
}

/** The example of an endpoint's request, as the documents show it. */
function exampleOf(operation: Operation, { makers }: TestNetwork) {
	const { method, auth, pathParameters, query, body } = operation
	const path = operation.path.replace(/\{(\w+)\}/g, (_, name) => String(pathParameters?.example[name]))
	const search = query === undefined ? '' : `?${new URLSearchParams(query.example as Record<string, string>)}`
	return {
		path: path + search,
		method: method.toUpperCase(),
		headers: (auth !== 'none' ? { 'service-api-key': makers[0]?.apiKey ?? '' } : {}) as Record<string, string>,
		...(body === undefined ? {} : { body: body.example }),
	}
}

type Example = ReturnType<typeof exampleOf>
const everyOperation = Object.values<Operation>(operations)
const canBe = (code: ErrorCode) => everyOperation.filter(operation => errorsOf(operation).includes(code))

async function refused(network: TestNetwork, code: ErrorCode, { path, ...asked }: Example): Promise<void> {
	await refusedTrade(network, path, { ...asked, status: errorTable[code].httpStatus, code })
}

/** Only for a maker's fill do these two query the database. */
function ofFill({ id, body }: Operation): { body?: object } {
	const ofOrder = { role: 'maker', order_id: '5f0c6f3c' }
	const { account, type, manifest } = (body?.example ?? {}) as Record<string, string>
	if (id === 'composeOrder') return { body: { type, account, ...ofOrder } }
	return id === 'createSubintent' ? { body: { manifest, ...ofOrder } } : {}
}

const bodies: Partial<Record<ErrorCode, (example: Example) => Partial<Example>>> = {
	malformed_json: () => ({ body: '{"a":' }),
	body_too_large: () => ({ body: `{"a":${'['.repeat(40)}${']'.repeat(40)}}` }),
	unsupported_media_type: ({ headers, body }) => ({
		headers: { ...headers, 'content-type': 'text/plain' },
		body: JSON.stringify(body),
	}),
	unknown_field: ({ body }) => ({ body: { ...(body as object), surplus: true } }),
	validation_failed: () => ({ body: [] }),
}

// shows documents: Every documented code and every documented status of every operation is produced by some test
test('error: bodies that are not JSON, too large, of another type, or with other fields', async t => {
	const network = await start()
	t.after(() => network.stop())
	for (const [code, spoil] of Object.entries(bodies) as [ErrorCode, (example: Example) => Partial<Example>][]) {
		for (const operation of canBe(code).filter(({ body }) => body !== undefined)) {
			const example = exampleOf(operation, network)
			await refused(network, code, { ...example, ...spoil(example) })
		}
	}
})

test('error: a path with parameters that are too long is not found', async t => {
	const network = await start()
	t.after(() => network.stop())
	for (const operation of canBe('not_found').filter(({ pathParameters }) => pathParameters !== undefined)) {
		const example = exampleOf(operation, network)
		const path = operation.path.replace(/\{\w+\}/g, 'x'.repeat(300))
		await refused(network, 'not_found', { ...example, path })
	}
})

test('error: malformed HTTP requests of any kind', async t => {
	const network = await start()
	t.after(() => network.stop())
	for (const operation of canBe('invalid_request')) {
		const { method, path } = exampleOf(operation, network)
		const socket = connect(network.service.port, '127.0.0.1')
		socket.write(`${method} ${path} HTTP/1.1\r\nno header\r\n\r\n`)
		const [head = '', body = ''] = (await text(socket)).split('\r\n\r\n')
		assert.match(head, /^HTTP\/1\.1 400 /)
		assert.equal(problemWire.parse(JSON.parse(body)).code, 'invalid_request')
		network.recorder?.note({ seen: `${operation.id} 400 invalid_request`, faults: [] })
	}
})

// shows documents: Every documented code and every documented status of every operation is produced by some test
test('error: more requests than an address or a key may make in a minute', async t => {
	const network = await start({ settings: { limits: { requests_per_minute: 20 } } })
	t.after(() => network.stop())
	network.clock.freeze()
	while ((await askTrade(network, '/version')).status === 200);
	for (const operation of canBe('rate_limited')) await refused(network, 'rate_limited', exampleOf(operation, network))
	for (const operation of everyOperation.filter(({ unlimited }) => unlimited === true)) {
		assert.equal((await askTrade(network, operation.path)).status, 200, operation.id)
	}
	network.clock.thaw()
})

// shows documents: Every documented code and every documented status of every operation is produced by some test
// shows error: database_unavailable
test('error: a database that is gone, overrun or broken', async t => {
	const failing = await FailingDatabase.open()
	const network = await start({ database: failing.database })
	t.after(async () => {
		failing.failure = undefined
		await network.stop()
		await failing.close()
	})
	const using = canBe('database_unavailable').filter(({ id }) => id !== 'getReady')
	const failures: [ErrorCode, Error][] = [
		['database_unavailable', new TradeError('database_unavailable')],
		['busy', new TradeError('busy')],
		['internal', new Error('a secret of the database')],
	]
	for (const [code, error] of failures) {
		failing.failure = error
		for (const operation of using)
			await refused(network, code, { ...exampleOf(operation, network), ...ofFill(operation) })
	}
})

test('error: a ledger that cannot be reached', async t => {
	const proxy = await GatewayProxy.start()
	const network = await start({ gatewayProxy: proxy })
	t.after(async () => {
		await network.stop()
		proxy.stop()
	})
	proxy.failing = everyPath
	for (const operation of canBe('ledger_unavailable')) {
		await refused(network, 'ledger_unavailable', exampleOf(operation, network))
	}
	proxy.failing = noPath
})

test('error: a service that is stopping', async () => {
	const network = await start()
	const requests = canBe('shutting_down').map(operation => beginRequest(network, exampleOf(operation, network)))
	await askTrade(network, '/version')
	const stopping = network.stop()
	await pause(50)
	for (const finish of requests) {
		const { status, body, path } = await finish()
		assert.deepEqual([status, problemWire.parse(body).code], [503, 'shutting_down'], path)
	}
	await stopping
})

type Finish = () => Promise<{ status: number; body: unknown; path: string }>

/** Sends all of a request but its last line; the returned function sends that and returns the answer. */
function beginRequest({ service }: TestNetwork, { method, path, headers, body }: Example): Finish {
	const socket = connect(service.port, '127.0.0.1')
	const json = body === undefined ? '' : JSON.stringify(body)
	const all = {
		host: 'localhost',
		connection: 'close',
		...headers,
		...(body === undefined ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(json) }),
	}
	const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
	socket.write(`${method} ${path} HTTP/1.1\r\n${lines.join('')}`)
	return async () => {
		socket.write(`\r\n${json}`)
		const [head = '', answer = ''] = (await text(socket)).split('\r\n\r\n')
		return { status: Number(head.split(' ')[1]), body: JSON.parse(answer), path }
	}
}

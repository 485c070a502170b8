import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { after, before, describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { Limits, notReadyWire, problemWire, Ready, TradeError, Version, type WireOf } from '@accord/protocol'
import { apiVersion } from '@accord/protocol/contract'
import { EventReader } from '../network/event-reader.ts'
import { FailingDatabase } from '../network/failing-database.ts'
import { everyPath, GatewayProxy, noPath } from '../network/gateway-proxy.ts'
import { startTestNetwork, type TestNetwork } from '../network/test-network.ts'
import { askTrade, refusedTrade } from '../network/trade-request.ts'

let proxy: GatewayProxy
let network: TestNetwork
let limits: WireOf<typeof Limits>

before(async () => {
	proxy = await GatewayProxy.start()
	network = await startTestNetwork({
		users: 1,
		makers: 1,
		solvers: 1,
		gatewayProxy: proxy,
		settings: { limits: { requests_per_minute_per_key: 3, body_bytes: 2048, event_streams_per_address: 2 } },
	})
	limits = Limits.wire.parse((await askTrade(network, '/limits')).body)
})
after(async () => {
	await network?.stop()
	proxy?.stop()
})

// shows Trade API addition: GET /version, /limits
test('GET /version names program, interface and network', async () => {
	const { body } = await askTrade(network, '/version')
	const version = Version.wire.parse(body)
	assert.match(version.version, /^\d+\.\d+\.\d+$/)
	assert.deepEqual(
		[version.name, version.api_version, version.network, version.network_id],
		['accord', apiVersion, 'simulator', 242],
	)
})

// shows Trade API addition: GET /version, /limits
describe('GET /limits reports the limits that are enforced', () => {
	test('requests of a key', async () => {
		const apiKey = network.makers[0]?.apiKey ?? ''
		const ask = () => askTrade(network, '/trade/accounts', { headers: { 'service-api-key': apiKey } })
		for (let left = limits.requests.per_minute_per_key - 1; left >= 0; left--) {
			const { status, headers } = await ask()
			assert.deepEqual([status, headers.get('ratelimit-remaining')], [200, String(left)])
		}
		const { status, headers, body } = await ask()
		assert.deepEqual([status, problemWire.parse(body).code], [429, 'rate_limited'])
		assert.equal(headers.get('retry-after'), headers.get('ratelimit-reset'))
		network.clock.advance(60)
		assert.equal((await ask()).status, 200)
	})

	test('the size and the depth of bodies', async () => {
		const large = JSON.stringify({ manifest: 'x'.repeat(limits.requests.body_bytes) })
		const depth = limits.requests.body_depth
		const deep = `{"manifest":${'['.repeat(depth)}${']'.repeat(depth)}}`
		for (const body of [large, deep]) {
			await refusedTrade(network, '/trade/orders/check', { body, status: 413, code: 'body_too_large' })
		}
	})

	test('event streams of an address', async () => {
		const url = `${network.service.url}/trade/order_book/stream?base=XRD&quote=xUSDC`
		const open = Array.from({ length: limits.requests.event_streams_per_address }, () => EventReader.open(url))
		const readers = await Promise.all(open)
		const oneTooMany = await EventReader.open(url)
		assert.deepEqual(
			[...readers, oneTooMany].map(({ status }) => status),
			[...readers.map(() => 200), 429],
		)
		for (const reader of [...readers, oneTooMany]) reader.close()
	})
})

test('answers that need a key require it, and allow no cross-origin requests', async () => {
	const wrong: Record<string, string>[] = [{}, { 'service-api-key': 'of nobody' }, { 'anthic-api-key': '' }]
	for (const headers of wrong) {
		const { status, headers: told, body } = await askTrade(network, '/trade/accounts', { headers })
		assert.deepEqual([status, problemWire.parse(body).code], [401, 'unauthorized'])
		assert.match(told.get('www-authenticate') ?? '', /SERVICE-API-KEY/)
		assert.equal(told.get('access-control-allow-origin'), null)
	}
})

describe('GET /health', () => {
	// shows Trade API addition: GET /health/live, /health/ready
	test('the process is live and ready, whatever its limits', async () => {
		const live = await askTrade(network, '/health/live')
		assert.deepEqual([live.status, live.body, live.headers.get('ratelimit-limit')], [200, { status: 'live' }, null])
		network.clock.advance(2)
		const { status, body } = await askTrade(network, '/health/ready')
		assert.equal(status, 200)
		assert.deepEqual(Ready.wire.parse(body), {
			status: 'ready',
			checks: ['database', 'ledger', 'bus', 'loops'].map(name => ({ name, ok: true })),
		})
	})

	// shows Trade API addition: GET /health/live, /health/ready
	test('error: without the ledger it is not ready, and reports so', async () => {
		proxy.failing = everyPath
		network.clock.advance(2)
		const problem = await refusedTrade(network, '/health/ready', { status: 503, code: 'ledger_unavailable' })
		assert.deepEqual(notReadyWire.parse(problem).checks, [
			{ name: 'database', ok: true },
			{ name: 'ledger', ok: false, detail: 'it cannot be reached' },
			{ name: 'bus', ok: true },
			{ name: 'loops', ok: true },
		])
		assert.equal((await askTrade(network, '/health/live')).status, 200)
		proxy.failing = noPath
		network.clock.advance(2)
		assert.equal((await askTrade(network, '/health/ready')).status, 200)
	})

	test('error: without the database it is not ready; nor when its loops fail', async t => {
		const failing = await FailingDatabase.open()
		const own = await startTestNetwork({ users: 1, makers: 1, solvers: 1, database: failing.database })
		t.after(async () => {
			failing.failure = undefined
			await own.stop()
			await failing.close()
		})
		const faultsOf = async (code: 'database_unavailable' | 'busy') => {
			own.clock.advance(2)
			const problem = notReadyWire.parse(await refusedTrade(own, '/health/ready', { status: 503, code }))
			return problem.checks.filter(({ ok }) => !ok).map(({ name }) => name)
		}
		failing.failure = new TradeError('database_unavailable')
		assert.equal((await faultsOf('database_unavailable'))[0], 'database')
		assert.equal((await askTrade(own, '/trade/order_book?base=XRD&quote=xUSDC')).status, 200)
		failing.sparesPulse = true
		await own.drain()
		assert.deepEqual(await faultsOf('busy'), ['loops'])
		failing.failure = undefined
		own.clock.advance(2)
		await own.drain()
		own.clock.advance(2)
		assert.equal((await askTrade(own, '/health/ready')).status, 200)
	})

	// shows Trade API addition: GET /health/live, /health/ready
	// shows error: shutting_down
	test('error: while it stops it is live, but not ready, and refuses everything else', async () => {
		const own = await startTestNetwork({ users: 1, makers: 1, solvers: 1 })
		const paths = ['/health/live', '/health/ready', '/trade/tokens']
		const halves = paths.map(path => beginRequest(own, path))
		await askTrade(own, '/health/live')
		const stopping = own.stop()
		await pause(20)
		const [live, ready, tokens] = await Promise.all(halves.map(finish => finish()))
		assert.deepEqual([live?.status, live?.body], [200, { status: 'live' }])
		const notReady = notReadyWire.parse(ready?.body)
		assert.deepEqual([ready?.status, notReady.code, notReady.checks.length], [503, 'shutting_down', 4])
		assert.deepEqual([tokens?.status, problemWire.parse(tokens?.body).code], [503, 'shutting_down'])
		await stopping
	})
})

/** Sends all of a request but its last line; the returned function sends that and returns the answer. */
function beginRequest({ service }: TestNetwork, path: string): () => Promise<{ status: number; body: unknown }> {
	const socket = connect(service.port, '127.0.0.1')
	socket.write(`GET ${path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n`)
	return async () => {
		socket.write('\r\n')
		const [head = '', body = ''] = (await text(socket)).split('\r\n\r\n')
		return { status: Number(head.split(' ')[1]), body: JSON.parse(body) }
	}
}

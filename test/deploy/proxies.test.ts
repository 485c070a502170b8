import assert from 'node:assert/strict'
import type { Socket } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { DexClient } from '@accord/sdk'
import { without } from '../fixtures/debian-programs.ts'
import { EventReader } from '../network/event-reader.ts'
import { openFlash, refusedUpgrade } from '../network/flash-socket.ts'
import { everyPath, GatewayProxy } from '../network/gateway-proxy.ts'
import { metricOf } from '../network/metric.ts'
import { operatorSetting } from '../network/operator-request.ts'
import { untilState } from '../network/order-state.ts'
import { publishTrade } from '../network/published-trade.ts'
import { addresses, connectRaw, statusFrom, statusOfFirst, upgradeOf } from '../network/raw-client.ts'
import { proxyNames, type ReverseProxy, startReverseProxy } from '../network/reverse-proxy.ts'
import { openSolver } from '../network/solver-socket.ts'
import { connectMaker } from '../network/test-maker.ts'
import { startTestNetwork, type TestNetwork } from '../network/test-network.ts'
import { connectSolver, settle } from '../network/test-solver.ts'
import { askTrade, refusedTrade } from '../network/trade-request.ts'
import { until } from '../network/until.ts'

const { hostile, honest } = addresses
const pair = 'XRD/xUSDC'
const book = '/trade/order_book?base=XRD&quote=xUSDC'
const stream = '/trade/order_book/stream?base=XRD&quote=xUSDC'
/** The default. */
const placesPerAddress = { solvers: 32, eventStreams: 256 }
/** Longer than the proxies wait for anything but a long poll. */
const longerThanProxyLimitsS = 14
/** Idle connections that a proxy may keep open to the service. */
const keptOpen = 64

for (const name of proxyNames) {
	describe(`behind ${name} as deploy configures it`, { skip: without(name, 'openssl') }, () => {
		let gatewayProxy: GatewayProxy
		let network: TestNetwork
		let proxy: ReverseProxy
		/** The same network, reached through the proxy. */
		let through: TestNetwork

		before(async () => {
			gatewayProxy = await GatewayProxy.start()
			const settings = { ...operatorSetting, trusted_proxies: ['127.0.0.1'] }
			network = await startTestNetwork({ users: 1, makers: 1, solvers: 1, gatewayProxy, settings })
			proxy = await startReverseProxy(name, { upstreamPorts: [network.service.port] })
			const { port } = proxy
			const url = `https://127.0.0.1:${port}`
			const sockets = { flashUrl: `wss://127.0.0.1:${port}/flash`, solverUrl: `wss://127.0.0.1:${port}` }
			const dex = new DexClient({ baseUrl: url })
			through = { ...network, ...sockets, dex, service: { ...network.service, url, port } }
		})
		after(async () => {
			// Once its clients have gone: a proxy waits for them before it stops.
			await network?.stop()
			await proxy?.stop()
			gatewayProxy?.stop()
		})

		const openNow = () => metricOf(network, 'accord_connections_open')
		const times = (count: number, sending: string): Promise<Socket[]> =>
			Promise.all(Array.from({ length: count }, () => connectRaw(through, { from: hostile, sending })))
		const statusesOf = async (sockets: readonly Socket[]) =>
			Object.groupBy(await Promise.all(sockets.map(statusOfFirst)), String)
		const countsOf = async (sockets: readonly Socket[]) =>
			Object.fromEntries(Object.entries(await statusesOf(sockets)).map(([status, found]) => [status, found?.length]))

		// shows decision 51: Proxies, as deploy configures them
		test('a trade settles: requests, maker sessions and solver sessions all pass', async () => {
			const maker = await connectMaker(through, network.makers[0], { books: [{ pair, bids: ['0.05 1000'] }] })
			const solver = connectSolver(through, network.solvers[0])
			const [user] = network.users
			const { order, bundle } = await publishTrade(through, solver, {
				user,
				order: { sell: '100 XRD', buy: '5 xUSDC' },
			})
			await settle(through, solver, bundle)
			await untilState(through, order, 'settled')
			await maker.told(['started', 'Settled'])
			solver.close()
			await maker.leave()
		})

		// shows decision 51: Proxies, as deploy configures them
		test('each server-sent event arrives when it is sent', async () => {
			const maker = await connectMaker(through, network.makers[0], { books: [{ pair, bids: ['0.05 1000'] }] })
			for (const [at, acceptEncoding] of ['identity', 'gzip'].entries()) {
				const reader = await EventReader.open(through.service.url + stream, { acceptEncoding })
				assert.equal(reader.header('content-encoding'), at === 0 ? undefined : 'gzip')
				await reader.event(1)
				await maker.quote({ pair, bids: [`0.05${at + 1} 1000`] })
				await reader.event(2)
				reader.close()
			}
			await maker.leave()
		})

		// shows decision 51: Proxies, as deploy configures them
		test('a long poll is answered, and a quiet socket and event stream last, beyond the limits for other answers', async () => {
			const maker = await connectMaker(through, network.makers[0], { books: [{ pair, bids: ['0.05 1000'] }] })
			const solver = await openSolver(through, '?events=1')
			const reader = await EventReader.open(through.service.url + stream)
			await reader.event(1)
			const publisher = connectSolver(through, network.solvers[0])
			const { order } = await publishTrade(through, publisher, {
				user: network.users[0],
				order: { sell: '100 XRD', buy: '5 xUSDC' },
			})
			const { subintentId } = order
			const status = await askTrade(through, `/trade/orders/${subintentId}?wait=${longerThanProxyLimitsS}`)
			assert.equal(status.status, 200)
			assert.deepEqual([solver.socket.readyState, reader.isOver], [solver.socket.OPEN, false])
			await solver.close()
			reader.close()
			publisher.close()
			await maker.leave()
		})

		// shows decision 51: Proxies, as deploy configures them
		test('pages and books are served though the Gateway fails and orders are refused', async () => {
			gatewayProxy.failing = everyPath
			const { operatorUrl } = network.service
			await until(
				'the service to be unready',
				async () => (await statusFrom(`${operatorUrl}/health/ready`, honest)) === 503,
			)
			const asked = 'accord_http_requests_total{method="GET",route="/health/ready",status="503"}'
			const before = await metricOf(network, asked)
			// nginx does not.
			if (name !== 'nginx') await until('the proxy to look', async () => (await metricOf(network, asked)) > before + 2)
			for (const path of ['/', book, '/docs'])
				assert.equal(await statusFrom(through.service.url + path, honest), 200, path)
			gatewayProxy.beHonest()
			await until(
				'the service to be ready',
				async () => (await statusFrom(`${operatorUrl}/health/ready`, honest)) === 200,
			)
		})

		// shows decision 51: Proxies, as deploy configures them
		test('error: without a key requests and upgrades are refused with 401 and a problem document', async () => {
			await refusedTrade(through, '/maker/books', { status: 401, code: 'unauthorized' })
			assert.equal((await refusedUpgrade(through.flashUrl)).code, 'unauthorized')
		})

		// shows decision 51: Proxies, as deploy configures them
		test('error: the service refuses a body that is too large for it, and the proxy one of many megabytes', async () => {
			const body = (bytes: number) => JSON.stringify({ x: 'y'.repeat(bytes) })
			const tooLarge = { status: 413, code: 'body_too_large' } as const
			await refusedTrade(through, '/trade/orders', { ...tooLarge, body: body(200_000) })
			const head = `POST /trade/orders HTTP/1.1\r\nhost: 127.0.0.1:${proxy.port}\r\ncontent-type: application/json\r\ncontent-length: 99000000\r\n\r\n{`
			assert.equal(await statusOfFirst(await connectRaw(through, { from: honest, sending: head })), 413)
		})

		// shows decision 51: Proxies, as deploy configures them
		test('error: one client gets only its share of the solvers’ places, whatever addresses it claims to have', async () => {
			const sockets = await Promise.all(
				Array.from({ length: 100 }, (_, n) => {
					const claimed = {
						host: `127.0.0.1:${proxy.port}`,
						'x-forwarded-for': `198.51.100.${n}`,
						'x-real-ip': `198.51.100.${n}`,
					}
					return connectRaw(through, { from: hostile, sending: upgradeOf('/subintent-stream', claimed) })
				}),
			)
			const { solvers } = placesPerAddress
			assert.deepEqual(await countsOf(sockets), { 101: solvers, 429: 100 - solvers })
			await openSolver(through)
			assert.equal(await metricOf(network, 'accord_sessions{kind="solver"}'), solvers + 1)
			for (const socket of sockets) socket.end()
			await until(
				'their places to be free',
				async () => (await metricOf(network, 'accord_sessions{kind="solver"}')) === 1,
			)
		})

		// shows decision 51: Proxies, as deploy configures them
		test('error: one client gets only its share of event streams, and others are served', async () => {
			const sending = `GET ${stream} HTTP/1.1\r\nhost: 127.0.0.1:${proxy.port}\r\n\r\n`
			const { eventStreams } = placesPerAddress
			const sockets = await times(eventStreams + 20, sending)
			assert.deepEqual(await countsOf(sockets), { 200: eventStreams, 429: 20 })
			assert.equal(await statusFrom(through.service.url + book, honest), 200)
			const [maker] = network.makers
			assert(maker !== undefined)
			const session = await openFlash(through, maker)
			assert.equal((await session.ask('platform.ping')).pong, true)
			session.close()
			// Half-closed: they end their own side, and not the other.
			for (const socket of sockets) socket.end()
			await until('their connections to be let go', async () => (await openNow()) <= keptOpen)
		})

		// shows decision 51: Proxies, as deploy configures them
		test('error: refused upgrades hold no connection of the service, even if their clients never end them', async () => {
			const sockets = await times(300, upgradeOf('/nope', { host: `127.0.0.1:${proxy.port}` }))
			assert.deepEqual(await countsOf(sockets), { 404: 300 })
			await until('their connections to be let go', async () => (await openNow()) <= keptOpen)
			assert.equal(await statusFrom(through.service.url + book, honest), 200)
			for (const socket of sockets) socket.destroy()
		})

		// shows decision 51: Proxies, as deploy configures them
		test('a request without TLS is redirected to the secure address', async () => {
			const status = await statusFrom(`http://127.0.0.1:${proxy.httpPort}${book}`, honest)
			assert.ok([301, 308].includes(status), String(status))
		})
	})
}

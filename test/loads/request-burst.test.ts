import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { test } from 'node:test'
import { openLog } from '../../packages/service/src/log/log.ts'
import { operatorSetting } from '../network/operator-request.ts'
import { untilState } from '../network/order-state.ts'
import { connectMaker } from '../network/test-maker.ts'
import { startTestNetwork, type TestNetwork } from '../network/test-network.ts'
import { connectSolver, settle } from '../network/test-solver.ts'
import { placeOrder } from '../network/test-user.ts'
import { askTrade } from '../network/trade-request.ts'

// As many as a service lets through at once: addresses, connections of each, and requests without an answer.
const addresses = Array.from({ length: 30 }, (_, i) => `127.0.0.${i + 1}`)
const connections = 30
const requestsAtOnce = 16

/** Sends the same request on very many connections without waiting for an answer; counts the answers by status. */
async function burst({ service }: TestNetwork, path: string): Promise<Map<string, number>> {
	const { hostname, port } = new URL(service.url)
	const request = `GET ${path} HTTP/1.1\r\nhost: ${hostname}\r\n\r\n`
	const statuses = new Map<string, number>()
	const read = (text: string) => {
		for (const [, status = ''] of text.matchAll(/HTTP\/1\.1 (\d{3})/g))
			statuses.set(status, (statuses.get(status) ?? 0) + 1)
	}
	const places = addresses.flatMap(localAddress => Array.from({ length: connections }, () => localAddress))
	const sending = places.map(async localAddress => {
		const socket = connect({ port: Number(port), host: hostname, localAddress })
		let received = ''
		socket.setEncoding('latin1').on('data', (text: string) => {
			received += text
		})
		socket.write(request.repeat(requestsAtOnce - 1) + request.replace('host:', 'connection: close\r\nhost:'))
		await once(socket, 'close')
		read(received)
	})
	await Promise.all(sending)
	return statuses
}

// shows decision 44: The service's own work does not wait behind requests
test('a burst of requests for the database makes no loop fail, holds up no trade and fills no log', async t => {
	let lines: string[] = []
	const log = openLog({ level: 'info' }, { write: line => void lines.push(line) })
	const network = await startTestNetwork({ users: 1, makers: 1, solvers: 1, log, settings: operatorSetting })
	t.after(() => network.stop())
	await connectMaker(network, network.makers[0], { books: [{ pair: 'XRD/xUSDC', bids: ['0.05 10000'] }] })
	const solver = connectSolver(network, network.solvers[0])
	const order = await placeOrder(network, network.users[0], { sell: '100 XRD', buy: '5 xUSDC' })
	const bundle = await solver.bundleOf(order)
	lines = []
	const bursting = burst(network, `/trade/orders/${order.subintentId}`)
	await settle(network, solver, bundle)
	await untilState(network, order, 'settled')
	const statuses = await bursting
	assert.equal((await askTrade(network, '/health/ready')).status, 200)
	const metrics = await (await fetch(`${network.service.operatorUrl}/metrics`)).text()
	const failures = metrics.match(/^accord_loop_failures_total.*$/gm) ?? []
	assert.ok(failures.length > 0)
	assert.deepEqual(
		failures.filter(line => !line.endsWith(' 0')),
		[],
	)
	const bytes = lines.reduce((sum, line) => sum + line.length, 0)
	t.diagnostic(`${JSON.stringify([...statuses])}, ${lines.length} log lines, ${bytes} bytes`)
	assert.ok(bytes < 100_000, `${bytes} bytes of log`)
	assert.ok(!lines.some(line => line.includes('"stack"')))
})

import { test } from 'node:test'
import { MakerClient } from '@accord/sdk/maker'
import { createTestDatabase } from '../../packages/service/src/testing/test-database.ts'
import { without } from '../fixtures/debian-programs.ts'
import { untilShown } from '../network/book-text.ts'
import { type NodeProcess, startNodeProcess } from '../network/node-process.ts'
import { askOperator, operatorSetting } from '../network/operator-request.ts'
import { untilState } from '../network/order-state.ts'
import { connectMaker } from '../network/test-maker.ts'
import type { TestNetwork } from '../network/test-network.ts'
import { connectSolver, settle } from '../network/test-solver.ts'
import { placeOrder } from '../network/test-user.ts'
import { readinessOf, startTwoNodes, untilReady } from '../network/two-nodes.ts'
import { until } from '../network/until.ts'

const { config, drop } = await createTestDatabase()
const pair = 'XRD/xUSDC'
const book = { pair, bids: ['0.05 4000'], asks: ['0.06 4000'] }

/** The network through a node in its own process. */
function through(network: TestNetwork, { dex, flashUrl, solverUrl }: NodeProcess): TestNetwork {
	return { ...network, dex, flashUrl, solverUrl }
}

// shows decision 66: Books of other nodes count while their node is heard from
test('nodes that are killed or paused, and a bus that is lost', { skip: without('nats-server') }, async context => {
	await using opened = new AsyncDisposableStack()
	opened.defer(drop)
	const { nats, a, b } = await startTwoNodes(opened, { database: config, ...operatorSetting })
	const [maker, other] = a.makers
	const [user] = a.users

	/** A session at b with a new key; returns its id and when the service has closed the session. */
	async function openKeyed(): Promise<{ keyId: string; closed: () => boolean }> {
		const issued = await askOperator(a, `POST /operator/makers/${maker?.name}/keys`, { body: {} })
		let isRefused = false
		const client = new MakerClient({
			flashUrl: b.flashUrl,
			apiKey: issued.api_key,
			onError: () => {
				isRefused = true
			},
		})
		opened.defer(() => client.close())
		await client.connect()
		await client.ping()
		return { keyId: issued.key_id, closed: () => isRefused }
	}

	await context.test('a key that is revoked at one node ends its sessions at the other', async () => {
		const { keyId, closed } = await openKeyed()
		await askOperator(a, `DELETE /operator/keys/${keyId}`)
		await until('the session to end', closed)
	})

	await context.test('killed: its books disappear everywhere, and the trades that it had begun settle', async () => {
		const node = await startNodeProcess(a)
		opened.defer(() => node.stop())
		await connectMaker(through(a, node), maker, { books: [book] })
		for (const each of [a, b]) await untilShown(each, book)
		const solver = connectSolver(a, a.solvers[0])
		const order = await placeOrder(through(a, node), user, { sell: '100 XRD', buy: '5 xUSDC' })
		const bundle = await solver.bundleOf(order)
		node.signal('SIGKILL')
		await node.ended
		for (const each of [a, b]) await untilShown(each, { pair })
		await settle(a, solver, bundle)
		await untilState(b, order, 'settled')
	})

	await context.test(
		'paused for longer than it may be silent: its books disappear, and it reads no old ones when it continues',
		async () => {
			const node = await startNodeProcess(a)
			opened.defer(() => node.stop())
			await untilReady(node)
			const there = await connectMaker(b, other, { books: [book] })
			await untilShown(through(a, node), book)
			const own = await connectMaker(through(a, node), maker, { books: [{ pair, bids: ['0.049 4000'] }] })
			await untilShown(a, { pair, bids: ['0.05 4000', '0.049 4000'], asks: ['0.06 4000'] })
			node.signal('SIGSTOP')
			await untilShown(a, book)
			await there.leave()
			node.signal('SIGCONT')
			// Its earlier books were withdrawn meanwhile; its own maker's session may have outlived the pause.
			await until('the book that was withdrawn to be gone', async () => {
				const { bids } = await node.dex.orderBook({ base: 'XRD', quote: 'xUSDC' })
				return bids.length < 2
			})
			own.disconnect()
			for (const each of [a, b, through(a, node)]) await untilShown(each, { pair })
			await node.stop()
		},
	)

	await context.test('without the bus, a revoked key still ends its sessions at the other node', async () => {
		const { keyId, closed } = await openKeyed()
		await nats.stop()
		await until('it to be noticed', async () => (await readinessOf(b.service)) === 'degraded')
		await askOperator(a, `DELETE /operator/keys/${keyId}`)
		await until('the session to end', closed)
	})
})

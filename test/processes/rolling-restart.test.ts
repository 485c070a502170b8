import assert from 'node:assert/strict'
import { test } from 'node:test'
import { closeCodes, Decimal, TradeError } from '@accord/protocol'
import { DexClient, SolverClient } from '@accord/sdk'
import { createTestDatabase } from '../../packages/service/src/testing/test-database.ts'
import { without } from '../fixtures/debian-programs.ts'
import { startNats } from '../fixtures/nats-server.ts'
import { freePorts } from '../network/free-ports.ts'
import { type NodeProcess, startNodeProcess } from '../network/node-process.ts'
import { untilState } from '../network/order-state.ts'
import { openTestBalancer } from '../network/test-balancer.ts'
import { connectMaker, silent } from '../network/test-maker.ts'
import { startTestNetwork, type TestNetwork } from '../network/test-network.ts'
import { connectSolver, tryRoot } from '../network/test-solver.ts'
import { placeOrder } from '../network/test-user.ts'
import { untilReady } from '../network/two-nodes.ts'
import { until, untilEqual } from '../network/until.ts'

const { config, drop } = await createTestDatabase()
const book = { pair: 'XRD/xUSDC', bids: ['0.05 4000'], asks: ['0.06 4000'] }
const sale = { sell: '1 XRD', buy: '0.05 xUSDC' }
const nodeCount = 3
const watchers = 90

type OnState = (state: 'connected' | 'disconnected', reason?: string) => void

// shows decision 77: Nodes restart one after the other
test('nodes behind a balancer restart one after the other: trades continue, and clients only reconnect', {
	skip: without('nginx', 'nats-server'),
}, async () => {
	await using opened = new AsyncDisposableStack()
	opened.defer(drop)
	const network = await startNetwork(opened)
	const first = await freePorts(1 + nodeCount)
	const ports = Array.from({ length: nodeCount }, (_, i) => first + 1 + i)
	const nodes: NodeProcess[] = []
	opened.defer(async () => {
		for (const node of nodes) await node.stop()
	})
	for (const port of ports) nodes.push(await startNode(network, port))
	// It has the ledger; the three do everything else.
	await network.service.stop()
	const front = await openFront(opened, network, { port: first, nodePorts: ports })

	const lost: string[] = []
	const onState: OnState = (state, reason) => void (state === 'disconnected' && lost.push(`${reason}`))
	// One session quotes and answers: its books are missing from its node's end until it has sent them at another.
	const maker = await connectMaker(front, front.makers[0], { books: [book], client: { onState } })
	for (let i = 0; i < 2 * nodeCount; i++)
		await connectMaker(front, front.makers[0], { answer: silent, client: { onState } })
	const connected = watchAll(front, onState)
	const bestBid = followBook(front)
	await until('everyone to be connected', () => connected.size === watchers)

	let isRestarting = true
	const restart = async () => {
		for (const [i, port] of ports.entries()) {
			const node = nodes[i]
			node?.signal('SIGTERM')
			// On its own, and in time: otherwise it would end with 1.
			assert.deepEqual(await node?.ended, [0, null])
			nodes[i] = await startNode(network, port)
		}
	}
	const trade = async () => {
		const solver = connectSolver(front, front.solvers[0])
		let settled = 0
		while (isRestarting) {
			const order = await placeOnceQuoted(front, settled % 2)
			const { outcome } = await tryRoot(front, solver, await solver.bundleOf(order))
			assert.equal(outcome, 'CommittedSuccess')
			await untilState(front, order, 'settled')
			settled += 1
		}
		return settled
	}
	const restarted = restart().finally(() => {
		isRestarting = false
	})
	const [settled] = await Promise.all([trade(), restarted])

	assert.ok(settled > nodeCount, `${settled} trades`)
	await until('everyone to be connected', () => connected.size === watchers)
	// Each was told why by its own node, and nothing else ended any connection.
	assert.ok(lost.length >= watchers, `${lost.length} connections ended`)
	assert.deepEqual([...new Set(lost)], [new TradeError('shutting_down').message])
	assert.equal(closeCodes.shutting_down, 1001)
	const log = () => maker.executions.map(({ sequenceNumber, outcome }) => `${sequenceNumber} ${outcome ?? 'started'}`)
	const entries = Array.from({ length: settled }, (_, i) => [`${2 * i + 1} started`, `${2 * i + 2} Settled`])
	await untilEqual('the log of all trades', log, entries.flat())
	assert.deepEqual(maker.errors, [])
	await maker.quote({ ...book, bids: ['0.051 4000'] })
	await until('the book that is followed to change', () => bestBid() === '0.051')
})

async function startNetwork(opened: AsyncDisposableStack): Promise<TestNetwork> {
	const nats = await startNats()
	opened.defer(() => nats.stop())
	const bus = { kind: 'nats', servers: [nats.url] }
	const limits = { solver_connections_per_address: 1_000, connections_per_address: 1_000, requests_per_minute: 100_000 }
	const settings = { database: config, bus, limits, trusted_proxies: ['127.0.0.1'] }
	const network = await startTestNetwork({ settings })
	opened.defer(() => network.stop())
	return network
}

async function startNode({ settings }: TestNetwork, port: number): Promise<NodeProcess> {
	const node = await startNodeProcess({ settings: { ...settings, port } })
	await untilReady(node)
	return node
}

/** The network through a balancer. */
async function openFront(
	opened: AsyncDisposableStack,
	network: TestNetwork,
	balanced: Parameters<typeof openTestBalancer>[1],
): Promise<TestNetwork> {
	await openTestBalancer(opened, balanced)
	const { port } = balanced
	const dex = new DexClient({ baseUrl: `http://127.0.0.1:${port}` })
	const socketUrl = `ws://127.0.0.1:${port}`
	return { ...network, dex, flashUrl: `${socketUrl}/flash`, solverUrl: socketUrl }
}

/** Places the order, again as long as no maker's book is in force. */
async function placeOnceQuoted(front: TestNetwork, user: number): ReturnType<typeof placeOrder> {
	for (;;) {
		try {
			return await placeOrder(front, front.users[user], sale)
		} catch (error) {
			if (!(error instanceof TradeError && error.code === 'no_liquidity')) throw error
		}
	}
}

/** Opens connections that only reconnect; returns those that are connected. */
function watchAll(front: TestNetwork, onState: OnState): Set<number> {
	const connected = new Set<number>()
	for (let i = 0; i < watchers; i++) {
		const client = new SolverClient({
			solverUrl: front.solverUrl,
			onState: (state, reason) => {
				if (state === 'connected') connected.add(i)
				else connected.delete(i)
				onState(state, reason)
			},
		})
		front.atStop(() => client.close())
		client.onBundle(() => {})
	}
	return connected
}

/** Follows the order book, from whichever node; the function returns its best bid. */
function followBook({ dex, atStop }: TestNetwork): () => string | undefined {
	const stop = new AbortController()
	atStop(() => stop.abort())
	let best: string | undefined
	void (async () => {
		for await (const { bids } of dex.followOrderBook({ base: 'XRD', quote: 'xUSDC' }, { signal: stop.signal })) {
			best = bids[0] && Decimal.format(bids[0].price)
		}
	})()
	return () => best
}

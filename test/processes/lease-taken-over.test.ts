import { test } from 'node:test'
import { sql } from 'kysely'
import { openDatabase } from '../../packages/service/src/db/open-database.ts'
import { createTestDatabase } from '../../packages/service/src/testing/test-database.ts'
import { without } from '../fixtures/debian-programs.ts'
import { startNats } from '../fixtures/nats-server.ts'
import { untilShown } from '../network/book-text.ts'
import { type NodeProcess, startNodeProcess } from '../network/node-process.ts'
import { untilState } from '../network/order-state.ts'
import { connectMaker } from '../network/test-maker.ts'
import { startTestNetwork } from '../network/test-network.ts'
import { connectSolver, settle } from '../network/test-solver.ts'
import { placeOrder } from '../network/test-user.ts'
import { untilReady } from '../network/two-nodes.ts'
import { until, untilEqual } from '../network/until.ts'

const { config, drop } = await createTestDatabase()
const book = { pair: 'XRD/xUSDC', bids: ['0.05 4000'], asks: ['0.06 4000'] }

test('the node that tracks all settlements is paused, continues, and is killed: another one tracks them, once', {
	skip: without('nats-server'),
}, async () => {
	await using opened = new AsyncDisposableStack()
	opened.defer(drop)
	const nats = await startNats()
	opened.defer(() => nats.stop())
	const settings = { database: config, bus: { kind: 'nats', servers: [nats.url] } }
	const network = await startTestNetwork({ settings })
	opened.defer(() => network.stop())
	await untilReady(network.service)
	const { db, close } = await openDatabase(config, 'shared')
	opened.defer(close)
	const holder = async () =>
		(await sql<{ node_id: string }>`select node_id from loop_lease`.execute(db)).rows[0]?.node_id
	await until('the first node to have the lease', async () => (await holder()) !== undefined)
	const first = await holder()
	await connectMaker(network, network.makers[0], { books: [book] })
	await untilShown(network, book)
	const solver = connectSolver(network, network.solvers[0])
	const [user] = network.users

	/** A new node that has the lease. */
	async function startHolder(): Promise<NodeProcess> {
		const node = await startNodeProcess(network)
		opened.defer(() => node.stop())
		await untilReady(node)
		await until('the new node to have the lease', async () => {
			const given = sql`
				update loop_lease set node_id = n.node_id, until_ms = (extract(epoch from clock_timestamp()) * 1000)::int8 + 3000
				from node n where n.node_id <> ${first} and loop_lease.node_id = ${first}
					and n.seen_at_ms > (extract(epoch from clock_timestamp()) * 1000)::int8 - 1500`
			await given.execute(db)
			return (await holder()) !== first
		})
		return node
	}

	/** Trades at the first node while `lose` takes the lease's holder away. */
	async function tradeWithout(lose: () => void): Promise<void> {
		const order = await placeOrder(network, user, { sell: '100 XRD', buy: '5 xUSDC' })
		const bundle = await solver.bundleOf(order)
		lose()
		await settle(network, solver, bundle)
		await untilState(network, order, 'settled')
		await until('the first node to have the lease again', async () => (await holder()) === first)
	}

	const paused = await startHolder()
	await tradeWithout(() => paused.signal('SIGSTOP'))
	paused.signal('SIGCONT')
	await untilReady(paused)
	await paused.stop()
	const killed = await startHolder()
	await tradeWithout(() => killed.signal('SIGKILL'))
	const ends = sql`
		select o.state, count(distinct t.trade_number)::int4 as numbered, count(e.*)::int4 as ends
		from "order" o join trade t on t.order_hash = o.subintent_hash
		join part p on p.order_hash = o.subintent_hash
		join fill_execution e on e.part_id = p.part_id and e.outcome = 'Settled'
		group by o.subintent_hash, o.state`
	const once = { state: 'settled', numbered: 1, ends: 1 }
	await untilEqual('each to have settled once', async () => (await ends.execute(db)).rows, [once, once])
})

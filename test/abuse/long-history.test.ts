import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { MakerOrderPage, MakerPerformance, MakerStats } from '@accord/protocol'
import type { Database } from '@accord/service'
import { CompiledQuery, createQueryId, type KyselyPlugin, type RootOperationNode } from 'kysely'
import { makerRecord } from '../../packages/service/src/fills/maker-stats.ts'
import { selectFees, selectMakerDays } from '../../packages/service/src/operator/day-of-trading.ts'
import { selectHours } from '../../packages/service/src/operator/history.ts'
import { listOrders } from '../../packages/service/src/operator/orders-table.ts'
import { selectRecord } from '../../packages/service/src/trades/maker-performance.ts'
import { selectMarkOuts } from '../../packages/service/src/trades/mark-outs.ts'
import { tradesPage } from '../../packages/service/src/trades/trades-table.ts'
import { writeEndedTrades } from '../network/ended-trades.ts'
import { startTestNetwork, type TestNetwork } from '../network/test-network.ts'
import { askTrade } from '../network/trade-request.ts'

// A maker's requests cost the same after a million trades as after a few thousand.

const counted = 5_000
let network: TestNetwork
let firstMs: number

before(async () => {
	network = await startTestNetwork({ users: 0, makers: 2, solvers: 0 })
	const { clock, service } = network
	firstMs = clock.nowMs() - 3_600_000
	const write = (from: number, to: number, endedAtMs: number) =>
		writeEndedTrades(service.db, { from, to, makerIds: ['maker-1'], endedAtMs })
	await write(0, 1_000, firstMs)
	await write(1_000, 1_000 + counted, firstMs + 1_800_000)
})
after(() => network?.stop())

// shows decision 49: A maker's history requests are bounded
test('a maker’s stats cover its newest orders, and say since when', async () => {
	const { fills, orders, since_ms } = MakerStats.wire.parse(await ask('/maker/stats'))
	assert.deepEqual(orders, {
		...{ asked: counted, filled: counted, rejected: 0 },
		...{ timed_out: 0, fill_refused: 0, called_off: 0 },
	})
	assert.deepEqual(fills, { started: counted, settled: counted, expired: 0, released: 0 })
	assert.equal(since_ms, Math.ceil((firstMs + 1_800_000 - counted + 1) / 60_000) * 60_000)
})

test('a page of a maker’s orders considers a bounded number: it may be empty, and says where the next begins', async () => {
	const first = MakerOrderPage.wire.parse(await ask('/maker/orders?state=rejected'))
	assert.equal(first.orders.length, 0)
	const second = MakerOrderPage.wire.parse(await ask(`/maker/orders?state=rejected&before=${first.next}`))
	assert.deepEqual(second, { orders: [] })
	const filled = MakerOrderPage.wire.parse(await ask(`/maker/orders?state=filled&limit=500&before=${first.next}`))
	assert.deepEqual([filled.orders.length, typeof filled.next], [500, 'string'])
})

test('trades are read by their pair’s index, even for a pair without any among many of another', async () => {
	const pairs = ['XRD', 'xwBTC', 'xETH'].map(base => ({ base, quote: 'xUSDC' }))
	const plan = await planOf(db => tradesPage(db, { pairs, limit: 100 }))
	assert.match(plan, /using order_settled on "order"/)
	assert.doesNotMatch(plan, /order_decided|Seq Scan on "order"/)
})

test('a maker’s stats read no more parts and fills than they count', async () => {
	const plan = await planOf(db => makerRecord(db, { makerId: 'maker-1', sinceMs: firstMs + 3_600_000 }))
	// Of parts, of fills, and of each fill's corrections.
	assert.equal(plan.match(/-> {2}Limit/g)?.length, 3, plan)
})

// shows decision 49: A maker's history requests are bounded
test('a maker’s performance covers as many orders, and reads parts, fills and trades by their indexes', async () => {
	const { since_ms, pairs } = MakerPerformance.wire.parse(await ask('/maker/performance'))
	assert.equal(pairs[0]?.asked.orders, counted)
	assert.equal(since_ms % 60_000, 0)
	const of = { makerId: 'maker-1', sinceMs: firstMs + 3_600_000 }
	const record = await planOf(db => selectRecord(db, of))
	const marks = await planOf(db => selectMarkOuts(db, of))
	assert.doesNotMatch(record + marks, /Seq Scan on (part|fill|"order")/)
	assert.match(record, /part_by_maker.*fill_part_id_key/s)
	assert.match(marks, /fill_by_maker.*using order_settled on "order"/s)
})

test('a day’s history reads a bounded number of each hour’s orders by their indexes', async () => {
	const plan = await planOf(db => selectHours(db, firstMs + 3_600_000))
	assert.match(plan, /order_decided.*order_ended_unpublished/s)
	assert.doesNotMatch(plan, /Seq Scan on "order"/)
	assert.equal(plan.match(/-> {2}Limit/g)?.length, 2, plan)
})

test('a day’s fees and makers read a bounded number of orders, fills and parts by their indexes', async () => {
	const fees = await planOf(db => selectFees(db, firstMs + 3_600_000))
	assert.match(fees, /order_decided/)
	assert.match(fees, /fill_by_order/)
	const makers = await planOf(db => selectMakerDays(db, firstMs + 3_600_000))
	assert.match(makers, /Limit.*part_by_maker/s)
	assert.doesNotMatch(fees + makers, /Seq Scan on (part|fill|"order")/)
})

test('an order is found among all by its key, or by a fill’s', async () => {
	const plan = await planOf(db => listOrders(db, { limit: 100, subintentHashes: ['ab'.repeat(32), 'cd'.repeat(32)] }))
	assert.match(plan, /order_pkey/)
	assert.match(plan, /fill_pkey/)
	assert.doesNotMatch(plan, /Seq Scan on (fill|"order")/)
})

/** The plan of the single statement behind a read. */
async function planOf(read: (db: Database) => Promise<unknown>): Promise<string> {
	const { db } = network.service
	let node: RootOperationNode | undefined
	const noted: KyselyPlugin = {
		transformQuery: args => {
			node = args.node
			return args.node
		},
		transformResult: async ({ result }) => result,
	}
	await read(db.withPlugin(noted))
	assert.ok(node)
	const { sql: text, parameters } = db.getExecutor().compileQuery(node, createQueryId())
	const { rows } = await db.executeQuery(CompiledQuery.raw(`explain ${text}`, [...parameters]))
	return rows.map(row => Object.values(row as object)[0]).join('\n')
}

async function ask(path: string): Promise<unknown> {
	return (await askTrade(network, path, { headers: { 'SERVICE-API-KEY': 'play-key-of-maker-1' } })).body
}

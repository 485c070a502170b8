import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import {
	type Doctor,
	isCalledOff,
	type MakerOrder,
	MakerOrderPage,
	MakerPerformance,
	MakerStats,
	type OperatorHistory,
	type OrderTrace,
	type PartState,
	type WireOf,
} from '@accord/protocol'
import { sql } from 'kysely'
import { runCommand } from '../../packages/cli/src/program-fixture.ts'
import { explainTrade } from '../../packages/mcp/src/explain-trade.ts'
import { updateExcused } from '../../packages/service/src/breaker/breaker-table.ts'
import { calledOff } from '../../packages/service/src/breaker/part-ends.ts'
import { askOperator, operatorEnv, operatorSetting } from '../network/operator-request.ts'
import { untilState } from '../network/order-state.ts'
import { refusedWith } from '../network/refused-with.ts'
import { connectMaker, silent, type TestMaker } from '../network/test-maker.ts'
import { startTestNetwork, type TestNetwork } from '../network/test-network.ts'
import { placeOrder, type SignedOrder } from '../network/test-user.ts'
import { askTrade } from '../network/trade-request.ts'

// A maker does not answer for a part that was called off: it counts neither as silence nor as a refused fill, anywhere.

const pair = 'XRD/xUSDC'

let network: TestNetwork
let quiet: TestMaker
/** Ended by the other maker's rejection, cancelled by its user, not answered, and with a refused fill. */
let orders: SignedOrder[]

before(async () => {
	network = await startTestNetwork({ users: 4, makers: 2, solvers: 0, settings: operatorSetting })
	const place = async (user: number, xrd: number) => {
		const order = { sell: `${xrd} XRD`, buy: `${(xrd * 49) / 1000} xUSDC` }
		const placed = await placeOrder(network, network.users[user], order)
		return { placed, asked: await quiet.asked(user + 1) }
	}
	quiet = await connectMaker(network, network.makers[0], { books: [{ pair, bids: ['0.05 600'] }], answer: silent })
	const other = await connectMaker(network, network.makers[1], {
		books: [{ pair, bids: ['0.049 400'] }],
		answer: silent,
	})
	network.clock.freeze()
	const ended = await place(0, 1000)
	network.clock.advance(1)
	await other.client.reject((await other.asked()).id, 'the price has moved')
	await untilState(network, ended.placed, 'unfilled')
	await other.quote({ pair })
	network.clock.advance(0.001)
	const cancelled = await place(1, 100)
	await refusedWith('fill_amount_mismatch', quiet.fill({ ...cancelled.asked, fill: ended.asked.fill }))
	const { keyPair } = network.users[1] ?? assert.fail()
	await network.dex.cancelOrder(cancelled.placed.subintentId, async ({ hash }) => ({
		...{ curve: keyPair.curve, publicKey: keyPair.publicKey, signature: keyPair.sign(hash).signature },
	}))
	network.clock.advance(0.001)
	const missed = await place(2, 100)
	network.clock.advance(4)
	await untilState(network, missed.placed, 'unfilled')
	const wrong = await place(3, 100)
	await refusedWith('fill_amount_mismatch', quiet.fill({ ...wrong.asked, fill: ended.asked.fill }))
	network.clock.advance(4)
	await untilState(network, wrong.placed, 'unfilled')
	orders = [ended, cancelled, missed, wrong].map(({ placed }) => placed)
})
after(() => network?.stop())

async function asMaker(path: string): Promise<unknown> {
	const { body, status } = await askTrade(network, path, { headers: { 'service-api-key': quiet.account.apiKey } })
	assert.equal(status, 200, JSON.stringify(body))
	return body
}

const command = async (...words: string[]) => {
	const env = operatorEnv(network)
	return (await runCommand(words, env)).out
}
const counts = { filled: 0, rejected: 0, timed_out: 2, fill_refused: 1, called_off: 2 }

test('the trace of an order that another maker ended says that the part was called off', async () => {
	const [ended, , missed] = orders.map(({ subintentId }) => subintentId)
	const eventsOf = async (id: string | undefined) => {
		const trace = await askOperator<WireOf<typeof OrderTrace>>(network, `GET /operator/orders/${id}/trace`)
		return trace.events.map(({ what, maker }) => [what, maker].filter(Boolean).join(' '))
	}
	const events = await eventsOf(ended)
	assert.deepEqual(events.toSorted(), [
		...['accepted', 'asked maker-1', 'asked maker-2', 'called_off maker-1', 'rejected maker-2', 'unfilled'],
	])
	assert.deepEqual(await eventsOf(missed), ['accepted', 'asked maker-1', 'timed_out maker-1', 'unfilled'])
	const text = await command('orders', 'trace', ended ?? '')
	assert.match(text, /maker-1: called off: no answer was needed any more/)
	assert.match(text, /^Part of maker-1: called off$/m)
	assert.match(text, /^ +ended +after \d+ ms$/m)
	assert.doesNotMatch(text, /did not answer|timed_out/)
	const trace = await network.dex.tradeTrace(ended ?? '')
	assert.match(JSON.stringify(explainTrade(trace)), /xUSDC for 600 XRD: called off\./)
})

test('a maker’s statistics and orders count what was called off on its own, and a refused fill with its code', async () => {
	const stats = MakerStats.wire.parse(await asMaker('/maker/stats'))
	assert.deepEqual([stats.orders, stats.fill_rate], [{ asked: 4, ...counts }, '0'])
	assert.match(
		await command('maker', 'show', 'maker-1'),
		/^answered +0 filled, 0 rejected, 1 not answered, 1 with a refused fill, 2 called off$/m,
	)
	const page = MakerOrderPage.wire.parse(await asMaker('/maker/orders')) as { orders: WireOf<typeof MakerOrder>[] }
	const isOff = ({ answered_at_ms: endedMs = 0, fill_before_ms: dueMs }: WireOf<typeof MakerOrder>) => endedMs <= dueMs
	assert.deepEqual(
		page.orders.map(order => [order.state, isOff(order), order.refused_fills?.map(({ code }) => code)]),
		[
			['timed_out', false, ['fill_amount_mismatch']],
			['timed_out', false, undefined],
			['timed_out', true, ['fill_amount_mismatch']],
			['timed_out', true, undefined],
		],
	)
})

test('lost orders have the same reasons as the statistics, in the same time', async () => {
	const { pairs, since_ms } = MakerPerformance.wire.parse(await asMaker('/maker/performance'))
	assert.deepEqual(
		Object.fromEntries((pairs[0]?.lost ?? []).map(({ reason, code, orders }) => [reason, [orders, code]])),
		{
			called_off: [1, undefined],
			cancelled: [1, undefined],
			fill_refused: [1, 'fill_amount_mismatch'],
			not_answered: [1, undefined],
		},
	)
	assert.equal(MakerStats.wire.parse(await asMaker('/maker/stats')).since_ms, since_ms)
})

test('the operator’s day and the doctor blame no maker for it', async () => {
	const { makers } = await askOperator<WireOf<typeof OperatorHistory>>(network, 'GET /operator/history')
	assert.deepEqual(makers[0], { maker_id: 'maker-1', asked: 4, ...counts })
	const { checks } = await askOperator<WireOf<typeof Doctor>>(network, 'GET /operator/doctor')
	const detailOf = (name: string) => checks.find(check => check.name === name)?.detail ?? ''
	assert.equal(
		detailOf('fills'),
		'parts asked for in the last hour: 0 filled, 1 rejected, 1 not answered, 1 with a refused fill, 2 called off; refused fills: maker-1 fill_amount_mismatch (2); silent: maker-1 (1)',
	)
	assert.match(detailOf('orders'), /maker-1 did not answer in time \(1\)/)
})

test('a part that is excused is called off, for the database as for everyone who reads a part', async () => {
	const { db } = network.service
	const parts = () =>
		sql<PartRow>`
			select part_id, state, fill_before_ms, ended_at_ms, ${calledOff('part')} as is_off from part
			order by asked_at_ms, maker_id`
			.execute(db)
			.then(({ rows }) => rows)
	const before = await parts()
	const isOff = (rows: PartRow[]) => rows.map(({ is_off }) => is_off)
	assert.deepEqual(isOff(before), [true, false, true, false, false])
	const missed = before[3]?.part_id ?? assert.fail()
	assert.deepEqual(await updateExcused(db, { partIds: [missed], nowMs: network.clock.nowMs() }), [missed])
	const excused = await parts()
	assert.deepEqual(isOff(excused), [true, false, true, true, false])
	for (const { state, fill_before_ms, ended_at_ms, is_off } of excused)
		assert.equal(
			isCalledOff({ state, fillBeforeMs: Number(fill_before_ms), answeredAtMs: Number(ended_at_ms) }),
			is_off,
		)
	const { orders } = MakerStats.wire.parse(await asMaker('/maker/stats'))
	assert.deepEqual(orders, { asked: 4, ...counts, timed_out: 1, called_off: 3 })
})

type PartRow = {
	part_id: string
	state: PartState
	fill_before_ms: bigint
	ended_at_ms: bigint
	is_off: boolean
}

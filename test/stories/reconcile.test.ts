import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { Decimal } from '@accord/protocol'
import { sql } from 'kysely'
import { pino } from 'pino'
import { runCommand } from '../../packages/cli/src/program-fixture.ts'
import { askOperator, operatorEnv, operatorSetting } from '../network/operator-request.ts'
import { untilState } from '../network/order-state.ts'
import { publishTrade } from '../network/published-trade.ts'
import { TestClock } from '../network/test-clock.ts'
import { connectMaker } from '../network/test-maker.ts'
import { fund, startTestNetwork, type TestNetwork } from '../network/test-network.ts'
import { connectSolver, settle } from '../network/test-solver.ts'
import type { SignedOrder } from '../network/test-user.ts'
import { until } from '../network/until.ts'

// The operator's books, by day, against the ledger's.

type Day = {
	day: string
	checked_at_ms: number
	orders: number
	fills: number
	platform_fees: { symbol: string; amount: string }[]
	deposits: { symbol: string; amount: string }[]
	rebates: { symbol: string; amount: string }[]
	differences: { kind: string; transaction_id: string; subintent_id?: string; detail: string }[]
	differences_count: number
}

let network: TestNetwork
let day: string
const orders: SignedOrder[] = []
const errors: { msg: string; kind?: string }[] = []

before(async () => {
	const log = pino({ level: 'error' }, { write: line => errors.push(JSON.parse(line)) })
	const fees = { levels: [{ taker_fee: '0.001', maker_fee: '0.0005' }] }
	const settings = { ...operatorSetting, ...fees }
	const clock = new TestClock()
	clock.advanceToNoon()
	network = await startTestNetwork({ makers: 1, solvers: 1, settings, log, accountLevels: {}, clock })
	const settler = connectSolver(network, network.solvers[0])
	await connectMaker(network, network.makers[0], {
		books: [{ pair: 'XRD/xUSDC', bids: ['0.05 1000000'], asks: ['0.06 1000000'] }],
	})
	day = today()
	const [user, other] = network.users
	for (const [who, order] of [
		[user, { sell: '100 XRD', buy: '5 xUSDC' }],
		[other, { sell: '12 xUSDC', buy: '200 XRD' }],
	] as const) {
		const trade = await publishTrade(network, settler, { user: who, order })
		await settle(network, settler, trade.bundle)
		await untilState(network, trade.order, 'settled')
		orders.push(trade.order)
	}
	// Both orders and their fills in one root.
	const two = [
		await publishTrade(network, settler, { user, order: { sell: '100 XRD', buy: '5 xUSDC' } }),
		await publishTrade(network, settler, { user: other, order: { sell: '100 XRD', buy: '5 xUSDC' } }),
	]
	await settle(
		network,
		settler,
		two.flatMap(({ bundle }) => [...bundle]),
	)
	for (const { order } of two) await untilState(network, order, 'settled')
})
after(() => network?.stop())

function today(): string {
	return new Date(network.clock.nowMs()).toISOString().slice(0, 10)
}

/** Lets the service do its work of some seconds. */
async function pass(seconds: number): Promise<void> {
	for (let n = 0; n < seconds; n++) {
		network.clock.advance(1)
		await network.drain()
	}
}

async function compared(): Promise<Day> {
	const { requested_at_ms } = await askOperator(network, 'POST /operator/reconciliation', { body: { day } })
	await pass(6)
	const { days } = await askOperator<{ days: Day[] }>(network, 'GET /operator/reconciliation')
	const found = days.find(one => one.day === day)
	assert.ok(found !== undefined && found.checked_at_ms >= requested_at_ms)
	return found
}

/** Without deposits that anyone can send. */
function kindsOf({ differences }: Day): string[] {
	return differences
		.map(({ kind }) => kind)
		.filter(kind => kind !== 'unexplained_deposit')
		.sort()
}

function sumOf(amounts: Day['deposits'], symbol: string): Decimal {
	return Decimal.parse(amounts.find(each => each.symbol === symbol)?.amount ?? '0')
}

// shows operation: Reconciliation
// shows decision 55: A day agrees with the ledger, or the differences are found
test('a day of real trades agrees with the ledger: every fee and rebate, and every deposit on the platform’s account', async () => {
	network.clock.advance(86_400 + 16 * 60)
	await pass(6)
	const { days } = await askOperator<{ days: Day[] }>(network, 'GET /operator/reconciliation')
	const [first] = days as [Day]
	assert.deepEqual([first.day, first.orders, first.fills, first.differences_count], [day, 4, 4, 0])
	// Other deposits are those with which the test network funded the account.
	assert.deepEqual(new Set(first.differences.map(({ kind }) => kind)), new Set(['unexplained_deposit']))
	for (const symbol of ['XRD', 'xUSDC']) {
		const fees = sumOf(first.platform_fees, symbol)
		assert.ok(Decimal.isPositive(fees))
		assert.equal(sumOf(first.deposits, symbol), Decimal.add(Decimal.parse('100000'), fees))
	}
	assert.ok(Decimal.isPositive(sumOf(first.rebates, 'XRD')))
	assert.equal((await compared()).differences_count, 0)
})

test('days that nobody compared are compared later, the oldest first', async () => {
	network.clock.advance(3 * 86_400)
	await pass(12)
	const { days } = await askOperator<{ days: Day[] }>(network, 'GET /operator/reconciliation')
	const firstMs = Date.parse(day)
	assert.deepEqual(
		days.map(each => (Date.parse(each.day) - firstMs) / 86_400_000),
		[3, 2, 1, 0, -1],
	)
})

test('a falsified row is found: a fee, an amount, a transaction', async () => {
	const { db } = network.service
	const [order] = orders as [SignedOrder]
	const falsify = async (assignment: ReturnType<typeof sql>) => {
		const { rows } = await sql<Record<string, never>>`
			select platform_fee, buy_amount, rebate, transaction_id from "order" where subintent_id = ${order.subintentId}`.execute(
			db,
		)
		await sql`update "order" set ${assignment} where subintent_id = ${order.subintentId}`.execute(db)
		const found = await compared()
		await db
			.updateTable('order')
			.set(rows[0] ?? {})
			.where('subintent_id', '=', order.subintentId)
			.execute()
		assert.ok(found.differences_count > 0)
		return kindsOf(found)
	}
	assert.deepEqual(await falsify(sql`platform_fee = platform_fee + 1`), ['item', 'platform_fee'])
	assert.deepEqual(await falsify(sql`rebate = rebate - 1`), ['item'])
	assert.deepEqual(await falsify(sql`buy_amount = buy_amount + 1`), ['item'])
	const another = `${'txid_sim1'}${'q'.repeat(58)}`
	assert.ok((await falsify(sql`transaction_id = ${another}`)).includes('missing'))
	assert.equal((await compared()).differences_count, 0)
	assert.ok(
		errors.some(({ msg, kind }) => msg === 'the database and the ledger do not agree' && kind === 'platform_fee'),
	)
	const metrics = await (await fetch(`${network.service.operatorUrl}/metrics`)).text()
	assert.match(metrics, /accord_reconciliation_differences_total\{kind="missing"\} [1-9]/)
})

test('deposits without a record are shown: a settlement is a difference, a deposit that anyone can send is not', async () => {
	const { db } = network.service
	await fund(network.ledger, network.serviceAccount, { xUSDC: '7' })
	day = today()
	const sent = await compared()
	assert.deepEqual(
		sent.differences.map(({ kind, detail }) => [kind, detail]),
		[['unexplained_deposit', '7 xUSDC came, and no order or fill explains it']],
	)
	assert.equal(sent.differences_count, 0)

	const settler = connectSolver(network, network.solvers[0])
	const order = { sell: '100 XRD', buy: '5 xUSDC' }
	const trade = await publishTrade(network, settler, { user: network.users[0], order })
	await settle(network, settler, trade.bundle)
	await untilState(network, trade.order, 'settled')
	await until('its fill to have settled', async () => {
		const open = await db.selectFrom('fill').select('subintent_hash').where('ended_at_ms', 'is', null).execute()
		return open.length === 0
	})
	// As after a restore from a backup that is older than the order.
	await sql`update "order" set state = 'unfilled' where subintent_id = ${trade.order.subintentId}`.execute(db)
	await sql`update fill set state = 'Released' where ended_at_ms >= ${Date.parse(day)}`.execute(db)
	const unknown = await compared()
	assert.deepEqual(kindsOf(unknown), ['unexplained_settlement', 'unexplained_settlement'])
	assert.equal(unknown.differences_count, 2)
})

// shows command: accord reconcile
test('the command shows the days, and fails if one does not agree', async () => {
	const env = operatorEnv(network)
	const { code, out } = await runCommand(['reconcile'], env)
	assert.equal(code, 1, out)
	assert.match(out, new RegExp(`${day}  2 differences`))
	assert.match(out, /agrees with the ledger/)
	assert.match(out, new RegExp(`^${day}  2 differences so far: checked at ${day} \\S+Z, before the day was over$`, 'm'))
	const { days } = await askOperator<{ days: (Day & { is_over: boolean })[] }>(network, 'GET /operator/reconciliation')
	assert.deepEqual(
		days.filter(each => !each.is_over).map(each => each.day),
		[day],
	)
	const tomorrow = new Date(network.clock.nowMs() + 86_400_000).toISOString().slice(0, 10)
	const refusal = await runCommand(['reconcile', '--day', tomorrow], env)
	assert.notEqual(refusal.code, 0)
	assert.match(refusal.notes, new RegExp(`expected a day that has begun: .*${tomorrow}`))
	assert.match(out, /unexplained_settlement {2}txid_sim1/)
})

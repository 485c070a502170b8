import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { inProcessBus } from '../bus/bus.ts'
import type { OpenDatabase } from '../db/open-database.ts'
import { oneLane } from '../testing/one-lane.ts'
import { openTestDatabase } from '../testing/open-test-database.ts'
import { OrderJournal, type OrderStep } from './order-journal.ts'

const clock = { nowMs: () => 1000, wakeAt: () => () => {} }
const log = { error: assert.ifError }
const bus = inProcessBus({ onError: assert.ifError })
let opened: OpenDatabase

before(async () => {
	opened = await openTestDatabase()
})
after(() => opened.close())

async function insertOrder(hash: string, times: object): Promise<void> {
	const subintent = { subintent_hash: hash, role: 'order' as const, created_at_ms: 0 }
	await opened.db.insertInto('subintent').values(subintent).execute()
	const amounts = {
		sell_amount: '1',
		buy_amount: '1',
		platform_fee: '0',
		settlement_fee: '0',
		cost_xrd: '0',
		rebate: '0',
	}
	await opened.db
		.insertInto('order')
		.values({
			...amounts,
			subintent_hash: hash,
			subintent_id: `id of ${hash}`,
			signed_partial_transaction: '',
			account: 'a',
			sell_symbol: 'XRD',
			buy_symbol: 'xUSDC',
			base: 'XRD',
			quote: 'xUSDC',
			side: 'bids',
			level: 0,
			execution_units: 0,
			has_prefix: false,
			expires_at_s: 60,
			state: 'awaiting_fills',
			accepted_at_ms: 900,
			claimed_until_ms: 0,
			...times,
		})
		.execute()
}

/** Announces a step of an order, and waits until it has been reported. */
async function made(journal: OrderJournal, orderHash: string, step?: 'published' | 'ended'): Promise<void> {
	bus.publish('order', { orderHashes: [orderHash], ...(step && { step }) })
	await turn()
	await journal.drain()
}

function open() {
	const steps: OrderStep[] = []
	const journal = new OrderJournal({
		db: oneLane(opened.db),
		bus,
		running: { clock, log },
		onStep: step => steps.push(step),
	})
	return { steps, journal }
}

test('reports what was made here, each step once, with the time since the previous one', async () => {
	const { steps, journal } = open()
	await insertOrder('one', { state: 'published', filled_at_ms: 1000, published_at_ms: 1010 })
	await made(journal, 'one', 'published')
	await opened.db
		.updateTable('order')
		.set({ state: 'settled', ended_at_ms: 1010, transaction_id: 'txid_1' })
		.where('subintent_hash', '=', 'one')
		.execute()
	await made(journal, 'one')
	await made(journal, 'unknown', 'ended')
	await made(journal, 'one', 'ended')
	assert.deepEqual(steps, [
		{ subintentId: 'id of one', step: 'filled', atMs: 1000, tookMs: 100 },
		{ subintentId: 'id of one', step: 'published', atMs: 1010, tookMs: 10 },
		{ subintentId: 'id of one', step: 'settled', atMs: 1010, tookMs: 0, transactionId: 'txid_1' },
	])
	await journal.stop()
})

test('does not report the steps that another node has made', async () => {
	const { steps, journal } = open()
	const times = { filled_at_ms: 950, published_at_ms: 960, ended_at_ms: 1500 }
	await insertOrder('ended here', { state: 'expired', ...times })
	await made(journal, 'ended here', 'ended')
	await insertOrder('published here', { state: 'expired', ...times })
	await made(journal, 'published here', 'published')
	assert.deepEqual(steps, [
		{ subintentId: 'id of ended here', step: 'expired', atMs: 1500, tookMs: 540 },
		{ subintentId: 'id of published here', step: 'filled', atMs: 950, tookMs: 50 },
		{ subintentId: 'id of published here', step: 'published', atMs: 960, tookMs: 10 },
	])
	await journal.stop()
})

test('an order that was filled but never published counts as filled with its end', async () => {
	const { steps, journal } = open()
	await insertOrder('deferred', { state: 'unfilled', filled_at_ms: 950, ended_at_ms: 1500 })
	await made(journal, 'deferred', 'ended')
	assert.deepEqual(
		steps.map(({ step, tookMs }) => [step, tookMs]),
		[
			['filled', 50],
			['unfilled', 550],
		],
	)
	await journal.stop()
})

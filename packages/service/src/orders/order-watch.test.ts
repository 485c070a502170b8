import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { type OrderStatus, TradeError } from '@accord/protocol'
import type { KyselyPlugin } from 'kysely'
import { until } from '../../../../test/network/until.ts'
import { readSignedPartial } from '../intents/read-intent.ts'
import { oneLane } from '../testing/one-lane.ts'
import { nowMs } from '../testing/order-fixture.ts'
import { openTrade, submitOrder, userOrder } from '../testing/trade-fixture.ts'
import { awaitFinal, OrderWatch } from './order-watch.ts'

/** A trade with an order, and a watch whose statements are counted. */
async function openWatched(t: TestContext) {
	const trade = await openTrade(t)
	trade.quote({ bids: ['0.05 100000'] })
	const statements = { count: 0, failing: false }
	const plugin: KyselyPlugin = {
		transformQuery: ({ node }) => {
			statements.count += 1
			if (statements.failing) throw new Error('the database is away')
			return node
		},
		transformResult: async ({ result }) => result,
	}
	const errors: unknown[] = []
	const db = oneLane(trade.database.withPlugin(plugin))
	const watch = new OrderWatch({ db, bus: trade.bus, onError: error => errors.push(error) })
	t.after(() => watch.stop())
	const submit = async () => {
		const bytes = userOrder()
		await submitOrder(trade.deps, { signedPartialTransaction: bytes, receivedAtMs: nowMs })
		return readSignedPartial(trade.market, bytes).subintentHash
	}
	const end = async (orderHash: string) => {
		await trade.db.own
			.updateTable('order')
			.set({ state: 'cancelled', ended_at_ms: nowMs })
			.where('subintent_hash', '=', orderHash)
			.execute()
		trade.bus.publish('order', { orderHashes: [orderHash] })
	}
	return { ...trade, watch, statements, errors, submit, end }
}

function newListener() {
	const statuses: OrderStatus[] = []
	let isStopped = false
	return {
		statuses,
		changed: (status: OrderStatus) => statuses.push(status),
		stopped: () => {
			isStopped = true
		},
		get isStopped() {
			return isStopped
		},
	}
}

test('calls a listener with the order’s status at first, and after each change', async t => {
	const { watch, submit, end } = await openWatched(t)
	const orderHash = await submit()
	const one = newListener()
	watch.watch(orderHash, one)
	await until('the first status', () => one.statuses.length === 1)
	await end(orderHash)
	await until('the last status', () => one.statuses.length === 2)
	assert.deepEqual(
		one.statuses.map(({ state }) => state),
		['awaiting_fills', 'cancelled'],
	)
})

test('costs one statement for all listeners of all orders, on a message and on a sweep', async t => {
	const { watch, statements, submit, bus } = await openWatched(t)
	const orderHashes = [await submit(), await submit(), await submit()]
	const listeners = orderHashes.flatMap(orderHash =>
		Array.from({ length: 100 }, () => {
			const one = newListener()
			watch.watch(orderHash, one)
			return one
		}),
	)
	await until('every listener to be called', () => listeners.every(({ statuses }) => statuses.length > 0))
	await turn()
	for (const wake of [() => watch.sweep(), () => bus.publish('order', { orderHashes })]) {
		statements.count = 0
		for (const { statuses } of listeners) statuses.length = 0
		wake()
		await until('every listener to be called', () => listeners.every(({ statuses }) => statuses.length > 0))
		await turn()
		assert.equal(statements.count, 1)
	}
})

test('reads nothing for orders without listeners', async t => {
	const { watch, statements, submit, end } = await openWatched(t)
	const orderHash = await submit()
	const one = newListener()
	const stop = watch.watch(orderHash, one)
	await until('the first status', () => one.statuses.length === 1)
	stop()
	stop()
	statements.count = 0
	await end(orderHash)
	watch.sweep()
	await turn()
	assert.deepEqual([statements.count, one.statuses.length], [0, 1])
})

test('the next sweep makes up for a failed read or a lost message', async t => {
	const { watch, statements, errors, submit, end } = await openWatched(t)
	const orderHash = await submit()
	const one = newListener()
	watch.watch(orderHash, one)
	await until('the first status', () => one.statuses.length === 1)
	statements.failing = true
	await end(orderHash)
	await until('the failure', () => errors.length === 1)
	statements.failing = false
	watch.sweep()
	await until('the last status', () => one.statuses.at(-1)?.state === 'cancelled')
})

test('ends every watch when it stops, and refuses new ones', async t => {
	const { watch, clock, submit } = await openWatched(t)
	const orderHash = await submit()
	const one = newListener()
	watch.watch(orderHash, one)
	const { signal } = new AbortController()
	const waiting = awaitFinal({ clock, orderWatch: watch }, { orderHash, untilMs: nowMs + 1000, signal })
	watch.stop()
	assert.equal(one.isStopped, true)
	const isShuttingDown = (error: unknown) => error instanceof TradeError && error.code === 'shutting_down'
	await assert.rejects(waiting, isShuttingDown)
	assert.throws(() => watch.watch(orderHash, one), isShuttingDown)
})

test('stops waiting for the final state when its signal is aborted', async t => {
	const { watch, clock, submit, end } = await openWatched(t)
	const orderHash = await submit()
	const aborted = new AbortController()
	const first = awaitFinal({ clock, orderWatch: watch }, { orderHash, untilMs: nowMs + 1000, signal: aborted.signal })
	const { signal } = new AbortController()
	const second = awaitFinal({ clock, orderWatch: watch }, { orderHash, untilMs: nowMs + 1000, signal })
	aborted.abort()
	assert.equal(await first, undefined)
	await end(orderHash)
	assert.equal((await second)?.state, 'cancelled')
})

test('error: beyond 16,384 listeners it is busy', async t => {
	const { watch, submit } = await openWatched(t)
	const orderHash = await submit()
	for (let count = 0; count < 16_384; count++) watch.watch(orderHash, newListener())
	assert.throws(() => watch.watch(orderHash, newListener()), { code: 'busy' })
})

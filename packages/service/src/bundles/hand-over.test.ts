import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { until } from '../../../../test/network/until.ts'
import { NumberedStream } from '../api/sockets/numbered-stream.ts'
import { askOne } from '../db/together.ts'
import { MatchQueue } from '../orders/match-queue.ts'
import { openFilled } from '../testing/filled-fixture.ts'
import { messagesDuring } from '../testing/messages-during.ts'
import { nowMs } from '../testing/order-fixture.ts'
import { makerFill, makerId, submitFill, submitOrder, userOrder } from '../testing/trade-fixture.ts'
import { FilledOrders } from './filled-orders.ts'
import { publishBundles } from './publish-bundles.ts'
import { SolverReads } from './solver-reads.ts'

const limit = 100

/** A trade whose maker has a session, with the ids of the orders sent to it: first an order that was already open. */
async function openFollowed(t: TestContext) {
	const trade = await openFilled(t, { publishesWithFill: true })
	const place = () => submitOrder(trade.deps, { signedPartialTransaction: userOrder(), receivedAtMs: nowMs })
	await place()
	const sent: string[] = []
	const end = trade.newOrders.subscribe(makerId, {
		sent: new Set(),
		wants: () => true,
		push: ({ id }) => sent.push(id),
	})
	t.after(end)
	await until('the session to be sent what is open', () => sent.length === 1)
	return { ...trade, sent, place }
}

/** The solvers' logs as a node sends them: the entries that each of its streams has sent. */
function openSolvers(solverReads: SolverReads) {
	const bundles = new NumberedStream({
		readAfter: (after, limit) => solverReads.bundlesAfter({ after, limit }),
		numberOf: ({ bundleNumber }) => bundleNumber,
		onError: error => assert.fail(String(error)),
		pageSize: limit,
	})
	const events = new NumberedStream({
		readAfter: (after, limit) => solverReads.eventsAfter({ after, limit }),
		numberOf: ({ number }) => number,
		onError: error => assert.fail(String(error)),
		pageSize: limit,
	})
	const sent = { bundles: [] as number[], events: [] as number[] }
	const joined = [Promise.withResolvers<void>(), Promise.withResolvers<void>()] as const
	const rest = { flushed: async () => {}, failed: (error: unknown) => assert.fail(String(error)) }
	const push = {
		bundles: (number: number) => sent.bundles.push(number),
		events: (number: number) => sent.events.push(number),
	}
	bundles.subscribe({ push: of => push.bundles(of.bundleNumber), joined: joined[0].resolve, ...rest }, { after: 0 })
	events.subscribe({ push: of => push.events(of.number), joined: joined[1].resolve, ...rest }, { after: 0 })
	const wake = () => {
		bundles.wake()
		events.wake()
	}
	solverReads.onHandedOver(wake)
	return { solverReads, sent, wake, joined: Promise.all(joined.map(({ promise }) => promise)) }
}

test('an order reaches its maker after three messages to the database, and a fill the solvers after three more', async t => {
	const { deps, sent, place } = await openFollowed(t)
	const solvers = openSolvers(deps.solverReads)
	await solvers.joined
	await until('both logs to be read to their end', () => solvers.solverReads.next() !== undefined)
	const ofOrder = await messagesDuring(place)
	assert.deepEqual([sent.length, ofOrder], [2, 3])

	const fill = { makerId, orderId: sent[1] ?? '', signedPartialTransaction: makerFill(), receivedAtMs: nowMs }
	const ofFill = await messagesDuring(async () => {
		await submitFill(deps, fill)
		await until('the solvers to be sent the bundle', () => solvers.sent.events.length === 1)
	})
	assert.deepEqual([solvers.sent, ofFill], [{ bundles: [1], events: [1] }, 3])
})

test('orders that are handed over late, or while a maker’s are read, are sent once', async t => {
	const { db, deps, sent, place, newOrders } = await openFollowed(t)
	const next = () => askOne(db.own, newOrders.next({ makerIds: [makerId], nowMs }) ?? assert.fail('nobody waits'))
	const late = await next()
	await place()
	late()
	assert.equal(sent.length, 2)

	// The order is matched at another node, so nothing is handed over here.
	const elsewhere = new MatchQueue({ ...deps, newOrders: { next: () => undefined } })
	await submitOrder({ ...deps, matchQueue: elsewhere }, { signedPartialTransaction: userOrder(), receivedAtMs: nowMs })
	const meanwhile = await next()
	newOrders.wake(makerId)
	meanwhile()
	assert.equal(sent.length, 2)
	await until('what was read to be sent', () => sent.length === 3)
	newOrders.wakeAll()
	await place()
	// Just as for the announcement, bundles handed over during a read wait for the wake.
	newOrders.wake(makerId)
	await until('the last to be sent', () => sent.length === 4)
	assert.equal(new Set(sent).size, 4)
})

test('whichever node publishes, and whatever is read meanwhile, solvers get each bundle once and in order', async t => {
	const { bus, clock, db, deps, placeAndFill } = await openFilled(t, { openOrdersPerAccount: 16 })
	const nodes = [new SolverReads({ db }), new SolverReads({ db })].map(openSolvers).map(solvers => {
		const own: object[] = []
		const filledOrders = new FilledOrders({ db })
		const ownBus: typeof bus = { ...bus, publish: (_, message) => own.push(message) }
		return {
			...solvers,
			own,
			deps: { ...deps, platform: { ...deps.platform, bus: ownBus }, filledOrders, solverReads: solvers.solverReads },
		}
	})
	await Promise.all(nodes.map(({ joined }) => joined))
	let handedOver = 0
	for (let n = 0; n < 12; n++) {
		await placeAndFill()
		clock.advance(500)
		const wakes = nodes.filter((_, place) => (n >> place) % 3 === 0).map(({ wake }) => wake)
		for (const wake of wakes) wake()
		await Promise.all(nodes.slice(n % 2).map(node => publishBundles(node.deps)))
		for (const [place, { own }] of nodes.entries()) {
			for (const message of own.splice(0)) {
				if ('orderHashes' in message) continue
				const isHandedOver = 'isHandedOver' in message
				if (isHandedOver) handedOver += 1
				for (const [other, { wake }] of nodes.entries()) if (other !== place || !isHandedOver) wake()
			}
		}
	}
	const all = Array.from({ length: 12 }, (_, index) => index + 1)
	const isWhole = () => nodes.every(({ sent }) => sent.bundles.length >= 12 && sent.events.length >= 12)
	await until('all to be sent', isWhole)
	assert.deepEqual(
		nodes.map(({ sent }) => sent),
		nodes.map(() => ({ bundles: all, events: all })),
	)
	assert.ok(handedOver > 0)
})

test('filled orders are looked for every second, and when more are filled than wait', async t => {
	const { clock, db, deps, placeAndFill } = await openFilled(t, { openOrdersPerAccount: 32 })
	await deps.filledOrders.take(clock.nowMs())
	const { subintentHash: handedOver } = await placeAndFill()
	const elsewhere = new FilledOrders({ db })
	const otherDeps = { ...deps, filledOrders: elsewhere }
	assert.deepEqual([...(await deps.filledOrders.take(clock.nowMs())).keys()], [handedOver])
	assert.deepEqual([...(await otherDeps.filledOrders.take(clock.nowMs())).keys()], [handedOver])
	// Taken but not published, as by a node that has ended.
	clock.advance(1)
	const { subintentHash: next } = await placeAndFill()
	clock.advance(999)
	assert.deepEqual([...(await deps.filledOrders.take(clock.nowMs())).keys()], [handedOver, next])
	for (let n = 0; n < 17; n++) await placeAndFill()
	const found = await deps.filledOrders.take(clock.nowMs())
	assert.deepEqual([found.size, found.has(next)], [16, true])
})

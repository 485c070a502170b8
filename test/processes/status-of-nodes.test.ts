import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTestDatabase } from '../../packages/service/src/testing/test-database.ts'
import { without } from '../fixtures/debian-programs.ts'
import { untilShown } from '../network/book-text.ts'
import { freePorts } from '../network/free-ports.ts'
import { startNodeProcess } from '../network/node-process.ts'
import { askOperator, operatorSetting } from '../network/operator-request.ts'
import { connectMaker } from '../network/test-maker.ts'
import { connectSolver } from '../network/test-solver.ts'
import { startTwoNodes, untilReady } from '../network/two-nodes.ts'
import { until } from '../network/until.ts'

const { config, drop } = await createTestDatabase()
const pair = 'XRD/xUSDC'
const book = { pair, bids: ['0.05 4000'], asks: ['0.06 4000'] }

// shows command: All nodes
test('each node shows all of them: version, settings, age of the books, and which one is gone', {
	skip: without('nats-server'),
}, async () => {
	await using opened = new AsyncDisposableStack()
	opened.defer(drop)
	const { a, b, nats } = await startTwoNodes(opened, { database: config, ...operatorSetting })
	const nodesOf = async () => (await askOperator(a, 'GET /operator/overview')).nodes
	const there = async () => (await nodesOf()).filter((node: { is_there: boolean }) => node.is_there)
	const checkOf = async (wanted: string) => {
		const { checks } = await askOperator(a, 'GET /operator/doctor')
		return checks.find(({ name }: { name: string }) => name === wanted)
	}
	const nodesCheck = () => checkOf('nodes')

	const maker = await connectMaker(b, b.makers[0], { books: [book] })
	await untilShown(a, book)
	await until('both to say that they have the book', async () => {
		const books = (await there()).flatMap((node: { report?: { books: unknown[] } }) => node.report?.books ?? [])
		return books.length === 2
	})
	// What is connected to the other node counts, too.
	const solver = connectSolver(b, b.solvers[0])
	await until('the other node to say that a solver is there', async () => (await checkOf('solvers')).ok)
	assert.equal((await checkOf('solvers')).detail, '1 connected to all nodes together')
	assert.match((await checkOf('quotes')).detail, /; makers quoting: XRD\/xUSDC 1$/)
	solver.close()
	const nodes = await nodesOf()
	assert.equal(nodes.length, 2)
	assert.deepEqual(
		nodes.map(({ is_asked: isAsked }: { is_asked: boolean }) => isAsked),
		[true, false],
	)
	assert.equal(nodes[0].fingerprint, nodes[1].fingerprint)
	for (const { is_there: isThere, started_at_ms: startedAtMs, report } of nodes) {
		assert.deepEqual([isThere, typeof startedAtMs], [true, 'number'])
		const { version, health, books } = report
		assert.match(version, /^\d+\.\d+\.\d+/)
		assert.deepEqual(
			health,
			['ledger', 'bus', 'loops'].map(name => ({ name, ok: true })),
		)
		assert.deepEqual([books[0].maker_id, books[0].pairs], [a.makers[0]?.name, 1])
	}
	assert.equal((await nodesCheck()).ok, true)

	const port = await freePorts(1)
	const fixed = { settings: { ...a.settings, port } }
	for (let starts = 0; starts < 2; starts++) {
		const crashing = await startNodeProcess(fixed)
		opened.defer(() => crashing.stop())
		await untilReady(crashing)
		crashing.signal('SIGKILL')
		await crashing.ended
	}
	const restarted = await startNodeProcess(fixed)
	opened.defer(() => restarted.stop())
	await untilReady(restarted)
	await until('its former selves to be forgotten', async () => (await nodesOf()).length === 3)
	assert.equal((await there()).length, 3)
	assert.equal((await nodesCheck()).ok, true, (await nodesCheck()).detail)
	restarted.signal('SIGTERM')
	await restarted.ended

	const node = await startNodeProcess(a)
	opened.defer(() => node.stop())
	await untilReady(node)
	node.signal('SIGKILL')
	await node.ended
	await until('it to be gone', async () => (await nodesOf()).length === 3 && (await there()).length === 2)
	const { ok, detail } = await nodesCheck()
	assert.equal(ok, false)
	assert.match(detail, /was last seen \d+ s ago/)
	await maker.leave()

	await nats.stop()
	await until('both to say that the bus is lost', async () =>
		(await there()).every(({ report }: { report: { health: { name: string; ok: boolean }[] } }) =>
			report.health.some(({ name, ok: isWell }) => name === 'bus' && !isWell),
		),
	)
})

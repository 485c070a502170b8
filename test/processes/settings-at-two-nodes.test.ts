import assert from 'node:assert/strict'
import { test } from 'node:test'
import { derivePrivateKey, playSeed } from '@accord/ledger'
import type { Doctor, NodeReport, WireOf } from '@accord/protocol'
import { databaseNowMs } from '../../packages/service/src/db/database-now.ts'
import { createTestDatabase } from '../../packages/service/src/testing/test-database.ts'
import { without } from '../fixtures/debian-programs.ts'
import { applySettings, readSettings } from '../network/applied-settings.ts'
import { untilShown } from '../network/book-text.ts'
import { askOperator, operatorSetting, refusedOperator } from '../network/operator-request.ts'
import { untilState } from '../network/order-state.ts'
import { connectMaker, silent } from '../network/test-maker.ts'
import { connectSolver, settle } from '../network/test-solver.ts'
import { limitOrder, placeOrder, signLimitOrder } from '../network/test-user.ts'
import { startTwoNodes, untilReady } from '../network/two-nodes.ts'
import { until } from '../network/until.ts'

const { config, drop } = await createTestDatabase()
const sale = { sell: '100 XRD', buy: '4.9 xUSDC' }
const book = { pair: 'XRD/xUSDC', bids: ['0.05 4000'] }
const feesOf = (takerFee: string) => ({
	levels: ['0.0001', '0'].map(maker_fee => ({ taker_fee: takerFee, maker_fee })),
})

// shows decision 65: Agreed settings change without a restart, and orders end under those that they began with
test('settings that are applied at one node count at both from the same time, with orders in flight', {
	skip: without('nats-server'),
}, async context => {
	await using opened = new AsyncDisposableStack()
	opened.defer(drop)
	const pairs = [{ base: 'XRD', quote: 'xUSDC' }]
	const { a, b } = await startTwoNodes(opened, { database: config, ...operatorSetting, ...feesOf('0.001'), pairs })
	const [first = assert.fail(), second = assert.fail(), third] = [...a.users, ...a.solvers]
	const solver = connectSolver(a, a.solvers[1])
	const maker = await connectMaker(b, a.makers[0], { books: [book], answer: silent })
	await untilShown(a, book)

	await context.test(
		'an order of before is filled at the other node, one composed before is accepted there',
		async () => {
			const more = { ...feesOf('0.003'), pairs: [...pairs, { base: 'xUSDT', quote: 'xUSDC' }] }
			const applied = await applySettings(a, { ...more, settlement: { prices: { XRD: '0.06' } } })
			await until('the other node to know it', async () => (await readSettings(b)).version === applied.version)
			a.clock.set(applied.valid_from_ms - 500)
			const composed = signLimitOrder(a, second, limitOrder(sale))
			const order = await placeOrder(a, first, sale)
			const asked = await maker.asked(1)
			a.clock.set(applied.valid_from_ms)
			for (const node of [a, b]) {
				assert.equal((await readSettings(node)).in_force, applied.version)
				assert.equal(
					(await node.dex.tokenPairs()).some(({ base }) => base === 'xUSDT'),
					true,
				)
			}
			await maker.fill(asked)
			await b.dex.submitOrder(composed.signedPartialTransaction)
			await maker.fill(await maker.asked(2))
			for (const each of [order, composed]) {
				await settle(a, solver, await solver.bundleOf(each))
				await untilState(b, each, 'settled')
			}
			await maker.quote({ pair: 'xUSDT/xUSDC', bids: ['1 1000'] })
			await untilShown(a, { pair: 'xUSDT/xUSDC', bids: ['1 1000'] })
			const feeInfo = await b.dex.info()
			const renewed = await placeOrder({ ...b, feeInfo }, third, sale)
			await maker.fill(await maker.asked(3))
			await settle(a, solver, await solver.bundleOf(renewed))
			await untilState(a, renewed, 'settled')
			assert.deepEqual(maker.errors, [])
		},
	)

	await context.test('a node that starts with the former file takes what was applied', async () => {
		const { version } = await readSettings(a)
		const c = await a.anotherNode()
		await untilReady(c.service)
		assert.equal((await readSettings(c)).in_force, version)
		await c.service.stop()
	})

	await context.test('error: a key that another node does not have is named with the node', async () => {
		const { curve, privateKeyHex } = derivePrivateKey({ seed: playSeed, name: 'user-1', curve: 'Ed25519' })
		const d = await a.anotherNode({ next_service_key: { curve, private_key_hex: privateKeyHex } })
		await untilReady(d.service)
		const { version } = await readSettings(d)
		const change = { service_key: { public_key_hex: first.keyPair.publicKey } }
		const body = { version, settings: change }
		const { errors } = await refusedOperator(d, 'POST /operator/settings', { body, code: 'validation_failed' })
		const text = JSON.stringify(errors)
		for (const { service } of [a, b]) assert.ok(text.includes(`at ${service.url} has no key file`), text)
		await d.service.stop()
	})

	await context.test('the doctor names a node that did not take them', async () => {
		const settingsCheck = async () => {
			const { checks } = await askOperator<WireOf<typeof Doctor>>(a, 'GET /operator/doctor')
			return checks.find(({ name }) => name === 'settings') ?? assert.fail()
		}
		a.clock.advance(6)
		await until('both to report', async () => (await settingsCheck()).ok)
		const report: WireOf<typeof NodeReport> = {
			version: '0.1.0',
			url: 'http://late.example',
			health: [],
			sessions: { makers: 0, solvers: 0 },
			settings: { version: 1, newest: 1, service_keys: [] },
			books: [],
		}
		const row = { node_id: 'late', fingerprint: '{}', seen_at_ms: databaseNowMs, report: JSON.stringify(report) }
		await a.service.db
			.insertInto('node')
			.values(row as never)
			.execute()
		const { ok, detail } = await settingsCheck()
		assert.deepEqual([ok, /late at http:\/\/late\.example still has version 1/.test(detail)], [false, true], detail)
	})
	await maker.leave()
})

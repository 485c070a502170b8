import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { accountAddress, deriveKeyPair } from '@accord/ledger'
import { Decimal, TradeError } from '@accord/protocol'
import { publishBundles } from '../bundles/publish-bundles.ts'
import { openBundlesAfter, solverEventsAfter } from '../bundles/solver-events.ts'
import { fillExecutionsAfter } from '../fills/fill-executions.ts'
import { amountOf, networkId } from '../testing/order-fixture.ts'
import {
	addMaker,
	expiryMarginMs,
	makerFill,
	openTrade,
	quote,
	submitFill,
	submitOrder,
	userOrder,
} from '../testing/trade-fixture.ts'
import { rerouteParts } from './reroute-parts.ts'
import { SettlementTracker } from './track-settlements.ts'
import { findVetoes } from './vetoes.ts'

const makers = ['anna', 'bela', 'carl']
const keyOf = (maker: string) => deriveKeyPair({ seed: 'vetoes', name: maker, curve: 'Ed25519' })
const accountOf = (maker: string) => accountAddress(keyOf(maker), networkId)

/** An order of 1000 XRD for 50 xUSDC, published with fills of two makers. The ledger commits no root of the bundle. */
async function openStuck(t: TestContext, others: readonly string[]) {
	const trade = await openTrade(t)
	const { clock, costPreview, db, gateway, makerQuotes, platform } = trade
	for (const maker of makers) await addMaker(db.own, { makerId: maker, address: accountOf(maker) })
	const bid = (maker: string) => quote(makerQuotes, maker, { bids: ['0.05 500'] })
	for (const maker of ['anna', 'bela', ...others]) bid(maker)
	const emptied = new Set<string>()
	const inspect: typeof costPreview.inspect = async ({ validated: { account } }) =>
		emptied.has(account)
			? { refusal: new TradeError('insufficient_funds') }
			: costPreview.price({} as never).then(cost => ({ cost }))
	const status = () => (emptied.size > 0 ? 'Failed' : 'Succeeded')
	Object.assign(gateway, {
		preview: async () => ({ status: status(), costXrd: Decimal.zero, executionUnits: 0, outputs: [] }),
	})
	const intents = { costPreview: { ...costPreview, inspect } }
	const order = userOrder({ sell: amountOf('1000', 'XRD'), platformFee: '1', buy: amountOf('50', 'xUSDC') })
	const { subintentId } = await submitOrder(trade.deps, {
		signedPartialTransaction: order,
		receivedAtMs: clock.nowMs(),
	})
	const fill = async (maker: string) => {
		const part = await db.own
			.selectFrom('part')
			.selectAll()
			.where('maker_id', '=', maker)
			.where('state', '=', 'asked')
			.executeTakeFirstOrThrow()
		const signedPartialTransaction = makerFill({
			account: accountOf(maker),
			keyPairs: [keyOf(maker)],
			sell: amountOf(Decimal.format(Decimal.parse(part.fill_sell_amount)), 'xUSDC'),
			buy: amountOf(Decimal.format(Decimal.parse(part.fill_buy_amount)), 'XRD'),
		})
		await submitFill(trade.deps, {
			makerId: maker,
			orderId: part.part_id,
			receivedAtMs: clock.nowMs(),
			signedPartialTransaction,
		})
	}
	for (const maker of ['anna', 'bela']) await fill(maker)
	const publish = async () => {
		clock.advance(500)
		await publishBundles(trade.deps)
	}
	await publish()
	const logOf = async (maker: string) => {
		const entries = await fillExecutionsAfter(db.own, { makerId: maker, after: 0, limit: 9 })
		return entries.map(({ outcome = 'started' }) => outcome)
	}
	const bundle = () => db.own.selectFrom('bundle').selectAll().executeTakeFirstOrThrow()
	const events = async () =>
		(await solverEventsAfter(db.own, { after: 0, limit: 9 })).map(
			event => `${event.number} ${event.kind} ${event.bundleNumber} ${event.kind === 'withdrawn' ? event.reason : ''}`,
		)
	const tracker = new SettlementTracker(trade.deps)
	/** The ledger commits these subintents in one transaction. */
	const commit = async (...ids: string[]) => {
		await tracker.run()
		gateway.stateVersion += 1
		for (const id of ids) gateway.committed.set(id, 'txid_1')
		clock.advance(500)
		while ((await tracker.run()) === 'again') {}
	}
	const expire = async () => {
		for (const waitMs of [45_000 + expiryMarginMs, 1_000]) {
			clock.advance(waitMs)
			await tracker.run()
		}
	}
	const veto = () => findVetoes({ platform, intents })
	return { ...trade, subintentId, fill, publish, logOf, bundle, events, commit, expire, veto, emptied }
}

/** Anna has emptied her account, and Carl takes her part. */
async function openReplaced(t: TestContext) {
	const trade = await openStuck(t, ['carl'])
	const first = await trade.bundle()
	trade.emptied.add(accountOf('anna'))
	trade.clock.advance(4_000)
	await trade.veto()
	await rerouteParts(trade.deps)
	assert.equal((await trade.bundle()).bundle_number, first.bundle_number)
	await trade.fill('carl')
	await trade.publish()
	return { ...trade, first, second: await trade.bundle() }
}

// shows decision 10: A published order whose bundle cannot settle because of a fill is matched again
test('a fill whose account was emptied is replaced: the old bundle is withdrawn, and the new one shares no amount with it', async t => {
	const { db, events, first, second, logOf } = await openReplaced(t)
	assert.deepEqual(await events(), ['2 withdrawn 1 replaced', '3 published 3 '])
	const [open, ...others] = await openBundlesAfter(db.own, { after: 0, limit: 9 })
	assert.deepEqual([open?.bundleNumber, others], [3, []])
	assert.deepEqual(second.subintent_ids.length, 3)
	const amounts = new Set([...(first.marker_amounts ?? []), ...(second.marker_amounts ?? [])])
	assert.equal(amounts.size, 6)
	const order = await db.own.selectFrom('order').select('state').executeTakeFirstOrThrow()
	assert.equal(order.state, 'published')
	for (const maker of makers) assert.deepEqual(await logOf(maker), ['started'])
})

test('the new bundle settles: the fill in it is Settled with the others, the one that it replaced has expired', async t => {
	const { commit, db, logOf, second } = await openReplaced(t)
	await commit(...second.subintent_ids)
	assert.deepEqual(await Promise.all(makers.map(logOf)), [
		['started', 'Expired'],
		['started', 'Settled'],
		['started', 'Settled'],
	])
	const { state } = await db.own.selectFrom('order').select('state').executeTakeFirstOrThrow()
	assert.equal(state, 'settled')
})

test('a solver settles the old bundle after all: its fills are Settled, and the new one is released', async t => {
	const { commit, first, logOf } = await openReplaced(t)
	await commit(...first.subintent_ids)
	assert.deepEqual(await Promise.all(makers.map(logOf)), [
		['started', 'Settled'],
		['started', 'Settled'],
		['started', 'Released'],
	])
})

test('nobody settles either: order and fills expire together', async t => {
	const { expire, logOf } = await openReplaced(t)
	await expire()
	for (const maker of makers) assert.deepEqual(await logOf(maker), ['started', 'Expired'])
})

test('without another maker the order stays in its bundle, and settles if the maker funds its account', async t => {
	const { bundle, clock, commit, deps, emptied, logOf, publish, veto } = await openStuck(t, [])
	const { bundle_number, subintent_ids: ids } = await bundle()
	emptied.add(accountOf('anna'))
	clock.advance(4_000)
	await veto()
	await rerouteParts(deps)
	await publish()
	assert.equal((await bundle()).bundle_number, bundle_number)
	await commit(...ids)
	for (const maker of ['anna', 'bela']) assert.deepEqual(await logOf(maker), ['started', 'Settled'])
})

test('a bundle is not previewed before four seconds, nor with too little time for another maker, and once', async t => {
	const { bundle, clock, veto } = await openStuck(t, ['carl'])
	const previewedAtMs = async () => (await bundle()).previewed_at_ms
	clock.advance(3_499)
	await veto()
	assert.equal(await previewedAtMs(), null)
	clock.advance(501)
	await veto()
	const at = await previewedAtMs()
	assert.equal(at, BigInt(clock.nowMs()))
	clock.advance(1_000)
	await veto()
	assert.equal(await previewedAtMs(), at)
})

test('if the user’s own account was emptied, no fill is blamed', async t => {
	const { clock, db, emptied, veto } = await openStuck(t, ['carl'])
	const { account } = await db.own.selectFrom('order').select('account').executeTakeFirstOrThrow()
	for (const each of [account, accountOf('anna')]) emptied.add(each)
	clock.advance(4_000)
	await veto()
	const vetoed = await db.own.selectFrom('fill').select('part_id').where('vetoed_at_ms', 'is not', null).execute()
	assert.deepEqual(vetoed, [])
})

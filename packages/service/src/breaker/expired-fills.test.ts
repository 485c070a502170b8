import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { Decimal } from '@accord/protocol'
import { sql } from 'kysely'
import { openFilled } from '../testing/filled-fixture.ts'
import { user } from '../testing/order-fixture.ts'
import { addMaker, makerId } from '../testing/trade-fixture.ts'
import { breakerOf } from './breaker.ts'
import { pausesOf } from './maker-pauses.ts'
import { SilentMakers } from './silent-makers.ts'

type Ending = {
	/** How the user's item ended: found on the ledger, funded or not; absent if it was not looked at. */
	order?: 'settled' | 'funded' | 'unfunded'
	orderHasPrefix?: boolean
	fill?: 'funded' | 'unfunded'
	fillHasPrefix?: boolean
	/** Another fill of the same order, and what was found about it. */
	other?: 'funded' | 'unfunded' | 'prefix'
}

/** A maker whose published fills expire, each with an order of its own. */
async function openExpiring(t: TestContext) {
	const trade = await openFilled(t, { openOrdersPerAccount: 100 })
	const { clock, db, deps, placeAndFill } = trade
	await addMaker(db.own, { makerId: 'another', address: user })
	const found = (subintent_hash: string, isUnfunded: boolean) =>
		db.own
			.insertInto('expired_intent')
			.values({ subintent_hash, account: 'any', checked_at_ms: clock.nowMs(), is_unfunded: isUnfunded })
			.execute()
	/** Copies a row with some other values. */
	const copy = (table: 'subintent' | 'part' | 'fill', of: object, from: { key: string; value: string }) =>
		sql`insert into ${sql.table(table)} select (jsonb_populate_record(row, ${JSON.stringify(of)}::jsonb)).*
			from ${sql.table(table)} row where ${sql.ref(from.key)} = ${from.value}`.execute(db.own)
	const addOther = async (fill: { subintent_hash: string; part_id: string }, kind: NonNullable<Ending['other']>) => {
		const [hash, partId] = [`other of ${fill.subintent_hash}`, `other of ${fill.part_id}`]
		const ofFill = { key: 'subintent_hash', value: fill.subintent_hash }
		await copy('subintent', { subintent_hash: hash }, ofFill)
		await copy('part', { part_id: partId, maker_id: 'another' }, { key: 'part_id', value: fill.part_id })
		const values = { subintent_hash: hash, subintent_id: hash, part_id: partId, maker_id: 'another' }
		await copy('fill', { ...values, has_prefix: kind === 'prefix' }, ofFill)
		await found(hash, kind === 'unfunded')
	}
	const end = async ({ order, fill = 'funded', ...ending }: Ending) => {
		const { subintentHash: orderHash } = await placeAndFill()
		const row = await db.own
			.selectFrom('fill')
			.selectAll()
			.where('order_hash', '=', orderHash)
			.executeTakeFirstOrThrow()
		const ended_at_ms = BigInt(Number(row.expires_at_s) * 1000 + 4_000)
		await db.own
			.updateTable('order')
			.set({
				state: order === 'settled' ? 'settled' : 'expired',
				ended_at_ms,
				has_prefix: ending.orderHasPrefix === true,
			})
			.where('subintent_hash', '=', orderHash)
			.execute()
		await db.own
			.updateTable('fill')
			.set({ state: 'Expired', ended_at_ms, has_prefix: ending.fillHasPrefix === true })
			.where('order_hash', '=', orderHash)
			.execute()
		if (order === 'funded' || order === 'unfunded') await found(orderHash, order === 'unfunded')
		await found(row.subintent_hash, fill === 'unfunded')
		if (ending.other !== undefined) await addOther(row, ending.other)
	}
	const state = () => breakerOf(deps, { database: db.own, makerId, nowMs: clock.nowMs() })
	return { ...trade, end, state }
}

const cases: [title: string, ending: Ending, isMiss: boolean][] = [
	['the user’s item was funded', { order: 'funded' }, true],
	['it settled without the fill', { order: 'settled' }, true],
	['the fill has a prefix', { order: 'funded', fillHasPrefix: true }, true],
	['the user had moved the funds', { order: 'unfunded' }, false],
	['the user’s own prefix may have failed', { order: 'funded', orderHasPrefix: true }, false],
	['neither held what it sells', { order: 'unfunded', fill: 'unfunded' }, true],
	['it could not be found out, as when the service itself was away', {}, false],
	['another fill had no funds', { order: 'funded', other: 'unfunded' }, false],
	['another fill has a prefix', { order: 'funded', other: 'prefix' }, false],
	['another fill has a prefix, and so has this one', { order: 'funded', other: 'prefix', fillHasPrefix: true }, true],
	['another fill is as good', { order: 'funded', other: 'funded' }, true],
]
for (const [title, ending, isMiss] of cases) {
	// shows decision 20: A published fill that expires while the user's item was good is a miss, whatever the reason
	test(`a published fill expires: ${title}: ${isMiss ? 'a miss' : 'none'}`, async t => {
		const { end, state } = await openExpiring(t)
		await end(ending)
		const { missRate, sample } = await state()
		assert.deepEqual([missRate, sample], [isMiss ? Decimal.one : Decimal.zero, 1])
	})
}

test('a maker whose published fills all expire is paused', async t => {
	const { clock, db, platform, end } = await openExpiring(t)
	const breaker = { ...platform.breaker, sampleMin: 4 }
	const silentMakers = new SilentMakers({ platform: { ...platform, breaker }, onWarned: async () => {} })
	const pauses = () => pausesOf(db.own, { makerId, nowMs: clock.nowMs() })
	for (let n = 0; n < 3; n++) await end({ order: 'funded', fillHasPrefix: true })
	await silentMakers.pause()
	assert.deepEqual(await pauses(), [])
	await end({ order: 'funded', fillHasPrefix: true })
	await silentMakers.pause()
	assert.deepEqual(
		(await pauses()).map(({ by }) => by),
		['breaker'],
	)
})

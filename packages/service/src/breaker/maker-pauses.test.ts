import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import type { Clock } from '@accord/protocol'
import { registerMaker } from '../accounts/makers.ts'
import { inProcessBus } from '../bus/bus.ts'
import type { OpenDatabase } from '../db/open-database.ts'
import { oneLane } from '../testing/one-lane.ts'
import { openTestDatabase } from '../testing/open-test-database.ts'
import { endPause, pausesOf, setPause } from './maker-pauses.ts'
import { PausedMakers } from './paused-makers.ts'

describe('the pauses of makers', () => {
	let opened: OpenDatabase
	let nowMs = 1000
	const clock: Clock = { nowMs: () => nowMs, wakeAt: () => () => {} }
	const bus = inProcessBus({ onError: assert.ifError })
	before(async () => {
		opened = await openTestDatabase()
		for (const makerId of ['anna', 'bert'])
			await registerMaker({ database: opened.db, clock }, { name: makerId, makerId, accounts: [] })
	})
	after(() => opened.close())
	const deps = () => ({ database: opened.db, bus })
	const pauses = (makerId: string) => pausesOf(opened.db, { makerId, nowMs })

	test('a pause keeps its first reason, and ends only when its own kind is ended', async () => {
		await setPause(deps(), { makerId: 'anna', by: 'maker', reason: 'first', sinceMs: 1000 })
		await setPause(deps(), { makerId: 'anna', by: 'maker', reason: 'second', sinceMs: 2000 })
		await setPause(deps(), { makerId: 'anna', by: 'operator', sinceMs: 1500 })
		assert.deepEqual(await pauses('anna'), [
			{ by: 'maker', reason: 'first', sinceMs: 1000 },
			{ by: 'operator', sinceMs: 1500 },
		])
		assert.deepEqual(await pauses('bert'), [])
		await endPause(deps(), { makerId: 'anna', by: 'breaker' })
		await endPause(deps(), { makerId: 'anna', by: 'maker' })
		assert.deepEqual(await pauses('anna'), [{ by: 'operator', sinceMs: 1500 }])
		await endPause(deps(), { makerId: 'anna', by: 'operator' })
	})

	test('a pause with an end is over at that time, and can begin again', async () => {
		const pause = { makerId: 'bert', by: 'breaker', sinceMs: 1000, untilMs: 3000 } as const
		await setPause(deps(), pause)
		nowMs = 2999
		assert.equal((await pauses('bert')).length, 1)
		await setPause(deps(), { ...pause, sinceMs: 2999, untilMs: 9000 })
		assert.equal((await pauses('bert'))[0]?.untilMs, 3000)
		nowMs = 3000
		assert.deepEqual(await pauses('bert'), [])
		await setPause(deps(), { ...pause, sinceMs: 3000, untilMs: 7000 })
		assert.deepEqual(await pauses('bert'), [{ by: 'breaker', sinceMs: 3000, untilMs: 7000 }])
		const recorded = await opened.db.selectFrom('audit_entry').select(['act', 'subject', 'detail']).execute()
		const entry = (until_ms: number) => {
			return { act: 'maker_paused', subject: 'bert', detail: { after: { by: 'breaker', until_ms } } }
		}
		assert.deepEqual(recorded, [entry(3000), entry(7000)])
		nowMs = 7000
	})

	test('paused makers are known after a start, and listeners are notified once of each breaker change', async () => {
		const paused: string[][] = []
		const makerQuotes = { setPausedMakers: (makerIds: ReadonlySet<string>) => paused.push([...makerIds]) }
		await setPause(deps(), { makerId: 'anna', by: 'maker', sinceMs: nowMs })
		const pausedMakers = new PausedMakers({ db: oneLane(opened.db), bus, clock, makerQuotes, onError: assert.ifError })
		const changed: string[] = []
		pausedMakers.onBreakerChanged(makerId => changed.push(makerId))
		await pausedMakers.start()
		await setPause(deps(), { makerId: 'bert', by: 'breaker', sinceMs: nowMs, untilMs: nowMs + 1000 })
		await pausedMakers.refresh()
		await pausedMakers.refresh()
		nowMs += 1000
		await pausedMakers.refresh()
		await endPause(deps(), { makerId: 'anna', by: 'maker' })
		await pausedMakers.refresh()
		await pausedMakers.stop()
		assert.deepEqual(paused[0], ['anna'])
		assert.ok(paused.some(makers => makers.includes('bert')))
		assert.deepEqual([paused.at(-1), changed], [[], ['bert', 'bert']])
	})
	test('a refresh asked for while another ends reads again, whenever it is asked for', async () => {
		const reads = Array.from({ length: 10 }, () => 0)
		for (const steps of reads.keys()) {
			const setPausedMakers = () => {
				reads[steps] = (reads[steps] ?? 0) + 1
				if (reads[steps] === 1)
					void (async () => {
						for (let step = 0; step < steps; step++) await undefined
						await pausedMakers.refresh()
					})()
			}
			const pausedMakers = new PausedMakers({
				db: oneLane(opened.db),
				bus,
				clock,
				makerQuotes: { setPausedMakers },
				onError: assert.ifError,
			})
			await pausedMakers.refresh()
			await turn()
			await pausedMakers.stop()
		}
		assert.deepEqual(
			reads,
			Array.from(reads, () => 2),
		)
	})
})

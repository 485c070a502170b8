import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { TradeError } from '@accord/protocol'
import { Lanes } from './lanes.ts'

/** Lanes whose runs wait until they are released; runs with a failing item fail. */
function openLanes({ failing = new Map<string, Error>(), batchMax = 4, waitingMax = 6 } = {}) {
	const runs: string[][] = []
	const gate = Promise.withResolvers<void>()
	const run = async (items: readonly string[]) => {
		runs.push([...items])
		await gate.promise
		for (const item of items) {
			const error = failing.get(item)
			if (error !== undefined) throw error
		}
		return items.map(item => `done ${item}`)
	}
	return { runs, letGo: () => gate.resolve(), lanes: new Lanes({ batchMax, waitingMax, run }) }
}

test('an empty lane starts at once, and its next run takes what has arrived since, in order', async () => {
	const { lanes, letGo, runs } = openLanes()
	const all = ['a', 'b', 'c', 'd', 'e', 'f'].map(item => lanes.run('lane', item))
	assert.deepEqual(runs, [['a']])
	letGo()
	assert.deepEqual(
		await Promise.all(all),
		['a', 'b', 'c', 'd', 'e', 'f'].map(item => `done ${item}`),
	)
	assert.deepEqual(runs, [['a'], ['b', 'c', 'd', 'e'], ['f']])
})

test('a lane waits only for a moment for another one, and then no longer', async () => {
	const { lanes, runs } = openLanes()
	void lanes.run('one', 'a')
	void lanes.run('other', 'b')
	void lanes.run('third', 'c')
	assert.deepEqual(runs, [['a']])
	await pause(150)
	assert.deepEqual(runs, [['a'], ['b', 'c']])
})

test('a full run of other lanes does not wait', () => {
	const { lanes, runs } = openLanes({ batchMax: 2 })
	for (const item of ['a', 'b', 'c', 'd']) void lanes.run(`lane ${item}`, item)
	assert.deepEqual(runs, [['a'], ['b', 'c']])
})

test('what arrives in any lane during a run is in the next one', async () => {
	const { lanes, letGo, runs } = openLanes()
	const all = [lanes.run('one', 'a')]
	await new Promise(setImmediate)
	all.push(lanes.run('two', 'b'))
	await new Promise(setImmediate)
	all.push(lanes.run('one', 'c'), lanes.run('three', 'd'))
	letGo()
	await Promise.all(all)
	assert.deepEqual(runs, [['a'], ['b', 'c', 'd']])
})

test('error: beyond its limit a lane refuses, and no other one does', async () => {
	const { lanes, letGo } = openLanes({ waitingMax: 2 })
	const all = ['a', 'b', 'c'].map(item => lanes.run('lane', item))
	await assert.rejects(lanes.run('lane', 'd'), { code: 'busy' })
	all.push(lanes.run('other', 'e'))
	letGo()
	await Promise.all(all)
	assert.equal(await lanes.run('lane', 'f'), 'done f')
})

test('error: a failing item fails alone', async () => {
	const { lanes, letGo, runs } = openLanes({ failing: new Map([['c', new Error('wrong')]]) })
	const all = ['a', 'b', 'c', 'd'].map(item => lanes.run('lane', item))
	letGo()
	const results = await Promise.allSettled(all)
	assert.deepEqual(
		results.map(({ status }) => status),
		['fulfilled', 'fulfilled', 'rejected', 'fulfilled'],
	)
	assert.deepEqual(runs, [['a'], ['b', 'c', 'd'], ['b'], ['c'], ['d']])
})

test('error: if the service fails, the whole run is refused, and the lane continues', async () => {
	const { lanes, letGo, runs } = openLanes({ failing: new Map([['c', new TradeError('database_unavailable')]]) })
	const all = ['a', 'b', 'c'].map(item => lanes.run('lane', item))
	letGo()
	const results = await Promise.allSettled(all)
	assert.deepEqual(
		results.map(({ status }) => status),
		['fulfilled', 'rejected', 'rejected'],
	)
	assert.deepEqual(runs, [['a'], ['b', 'c']])
	assert.equal(await lanes.run('lane', 'd'), 'done d')
})

// shows decision 83: Work gathers under load, and never at rest
test('after a run of several, items that arrive within a moment run together; after a run of one, at once', async () => {
	const { lanes, letGo, runs } = openLanes()
	const first = ['a', 'b', 'c'].map(item => lanes.run('lane', item))
	letGo()
	await Promise.all(first)
	const late = [lanes.run('lane', 'd')]
	await new Promise(setImmediate)
	late.push(lanes.run('lane', 'e'))
	await Promise.all(late)
	assert.deepEqual(runs, [['a'], ['b', 'c'], ['d', 'e']])
	await lanes.run('other', 'f')
	await lanes.run('other', 'g')
	assert.deepEqual(runs.slice(3), [['f'], ['g']])
})

test('after a run of several of one lane, what waits there already is joined by what arrives within a moment', async () => {
	const { lanes, letGo, runs } = openLanes({ batchMax: 3 })
	const all = ['a', 'b', 'c', 'd', 'e'].map(item => lanes.run('lane', item))
	letGo()
	await all[3]
	await new Promise(setImmediate)
	all.push(lanes.run('lane', 'f'))
	await Promise.all(all)
	assert.deepEqual(runs, [['a'], ['b', 'c', 'd'], ['e', 'f']])
})

test('what waits in several lanes runs together, in order of arrival', async () => {
	const { lanes, letGo, runs } = openLanes()
	const first = ['a', 'b', 'c'].map(item => lanes.run('one', item))
	letGo()
	await Promise.all(first)
	const late = [lanes.run('two', 'd'), lanes.run('one', 'e'), lanes.run('three', 'f'), lanes.run('one', 'g')]
	await Promise.all(late)
	assert.deepEqual(runs.slice(2), [['d', 'e', 'f', 'g']])
})

test('error: a lane that fails does not make others fail, and runs apart from them until it succeeds', async () => {
	const failing = new Map([['e', new Error('wrong')]])
	const { lanes, letGo, runs } = openLanes({ failing, batchMax: 3 })
	const outcomes = (all: readonly Promise<string>[]) =>
		Promise.allSettled(all).then(results => results.map(({ status }) => status))
	const first = ['a', 'b', 'c'].map(item => lanes.run('one', item))
	letGo()
	await Promise.all(first)
	const together = [lanes.run('one', 'd'), lanes.run('two', 'e'), lanes.run('three', 'f')]
	assert.deepEqual(await outcomes(together), ['fulfilled', 'rejected', 'fulfilled'])
	assert.deepEqual(runs.slice(2), [['d', 'e', 'f'], ['d'], ['e'], ['f']])
	const apart = [lanes.run('one', 'g'), lanes.run('two', 'h'), lanes.run('three', 'i')]
	assert.deepEqual(await outcomes(apart), ['fulfilled', 'fulfilled', 'fulfilled'])
	assert.deepEqual(runs.slice(6).toSorted(), [['g', 'i'], ['h']])
	const again = [lanes.run('one', 'j'), lanes.run('two', 'k'), lanes.run('three', 'l')]
	assert.deepEqual(await outcomes(again), ['fulfilled', 'fulfilled', 'fulfilled'])
	assert.deepEqual(runs.slice(8), [['j'], ['k', 'l']])
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ConnectionTurns } from './connection-turns.ts'

test('lanes take turns, each in order of arrival', async () => {
	const turns = new ConnectionTurns()
	const [own, requests] = [turns.lane({ waitingMax: 10 }), turns.lane({ waitingMax: 10 })]
	const served: string[] = []
	const use = async (name: string, lane: typeof own) => {
		await lane.acquire()
		served.push(name)
		turns.release()
	}
	await own.acquire()
	const all = ['r1', 'r2', 'r3'].map(name => use(name, requests))
	all.push(...['o1', 'o2'].map(name => use(name, own)))
	turns.release()
	await Promise.all(all)
	assert.deepEqual(served, ['r1', 'o1', 'r2', 'o2', 'r3'])
	await own.acquire()
})

test('error: beyond its limit a lane refuses, and the others do not', async () => {
	const turns = new ConnectionTurns()
	const [own, requests] = [turns.lane({ waitingMax: 1 }), turns.lane({ waitingMax: 1 })]
	await own.acquire()
	const waiting = requests.acquire()
	await assert.rejects(requests.acquire(), { code: 'busy' })
	const next = own.acquire()
	turns.release()
	await waiting
	turns.release()
	await next
})

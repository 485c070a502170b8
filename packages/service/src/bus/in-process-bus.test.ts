import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { inProcessBus } from './bus.ts'

const pair = { base: 'XRD', quote: 'xUSDC' }

describe('the in-process bus', () => {
	const failures: unknown[] = []
	const newBus = () => inProcessBus({ onError: (error, subject) => failures.push([subject, String(error)]) })

	test('a message reaches every handler of its subject and no other, after the publisher has returned', async () => {
		const bus = newBus()
		const seen: unknown[] = []
		bus.subscribe('reservation', message => seen.push(['first', message]))
		bus.subscribe('reservation', message => seen.push(['second', message]))
		bus.subscribe('bundle', () => seen.push('wrong'))
		bus.publish('reservation', { pair })
		assert.deepEqual(seen, [])
		await turn()
		assert.deepEqual(seen, [
			['first', { pair }],
			['second', { pair }],
		])
	})

	test('a handler that throws or rejects is reported and does not affect the others', async () => {
		const bus = newBus()
		const seen: string[] = []
		bus.subscribe('bundle', () => {
			throw new Error('thrown')
		})
		bus.subscribe('bundle', async () => {
			throw new Error('rejected')
		})
		bus.subscribe('bundle', () => seen.push('other'))
		bus.publish('bundle', {})
		await turn()
		assert.deepEqual(seen, ['other'])
		assert.deepEqual(failures, [
			['bundle', 'Error: thrown'],
			['bundle', 'Error: rejected'],
		])
	})

	test('after unsubscribing, a handler is not called again, not even for earlier messages', async () => {
		const bus = newBus()
		const seen: unknown[] = []
		const unsubscribe = bus.subscribe('fill_execution', message => seen.push(message))
		bus.publish('fill_execution', { makerId: 'a' })
		unsubscribe()
		bus.publish('fill_execution', { makerId: 'b' })
		await turn()
		assert.deepEqual(seen, [])
	})

	test('a function subscribed twice is called twice, and each subscription ends on its own', async () => {
		const bus = newBus()
		let calls = 0
		const handler = () => calls++
		const unsubscribe = bus.subscribe('bundle', handler)
		bus.subscribe('bundle', handler)
		bus.publish('bundle', {})
		await turn()
		unsubscribe()
		bus.publish('bundle', {})
		await turn()
		assert.equal(calls, 3)
	})
})

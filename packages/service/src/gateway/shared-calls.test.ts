import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SharedCalls } from './watched-gateway.ts'

/** Calls that are answered with their number when the test says so. */
function openCalls() {
	const made: PromiseWithResolvers<number>[] = []
	const shared = new SharedCalls<number>()
	const call = (key = 'a') =>
		shared.call(key, () => {
			const answer = Promise.withResolvers<number>()
			made.push(answer)
			return answer.promise
		})
	return { call, made, answer: (place: number) => made[place]?.resolve(place) }
}

const settled = () => new Promise(resolve => setImmediate(resolve))

// shows decision 84: An account's balance is read once for all who wait for it
test('requests that arrive during a call share the next one, which begins after all of them', async () => {
	const { call, made, answer } = openCalls()
	const first = call()
	const during = [call(), call(), call()]
	assert.equal(made.length, 1)
	answer(0)
	assert.equal(await first, 0)
	await settled()
	assert.equal(made.length, 2)
	const later = call()
	answer(1)
	assert.deepEqual(await Promise.all(during), [1, 1, 1])
	await settled()
	answer(2)
	assert.equal(await later, 2)
	await settled()
	const last = call()
	assert.equal(made.length, 4)
	answer(3)
	assert.equal(await last, 3)
})

test('calls with other keys are made at once', () => {
	const { call, made } = openCalls()
	void call('a')
	void call('b')
	assert.equal(made.length, 2)
})

test('error: a failing call fails only for those who wait for it', async () => {
	const { call, made, answer } = openCalls()
	const first = call()
	const next = call()
	made[0]?.reject(new Error('down'))
	await assert.rejects(first, /down/)
	await settled()
	answer(1)
	assert.equal(await next, 1)
})

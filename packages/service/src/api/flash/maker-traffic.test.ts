import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { MakerTraffic } from './maker-traffic.ts'

const pair = { base: 'XRD', quote: 'xUSDC' }
const other = { base: 'xETH', quote: 'xUSDC' }
const limits = { messagesPerSecond: 10, messageBytesPerSecond: 1000, priceBookLevelsPerSecond: 20 }

test('of each pair’s books in one turn only the newest is handled, in the order in which these arrived', async () => {
	let superseded = 0
	const traffic = new MakerTraffic(limits, () => superseded++)
	const handled: string[] = []
	traffic.handleNewest(pair, () => handled.push('pair 1'))
	traffic.handleNewest(other, () => handled.push('other 1'))
	traffic.handleNewest(pair, () => handled.push('pair 2'))
	assert.deepEqual([handled, superseded], [[], 1])
	await turn()
	assert.deepEqual(handled, ['other 1', 'pair 2'])
	traffic.handleNewest(pair, () => handled.push('pair 3'))
	await turn()
	assert.deepEqual([handled.at(-1), superseded], ['pair 3', 1])
})

test('what comes after a book waits for it to be handled, once', async () => {
	const traffic = new MakerTraffic(limits)
	const handled: string[] = []
	traffic.handleNewest(pair, () => handled.push('book'))
	traffic.handleWaiting()
	handled.push('call')
	await turn()
	assert.deepEqual(handled, ['book', 'call'])
})

test('calls, bytes and levels are each limited', () => {
	const calls = new MakerTraffic(limits)
	const verdicts = Array.from({ length: 11 }, () => calls.takeMessage(0, 1))
	assert.deepEqual(verdicts, [...Array<string>(10).fill('pass'), 'refuse'])
	const bytes = new MakerTraffic(limits)
	assert.deepEqual(
		[bytes.takeMessage(0, 900), bytes.takeMessage(0, 200), bytes.takeMessage(1000, 700)],
		['pass', 'refuse', 'pass'],
	)
	const levels = new MakerTraffic(limits)
	levels.countLevels(0, 20)
	assert.equal(levels.takeCall(0), 'pass')
	levels.countLevels(0, 1)
	assert.deepEqual([levels.takeCall(0), levels.takeCall(1000)], ['refuse', 'pass'])
})

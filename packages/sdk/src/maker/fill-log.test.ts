import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type FillExecution, TradeError } from '@accord/protocol'
import { startMakerClient } from '../testing/maker-client-fixture.ts'

function entry(number: number, completed = false) {
	const change = completed ? { completed: { outcome: 'Settled' } } : { started: {} }
	return { sequence_number: number, occurred_at: 10, order_id: `order-${number}`, change }
}

async function take(stream: AsyncIterator<FillExecution, void>, count: number): Promise<number[]> {
	const numbers: number[] = []
	while (numbers.length < count) {
		const { value, done } = await stream.next()
		if (done === true) break
		numbers.push(value.sequenceNumber)
	}
	return numbers
}

// shows SDK: Streams reconnect without missing or repeating an entry
test('the fill log resumes after a reconnection without a gap or a repeat', async t => {
	const { server, client } = await startMakerClient(t)
	const log = [1, 2, 3, 4, 5, 6].map(number => entry(number))
	let length = 3
	server.answer('platform.fill_execution.start_stream', params => {
		const { historical_starting_point: from } = params as { historical_starting_point: number }
		const page = log.slice(from - 1, length)
		setImmediate(() => {
			for (const next of page) server.notify('maker.fill_execution.next', next)
		})
		return { success: true }
	})
	await client.connect()
	const stream = client.fillExecutions({ from: 1 })
	assert.deepEqual(await take(stream, 3), [1, 2, 3])
	length = 6
	server.cut()
	assert.deepEqual(await take(stream, 3), [4, 5, 6])
	const starts = server.received.filter(({ method }) => method === 'platform.fill_execution.start_stream')
	assert.deepEqual(
		starts.map(({ params }) => params),
		[
			{ enabled: true, historical_starting_point: 1 },
			{ enabled: true, historical_starting_point: 4 },
		],
	)
	await stream.return?.()
})

test('repeats in the fill log are dropped, and a gap is requested again', async t => {
	const { server, client } = await startMakerClient(t)
	await client.connect()
	const stream = client.fillExecutions({ from: 1 })
	const numbers = take(stream, 3)
	await server.until('platform.fill_execution.start_stream', 1)
	for (const number of [1, 1, 3]) server.notify('maker.fill_execution.next', entry(number))
	const again = await server.until('platform.fill_execution.start_stream', 2)
	assert.deepEqual(again, { enabled: true, historical_starting_point: 2 })
	for (const number of [2, 3]) server.notify('maker.fill_execution.next', entry(number, true))
	assert.deepEqual(await numbers, [1, 2, 3])
	await stream.return?.()
})

test('a live reading starts at the end of the log, without a gap even if it is cut before the first entry', async t => {
	const { server, client } = await startMakerClient(t)
	let last = 7
	server.answer('platform.fill_execution.start_stream', params => {
		const { historical_starting_point: from } = params as { historical_starting_point: number }
		if (from > last + 1) throw new TradeError('sequence_ahead', '', { extra: { last_sequence_number: last } })
		setImmediate(() => {
			for (let number = from; number <= last; number++) server.notify('maker.fill_execution.next', entry(number))
		})
		return { success: true }
	})
	await client.connect()
	const stream = client.fillExecutions()
	const numbers = take(stream, 2)
	await server.until('platform.fill_execution.start_stream', 2)
	server.cut()
	last = 9
	assert.deepEqual(await numbers, [8, 9])
	await stream.return?.()
})

test('a fill log of a former incarnation is read again from its first entry', async t => {
	const restarts: unknown[] = []
	const { server, client } = await startMakerClient(t, { onRestart: restart => restarts.push(restart) })
	let [incarnation, last] = ['a', 5]
	server.answer('platform.fill_execution.start_stream', params => {
		const { historical_starting_point: from, incarnation: known = incarnation } = params as {
			historical_starting_point: number
			incarnation?: string
		}
		const extra = { incarnation, first_sequence_number: 1, last_sequence_number: last }
		if (known !== incarnation) throw new TradeError('log_restarted', '', { extra })
		if (from > last + 1) throw new TradeError('sequence_ahead', '', { extra })
		setImmediate(() => {
			for (let number = from; number <= last; number++) server.notify('maker.fill_execution.next', entry(number))
		})
		return { success: true, incarnation }
	})
	await client.connect()
	const stream = client.fillExecutions({ from: 4 })
	assert.deepEqual(await take(stream, 2), [4, 5])
	// The log has as many entries as before, so that only the incarnation reveals the difference.
	incarnation = 'b'
	server.cut()
	assert.deepEqual(await take(stream, 5), [1, 2, 3, 4, 5])
	assert.deepEqual(restarts, [{ incarnation: 'b' }])
	const kept = client.fillExecutions({ from: 6, incarnation: 'a' })
	last = 2
	assert.deepEqual(await take(kept, 2), [1, 2])
	assert.deepEqual(restarts.at(-1), { incarnation: 'b' })
	await Promise.all([stream.return?.(), kept.return?.()])
})

test('a reading from before the first number kept continues there, and the skipped entries are reported', async t => {
	const removed: unknown[] = []
	const { server, client } = await startMakerClient(t, { onRemoved: entries => removed.push(entries) })
	server.answer('platform.fill_execution.start_stream', params => {
		const { historical_starting_point: from } = params as { historical_starting_point: number }
		if (from < 5) throw new TradeError('sequence_too_old', '', { extra: { first_sequence_number: 5 } })
		setImmediate(() => {
			for (let number = from; number <= 6; number++) server.notify('maker.fill_execution.next', entry(number))
		})
		return { success: true }
	})
	await client.connect()
	const stream = client.fillExecutions({ from: 2 })
	assert.deepEqual(await take(stream, 2), [5, 6])
	assert.deepEqual(removed, [{ from: 2, to: 4 }])
	await stream.return?.()
})

test('two readings of the fill log share the connection, wherever each starts', async t => {
	const { server, client } = await startMakerClient(t)
	server.answer('platform.fill_execution.start_stream', params => {
		const { historical_starting_point: from } = params as { historical_starting_point: number }
		setImmediate(() => {
			for (let number = from; number <= from + 2; number++) server.notify('maker.fill_execution.next', entry(number))
		})
		return { success: true }
	})
	await client.connect()
	const [early, late] = [client.fillExecutions({ from: 1 }), client.fillExecutions({ from: 5 })]
	const [first, second] = await Promise.all([take(early, 6), take(late, 2)])
	assert.deepEqual(
		[first, second],
		[
			[1, 2, 3, 4, 5, 6],
			[5, 6],
		],
	)
	await Promise.all([early.return?.(), late.return?.()])
})

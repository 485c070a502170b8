import assert from 'node:assert/strict'
import { test } from 'node:test'
import { FailingDatabase } from '../network/failing-database.ts'
import { openFlash, refusedUpgrade, xrdBook } from '../network/flash-socket.ts'
import { startTestNetwork } from '../network/test-network.ts'
import { until } from '../network/until.ts'

/** Calls of a session that may run at once. */
const runningMax = 64

// shows decision 41: A session always answers what needs no database
test('waiting calls do not delay calls that need not wait, and a session that cannot answer is closed by name', async t => {
	const failing = await FailingDatabase.open()
	const network = await startTestNetwork({ users: 1, makers: 1, solvers: 1, database: failing.database })
	const { promise: silence, resolve: answer } = Promise.withResolvers<void>()
	t.after(async () => {
		answer()
		await network.stop()
		await failing.close()
	})
	const [maker] = network.makers
	assert(maker !== undefined)
	const session = await openFlash(network, maker)
	failing.silence = silence
	for (let id = 1; id <= runningMax + 1; id++) {
		session.send(JSON.stringify({ jsonrpc: '2.0', id: `${id}`, method: 'platform.fill_execution.start_stream' }))
	}
	const knocking = refusedUpgrade(network.flashUrl, { 'service-api-key': maker.apiKey })
	await until('the first answer', () => session.messages.length > 0)
	const refused = session.messages.splice(0)
	assert.deepEqual(
		refused.map(({ id, error }) => [id, error.data.code]),
		[[`${runningMax + 1}`, 'busy']],
	)
	assert.equal((await session.ask('platform.ping')).pong, true)
	await session.ask('platform.new_orders.start_stream')
	await session.ask('platform.price_books.on_change', xrdBook(['0.05', '100000']))
	await session.ask('platform.price_books.cancel_all')
	assert.equal((await knocking).code, 'busy', 'who cannot be admitted in time is told so')
	assert.deepEqual(await session.closed, [1011, 'internal'])

	failing.silence = undefined
	answer()
	const next = await openFlash(network, maker)
	await next.ask('platform.fill_execution.start_stream')
})

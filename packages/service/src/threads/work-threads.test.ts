import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { works } from './work-fixture.ts'
import { WorkThreads, type WorkThreadsOptions } from './work-threads.ts'

const long = 'x'.repeat(10_000)
const busy = { name: 'TradeError', code: 'busy' }

function open(t: TestContext, options: WorkThreadsOptions = {}): WorkThreads {
	const threads = new WorkThreads({ threads: 1, ...options })
	t.after(() => threads.close())
	return threads
}

test('short input is worked on at once, long input in a thread', async t => {
	const threads = open(t)
	assert.deepEqual(await threads.run('a', works.lengthOf, 'x'), { length: 1, isMainThread: true })
	assert.deepEqual(await threads.run('a', works.lengthOf, long), { length: long.length, isMainThread: false })
	assert.deepEqual(threads.depth, { running: 0, waiting: 0 })
})

test('error: a refusal has its code and its errors, wherever it was found', async t => {
	const threads = open(t)
	for (const text of ['x', long]) {
		const errors = [{ rule: 'invalid_hex', found: String(text.length) }]
		const refusal = { name: 'TradeError', code: 'invalid_hex', message: 'not hex', errors }
		await assert.rejects(threads.run('a', works.refuse, text), refusal)
		await assert.rejects(threads.run('a', works.fail, text), /a bug/)
	}
})

test('clients take turns for a thread', async t => {
	const threads = open(t)
	const ended: string[] = []
	const send = (client: string) => threads.run(client, works.lengthOf, long).then(() => ended.push(client))
	await Promise.all(['a', 'a', 'a', 'a', 'b', 'c'].map(send))
	assert.deepEqual(ended, ['a', 'a', 'b', 'c', 'a', 'a'])
})

test('error: when too many wait, the client with most of them is told busy', async t => {
	const threads = open(t, { waiting: 3 })
	const send = (client: string) =>
		threads.run(client, works.lengthOf, long).then(
			() => 'done',
			({ code }) => code,
		)
	const flood = Array.from({ length: 6 }, () => send('a'))
	const other = send('b')
	assert.equal(await other, 'done')
	assert.deepEqual((await Promise.all(flood)).sort(), ['busy', 'busy', 'busy', 'done', 'done', 'done'])
})

test('error: work that does not end in time, or ends its thread, is refused; later work is done', async t => {
	const threads = open(t, { deadlineMs: 2000 })
	const lost = assert.rejects(threads.run('a', works.neverEnd, long), busy)
	const next = threads.run('b', works.lengthOf, long)
	await lost
	assert.equal((await next).isMainThread, false)
	await assert.rejects(threads.run('a', works.endThread, long), /ended in the middle/)
	assert.equal((await threads.run('b', works.lengthOf, long)).isMainThread, false)
})

test('error: refuses running and waiting jobs when the service stops', async t => {
	const threads = open(t)
	const refused = ['a', 'b'].map(client => assert.rejects(threads.run(client, works.neverEnd, long), busy))
	await threads.close()
	await Promise.all(refused)
	await assert.rejects(threads.run('a', works.lengthOf, long), busy)
	assert.deepEqual(threads.depth, { running: 0, waiting: 0 })
})

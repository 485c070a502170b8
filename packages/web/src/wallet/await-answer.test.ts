import assert from 'node:assert/strict'
import { it, type TestContext } from 'node:test'
import { awaitAnswer, giveUpAfterMs, unheardAfterMs } from './await-answer.ts'

/** A request whose answer and receipt the test controls. */
function request(t: TestContext, { tells = true } = {}) {
	t.mock.timers.enable({ apis: ['setTimeout'] })
	const said: string[] = []
	let received = () => {}
	let answer: (value: string) => void = () => {}
	const leave = new AbortController()
	const answered = awaitAnswer(
		new Promise<string>(resolve => {
			answer = resolve
		}),
		{
			signal: leave.signal,
			onUnheard: () => said.push('unheard'),
			withdraw: () => said.push('withdrawn'),
			listen: tells
				? onReceived => {
						received = onReceived
						return () => said.push('stopped')
					}
				: undefined,
		},
	)
	return { said, answered, answer, leave, received: () => received(), pass: (ms: number) => t.mock.timers.tick(ms) }
}

it('is the answer, however late within the limit, and then stops listening', async t => {
	const { said, answered, answer, received, pass } = request(t)
	received()
	pass(giveUpAfterMs - 1)
	answer('signed')
	assert.equal(await answered, 'signed')
	pass(giveUpAfterMs)
	assert.deepEqual(said, ['stopped'])
})

it('reports when no wallet has received the request for a while, and gives up as for a closed one', async t => {
	const { said, answered, pass } = request(t)
	pass(unheardAfterMs)
	assert.deepEqual(said, ['unheard'])
	pass(giveUpAfterMs)
	await assert.rejects(answered, { code: 'closed' })
	assert.deepEqual(said, ['unheard', 'withdrawn', 'stopped'])
})

it('gives up on a wallet that received the request but is silent; where wallets do not report that, any may have', async t => {
	const heard = request(t)
	heard.received()
	heard.pass(giveUpAfterMs)
	await assert.rejects(heard.answered, { code: 'timeout' })
	assert.deepEqual(heard.said, ['withdrawn', 'stopped'])
	t.mock.timers.reset()
	const phone = request(t, { tells: false })
	phone.pass(giveUpAfterMs)
	await assert.rejects(phone.answered, { code: 'timeout' })
	assert.deepEqual(phone.said, ['withdrawn'])
})

it('is withdrawn when its caller leaves', async t => {
	const { said, answered, leave } = request(t)
	leave.abort()
	await assert.rejects(answered, { code: 'canceledByUser' })
	assert.deepEqual(said, ['withdrawn', 'stopped'])
})

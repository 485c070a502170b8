import assert from 'node:assert/strict'
import { Agent, request } from 'node:http'
import { after, before, it } from 'node:test'
import { Amount, closeCodes, Fee } from '@accord/protocol'
import { seededRandom } from '../../packages/bots/src/seeded-random.ts'
import { openFlash, xrdBook } from '../network/flash-socket.ts'
import { startTestNetwork, type TestNetwork } from '../network/test-network.ts'
import { limitOrder, signLimitOrder } from '../network/test-user.ts'
import { until } from '../network/until.ts'
import { randomMessage } from './random-message.ts'
import { type Known, type RandomRequest, randomRequest } from './random-request.ts'

const requests = 10_000
const messages = 2_000
const atOnce = 24
/** The same requests on every run; another seed makes others. */
const seed = Number(process.env.ACCORD_SEED ?? 1524436337)

let network: TestNetwork
const agent = new Agent({ keepAlive: true, maxSockets: atOnce })

before(async () => {
	network = await startTestNetwork({ settings: { limits: { messages_per_second: 1_000_000 } } })
})
// Stops the record, which compares every answer and message with the documents.
after(async () => {
	agent.destroy()
	await network?.stop()
})

// shows documents: 10,000 fuzzed requests get only documented answers
it('10,000 random requests get only documented answers, and never a failure of the service', async t => {
	t.diagnostic(`ACCORD_SEED=${seed}`)
	const random = seededRandom(seed)
	const known = await whatExists()
	const failures: string[] = []
	let begun = 0
	const ask = async () => {
		while (begun < requests) {
			begun += 1
			const asked = randomRequest(random, known)
			const status = await statusOf(asked)
			if (status >= 500 && status !== 503) failures.push(`${status} ${JSON.stringify(asked).slice(0, 1_000)}`)
		}
	}
	await Promise.all(Array.from({ length: atOnce }, ask))
	assert.deepEqual(failures, [])
	assert.equal((await network.dex.tokenPairs()).length, 10)
})

// shows documents: 10,000 fuzzed requests get only documented answers
it('random messages to /flash are answered as documented, and the session continues or is closed by name', async t => {
	t.diagnostic(`ACCORD_SEED=${seed}`)
	const random = seededRandom(seed)
	let session = await openSession()
	for (let sent = 0; sent < messages; sent++) {
		session.send(randomMessage(random))
		if (sent % 50 === 0) session = (await goesOn(session)) ? session : await openSession()
	}
	assert(await goesOn(session))
	const internal = [...(network.recorder?.seen.keys() ?? [])].filter(seen => seen.endsWith(' internal'))
	assert.deepEqual(internal, [])
})

/** A real order and a real book: without them every request is refused at once. */
async function whatExists(): Promise<Known> {
	const [maker] = network.makers
	const [user] = network.users
	if (maker === undefined || user === undefined) throw new Error('the network has no maker or user')
	const session = await openFlash(network, maker)
	await session.ask('platform.new_orders.start_stream', {})
	session.notify('platform.price_books.on_change', xrdBook(['0.05', '100000']))
	const order = limitOrder({ sell: '100 XRD', buy: '4.9 xUSDC' })
	const { fee, signedPartialTransaction, manifest } = signLimitOrder(network, user, order)
	const { sell, buy } = { sell: Amount.format(order.sell), buy: Amount.format(order.buy) }
	return {
		apiKey: maker.apiKey,
		bodies: {
			quoteOrder: { pair: { base: 'XRD', quote: 'xUSDC' }, sell, account: user.account, slippage: '0.01' },
			checkOrder: { signed_partial_transaction: signedPartialTransaction },
			composeOrder: { type: 'LimitOrder', account: user.account, sell, buy, fee: Fee.format(fee) },
			parseOrder: { manifest },
			createSubintent: { manifest },
			submitOrder: { signed_partial_transaction: signedPartialTransaction },
		},
	}
}

/** Sends a request and reads its answer to the end; for an event stream, only its beginning. */
function statusOf({ method, path, headers, body }: RandomRequest): Promise<number> {
	return new Promise((resolve, reject) => {
		const asked = request(network.service.url + path, { method, headers, agent }, response => {
			const status = response.statusCode ?? 0
			if (response.headers['content-type'] === 'text/event-stream') {
				response.once('data', () => response.destroy())
				response.once('close', () => resolve(status))
			} else response.resume().once('end', () => resolve(status))
			response.once('error', reject)
		})
		asked.once('error', reject)
		asked.end(body)
	})
}

async function openSession() {
	const [, maker] = network.makers
	if (maker === undefined) throw new Error('the network has no second maker')
	return openFlash(network, maker)
}

const documentedCodes = new Set<number>(Object.values(closeCodes))

/** Whether a session still answers; otherwise it was closed with a documented code. */
async function goesOn(session: Awaited<ReturnType<typeof openSession>>): Promise<boolean> {
	const closed = session.closed.then(([code]) => code)
	// An id that no random call has.
	const id = 'still there?'
	session.send(JSON.stringify({ jsonrpc: '2.0', id, method: 'platform.ping' }))
	const isAnswered = () => session.messages.some(message => message.id === id && message.result?.pong === true)
	const answered = until('an answer', isAnswered).then(() => 'answered' as const)
	const first = await Promise.race([closed, answered])
	session.messages.length = 0
	if (first === 'answered') return true
	assert(documentedCodes.has(first), `closed with ${first}`)
	return false
}

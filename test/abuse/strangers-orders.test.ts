import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { problemWire } from '@accord/protocol'
import { participant } from '../network/participant.ts'
import { connectMaker, silent } from '../network/test-maker.ts'
import { startTestNetwork, type TestNetwork, testNetworkId } from '../network/test-network.ts'
import { limitOrder, signLimitOrder } from '../network/test-user.ts'
import { askTrade } from '../network/trade-request.ts'

const order = limitOrder({ sell: '100 XRD', buy: '5 xUSDC' })
/** The default. */
const prefixPreviewsPerMinute = 60
const throwaway = participant('throw-away', 'Ed25519', testNetworkId)

let network: TestNetwork

before(async () => {
	network = await startTestNetwork({ users: 4, settings: { trusted_proxies: ['127.0.0.1'] } })
	await connectMaker(network, network.makers[0], {
		books: [{ pair: 'XRD/xUSDC', bids: ['0.05 10000'] }],
		answer: silent,
	})
})
after(() => network?.stop())

/** Sends an order from an address; returns the code of its refusal. */
async function send(signedPartialTransaction: string, from: string): Promise<string> {
	const body = { signed_partial_transaction: signedPartialTransaction }
	const answer = await askTrade(network, '/trade/orders', { body, headers: { 'x-forwarded-for': from } })
	return answer.status === 200 ? 'accepted' : problemWire.parse(answer.body).code
}

/** For any account that is rich enough, by a key that anyone can make. */
function strangersOrder(): string {
	const [rich] = network.solvers
	assert.ok(rich !== undefined)
	return signLimitOrder(network, rich, order, { keyPairs: [throwaway.keyPair] }).signedPartialTransaction
}

const usersOrders = () =>
	network.users.flatMap(user =>
		Array.from({ length: 5 }, () => {
			const level = user.name === 'user-2' ? 1 : 0
			return signLimitOrder(network, user, order, { level }).signedPartialTransaction
		}),
	)

test('none of 20 honest orders gets busy while one address sends 250 that strangers signed for a rich account', async () => {
	const hostile = Array.from({ length: 250 }, strangersOrder)
	const honest = usersOrders()
	const attack = Promise.all(hostile.map(hex => send(hex, '198.51.100.1')))
	const outcomes = await Promise.all(honest.map(hex => send(hex, '198.51.100.2')))
	assert.deepEqual(outcomes, Array<string>(20).fill('accepted'))
	const refusals = await attack
	// The accounts whose previews the Gateway ran: a minute's allowance, and the refill while this runs.
	assert.ok(refusals.filter(code => code === 'not_account_owner').length < 2 * prefixPreviewsPerMinute)
	for (const code of new Set(refusals)) assert.ok(['busy', 'rate_limited', 'not_account_owner'].includes(code), code)
})

test('nor while it sends as many that their owner signed', async () => {
	const owner = network.solvers[0]
	assert.ok(owner !== undefined)
	await network.clock.advance(60)
	await network.drain()
	const hostile = Array.from({ length: 250 }, () => signLimitOrder(network, owner, order).signedPartialTransaction)
	const honest = usersOrders()
	const attack = Promise.all(hostile.map(hex => send(hex, '198.51.100.1')))
	const outcomes = await Promise.all(honest.map(hex => send(hex, '198.51.100.2')))
	assert.deepEqual(outcomes, Array<string>(20).fill('accepted'))
	const codes = new Set(await attack)
	for (const code of codes)
		assert.ok(['accepted', 'busy', 'too_many_open_orders', 'insufficient_funds'].includes(code), code)
})

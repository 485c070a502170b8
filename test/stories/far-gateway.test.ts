import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { GatewayProxy } from '../network/gateway-proxy.ts'
import { askOperator, operatorSetting } from '../network/operator-request.ts'
import { connectMaker } from '../network/test-maker.ts'
import { startTestNetwork, type TestNetwork } from '../network/test-network.ts'
import { limitOrder, signLimitOrder } from '../network/test-user.ts'
import { until } from '../network/until.ts'

const previews = '/transaction/preview-v2'
const onlyPreviews = /^\/transaction\/preview-v2$/
const least = 2
const most = 4

let gatewayProxy: GatewayProxy
let network: TestNetwork

before(async () => {
	// Each answer is far away, but none waits for another.
	gatewayProxy = await GatewayProxy.start({ delayMs: 200 })
	const limits = { previews_at_once: least, previews_at_once_max: most, open_orders_per_account: 64 }
	network = await startTestNetwork({ gatewayProxy, users: 8, settings: { limits, ...operatorSetting } })
	await connectMaker(network, network.makers[0], { books: [{ pair: 'XRD/xUSDC', bids: ['0.05 100000'] }] })
})
after(async () => {
	await network?.stop()
	gatewayProxy?.stop()
})

/** Submits an order of each user at once; returns what became of them. */
function orderOfEach(): Promise<string[]> {
	return Promise.all(
		network.users.map(async user => {
			const level = user.name === 'user-2' ? 1 : 0
			const sale = limitOrder({ sell: '100 XRD', buy: '5 xUSDC' })
			const { signedPartialTransaction } = signLimitOrder(network, user, sale, { level })
			return await network.dex.submitOrder(signedPartialTransaction).then(
				() => 'accepted',
				error => error.code as string,
			)
		}),
	)
}

const mostAtOnce = () => gatewayProxy.mostAtOnce.get(previews) ?? 0

// shows decision 18: Previews have a limited queue, fills first
test('a Gateway that is far away gets more previews at once, and never more than the most', async () => {
	await until('previews at once', async () => {
		assert.deepEqual(new Set(await orderOfEach()), new Set(['accepted']))
		return mostAtOnce() === most
	})
	await orderOfEach()
	assert.equal(mostAtOnce(), most)
})

test('one that fails gets the fewest again', async () => {
	gatewayProxy.failing = onlyPreviews
	assert.deepEqual(new Set(await orderOfEach()), new Set(['ledger_unavailable']))
	gatewayProxy.beHonest()
	gatewayProxy.hold(onlyPreviews)
	const outcomes = orderOfEach()
	const queues = async () => (await askOperator(network, 'GET /operator/overview')).queues
	await until('all to run or wait', async () => {
		const { previews_running: running, previews_waiting: waiting } = await queues()
		return running + waiting === network.users.length
	})
	assert.equal((await queues()).previews_running, least)
	gatewayProxy.beHonest()
	assert.deepEqual(new Set(await outcomes), new Set(['accepted']))
})

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { CheckedFill, CheckedOrder, type WireOf } from '@accord/protocol'
import { type Participant, participant } from '../network/participant.ts'
import { refusedWith } from '../network/refused-with.ts'
import { connectMaker, silent, type TestMaker } from '../network/test-maker.ts'
import { startTestNetwork, type TestNetwork, testNetworkId } from '../network/test-network.ts'
import { limitOrder, type OrderText, placeOrder, signLimitOrder } from '../network/test-user.ts'
import { askTrade } from '../network/trade-request.ts'

// Abuse case 87: without a signature of a key that owns the account, no answer depends on its open orders or on which
// maker is its own. Otherwise anybody could read the amount of an unpublished order, and whose which level is.

const pair = { base: 'XRD', quote: 'xUSDC' }
const stranger = participant('stranger', 'Ed25519', testNetworkId)

let network: TestNetwork
let user: Participant
let insider: Participant
let maker: TestMaker

before(async () => {
	network = await startTestNetwork({ users: 2, makers: 1 })
	user = network.users[0] as Participant
	insider = network.makers[0] as Participant
	const bids = ['0.05 1000000']
	maker = await connectMaker(network, network.makers[0], { books: [{ pair: 'XRD/xUSDC', bids }], answer: silent })
})
after(() => network?.stop())

const sell = (amount: string): OrderText => ({ sell: `${amount} XRD`, buy: '5 xUSDC' })

type By = 'nobody' | 'stranger' | 'owner'
const keysOf = (by: By, account: Participant) => (by === 'owner' ? account : stranger).keyPair

/** The answer to a check of such an order for an account, without what always differs. */
async function checked(by: By, account: Participant, order: OrderText) {
	const signed = signLimitOrder(network, account, limitOrder(order), { keyPairs: [keysOf(by, account)] })
	const { manifest, signedPartialTransaction } = signed
	const body = by === 'nobody' ? { manifest } : { signed_partial_transaction: signedPartialTransaction }
	const answer = await askTrade(network, '/trade/orders/check', { body })
	const { valid, violations, skipped, limit_order } = CheckedOrder.wire.parse(answer.body)
	return { valid, violations, skipped, limit_order }
}

const rulesOf = ({ violations }: Pick<WireOf<typeof CheckedOrder>, 'violations'>) => violations.map(({ rule }) => rule)

// shows decision 85: A stranger learns nothing
test('a check by anyone but the owner is the same, byte for byte, whether the account has open orders or not', async () => {
	// Eight open orders are the most; a ninth, and what the rest of the funds does not cover, is refused to the owner.
	const asked: [By, OrderText][] = (['nobody', 'stranger'] as const).flatMap(by => [
		[by, sell('100')],
		[by, sell('60000')],
	])
	const answers = () => Promise.all(asked.map(([by, order]) => checked(by, user, order)))
	const before = await answers()
	for (const [at, { skipped }] of before.entries())
		assert.deepEqual(skipped, ['open_intents', 'self_trade'], JSON.stringify(asked[at]))
	for (let count = 1; count <= 8; count++) await placeOrder(network, user, sell('10000'))
	assert.deepEqual(await answers(), before)
	const owners = await checked('owner', user, sell('60000'))
	assert.deepEqual(owners.skipped, [])
	assert.deepEqual(new Set(rulesOf(owners)), new Set(['too_many_open_orders', 'insufficient_funds']))
})

test('error: an order that a stranger signed is refused for its owner, whatever the account has open', async () => {
	const keyPairs = [stranger.keyPair]
	await refusedWith('not_account_owner', placeOrder(network, user, sell('100'), { keyPairs }))
	await refusedWith('not_account_owner', placeOrder(network, user, sell('60000'), { keyPairs }))
	await refusedWith('too_many_open_orders', placeOrder(network, user, sell('100')))
})

test('no one but the owner learns that a level is of the account’s own maker', async () => {
	for (const by of ['nobody', 'stranger'] as const) {
		const answer = await checked(by, insider, sell('100'))
		assert.ok(!rulesOf(answer).includes('self_trade'), by)
		assert.ok(answer.skipped.includes('self_trade'), by)
	}
	assert.deepEqual(rulesOf(await checked('owner', insider, sell('100'))), ['self_trade'])
	const keyPairs = [stranger.keyPair]
	await refusedWith('not_account_owner', placeOrder(network, insider, sell('100'), { keyPairs }))
	await refusedWith('self_trade', placeOrder(network, insider, sell('100')))
	const amount = { symbol: 'XRD', amount: '100' }
	const quotes = [{ account: insider.account }, {}].map(by => network.dex.requestQuote({ pair, sell: amount, ...by }))
	const [own, anyones] = await Promise.all(quotes)
	assert.deepEqual(own?.levels, anyones?.levels)
})

test('a maker’s check of a fill tells nothing about the open orders of another’s account', async () => {
	const [, other = assert.fail()] = network.users
	await network.clock.standStill(async () => {
		await placeOrder(network, other, sell('90000'))
		const asked = await maker.asked()
		const { manifest } = signLimitOrder(network, other, limitOrder(sell('60000')), { role: 'maker' })
		const answer = await askTrade(network, '/trade/fills/check', {
			body: { order_id: asked.id, manifest },
			headers: { 'service-api-key': maker.account.apiKey },
		})
		const rules = rulesOf(CheckedFill.wire.parse(answer.body))
		assert.ok(rules.includes('foreign_account'))
		assert.ok(!rules.includes('insufficient_funds'))
	})
})

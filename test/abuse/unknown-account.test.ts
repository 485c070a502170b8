import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { CheckedOrder } from '@accord/protocol'
import { OrderCraft } from '../network/crafted-order.ts'
import { refusedWith } from '../network/refused-with.ts'
import { connectMaker, silent, type TestMaker } from '../network/test-maker.ts'
import { startTestNetwork, type TestNetwork } from '../network/test-network.ts'
import { placeOrder } from '../network/test-user.ts'
import { askTrade, refusedTrade } from '../network/trade-request.ts'

// Addresses of a component's kind, which exist only once a transaction has created them: these never did.
const neverMade = 'account_sim1c9jf0e9n67ldz6te5dp60k6wlfk4wuj49866c08vghqlpratx0dh9u'
const ofMaker = 'account_sim1cye3vrx8zwvefvwmv7guesn2samf0mmxxnk87srsn7j6fv3ljfpr0r'
const pair = { base: 'XRD', quote: 'xUSDC' }

let network: TestNetwork
let craft: OrderCraft
let maker: TestMaker

before(async () => {
	network = await startTestNetwork({
		users: 2,
		makers: 1,
		solvers: 0,
		settings: {
			makers: [{ name: 'maker-1', maker_id: 'maker-1', accounts: [ofMaker], api_key: 'play-key-of-maker-1' }],
		},
	})
	craft = new OrderCraft(network, network.users[0])
	maker = await connectMaker(network, network.makers[0], {
		answer: silent,
		books: [{ pair: 'XRD/xUSDC', bids: ['0.05 1000'], asks: [] }],
	})
})
after(() => network.stop())

const ofNeverMade = (lines: string[]) => lines.map(line => line.replaceAll(craft.user.account, neverMade))

// shows decision 56: An account that is not on the ledger holds nothing
test('error: an order of an account that is not on the ledger is insufficient_funds', async () => {
	const body = { signed_partial_transaction: craft.order({ edit: ofNeverMade }) }
	await refusedTrade(network, '/trade/orders', { body, status: 422, code: 'insufficient_funds' })
	const { status, body: answer } = await askTrade(network, '/trade/orders/check', { body })
	assert.equal(status, 200, JSON.stringify(answer))
	const { valid, violations } = CheckedOrder.wire.parse(answer)
	assert.deepEqual([valid, violations.map(({ rule }) => rule)], [false, ['insufficient_funds']])
})

test('error: so is one with instructions before the schema', async () => {
	const edit = (lines: string[]) => ['ASSERT_WORKTOP_IS_EMPTY;', ...ofNeverMade(lines)]
	const body = { signed_partial_transaction: craft.order({ edit }) }
	await refusedTrade(network, '/trade/orders', { body, status: 422, code: 'insufficient_funds' })
	const { status, body: answer } = await askTrade(network, '/trade/orders/check', { body })
	assert.equal(status, 200, JSON.stringify(answer))
	const { violations } = CheckedOrder.wire.parse(answer)
	assert.deepEqual(
		violations.map(({ rule }) => rule),
		['insufficient_funds'],
	)
})

test('error: a fill of such an account is insufficient_funds', async () => {
	await placeOrder(network, network.users[1], { sell: '100 XRD', buy: '5 xUSDC' }, { level: 0 })
	const order = await maker.asked()
	const edit = (manifest: string) => manifest.replaceAll(maker.account.account, ofMaker)
	await refusedWith('insufficient_funds', maker.fill(order, { edit }))
})

test('quote, fee level and a maker’s accounts answer for such an account', async () => {
	const quoted = await askTrade(network, '/trade/quote', {
		body: { pair, sell: { symbol: 'XRD', amount: '100' }, account: neverMade },
	})
	assert.equal(quoted.status, 200, JSON.stringify(quoted.body))
	assert.deepEqual((await askTrade(network, `/trade/account_addresses/${neverMade}`)).body, { level: 0 })
	const accounts = await askTrade(network, '/trade/accounts', { headers: { 'service-api-key': 'play-key-of-maker-1' } })
	assert.equal(accounts.status, 200, JSON.stringify(accounts.body))
	const [account] = (accounts.body as { accounts: { address: string; balances: { amount: string }[] }[] }).accounts
	assert.equal(account?.address, ofMaker)
	assert.deepEqual(new Set(account?.balances.map(({ amount }) => amount)), new Set(['0']))
})

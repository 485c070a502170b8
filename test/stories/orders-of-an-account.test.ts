import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { untilState } from '../network/order-state.ts'
import { type Participant, participant } from '../network/participant.ts'
import { publishTrade } from '../network/published-trade.ts'
import { refusedWith } from '../network/refused-with.ts'
import { connectMaker, silent } from '../network/test-maker.ts'
import { startTestNetwork, type TestNetwork } from '../network/test-network.ts'
import { connectSolver, settle, type TestSolver } from '../network/test-solver.ts'
import { placeOrder } from '../network/test-user.ts'
import { askTrade, refusedTrade } from '../network/trade-request.ts'

// Anyone may list which orders of an account were published: solvers and ledger show these anyway. Others stay unknown.

const book = { pair: 'XRD/xUSDC', bids: ['0.05 100000'] }
const sale = { sell: '100 XRD', buy: '5 xUSDC' }

let network: TestNetwork
let solver: TestSolver
let seller: Participant
let stranger: Participant

before(async () => {
	network = await startTestNetwork({ users: 2, makers: 2, solvers: 1 })
	solver = connectSolver(network, network.solvers[0])
	;[seller, stranger] = network.users as [Participant, Participant]
})
after(() => network?.stop())

const listed = async ({ account }: Participant) =>
	(await network.dex.accountOrders(account)).orders.map(({ subintentId }) => subintentId)

// shows Trade API addition: GET /trade/account_addresses/:address/orders
// shows decision 75: An account's orders are listed for everyone, once they are published
test('an order is listed from its publication on, as its own endpoint shows it', async () => {
	const maker = await connectMaker(network, network.makers[0], { books: [book], answer: silent })
	assert.deepEqual(await network.dex.accountOrders(seller.account), { orders: [] })
	const order = await placeOrder(network, seller, sale)
	const asked = await maker.asked()
	assert.deepEqual(await listed(seller), [], 'not before')
	await maker.fill(asked)
	await untilState(network, order, 'published')
	const own = async () => ({ orders: [await network.dex.order(order.subintentId)] })
	assert.deepEqual(await network.dex.accountOrders(seller.account), await own())
	await settle(network, solver, await solver.bundleOf(order))
	await untilState(network, order, 'settled')
	assert.deepEqual(await network.dex.accountOrders(seller.account), await own())
	assert.deepEqual(await listed(stranger), [])
	await maker.leave()
})

// shows decision 75: An account's orders are listed for everyone, once they are published
test('an order that no one filled, or that was cancelled before, is never listed', async () => {
	const maker = await connectMaker(network, network.makers[1], { books: [book], answer: silent })
	const before = await listed(seller)
	const rejected = await placeOrder(network, seller, sale)
	await maker.client.reject((await maker.asked()).id)
	await untilState(network, rejected, 'unfilled')
	const cancelled = await placeOrder(network, seller, sale)
	await maker.asked(2)
	await network.dex.cancelOrder(cancelled.subintentId, ({ hash }) => {
		const { curve, publicKey, sign } = seller.keyPair
		return { curve, publicKey, signature: sign(hash).signature }
	})
	await untilState(network, cancelled, 'cancelled')
	assert.deepEqual(await listed(seller), before)
	const { body } = await askTrade(network, `/trade/account_addresses/${seller.account}/orders`)
	const text = JSON.stringify(body)
	for (const { subintentId } of [rejected, cancelled]) assert.equal(text.includes(subintentId), false)
	await maker.leave()
})

test('orders are listed newest first, in pages, even expired ones', async () => {
	const maker = await connectMaker(network, network.makers[0], { books: [book], executionsFrom: 3 })
	const before = await listed(seller)
	const ids: string[] = []
	for (let count = 0; count < 3; count++) {
		network.clock.advance(1)
		const { order } = await publishTrade(network, solver, { user: seller, order: sale })
		ids.unshift(order.subintentId)
	}
	network.clock.advance(60)
	for (const subintentId of ids) await untilState(network, { subintentId }, 'expired')
	const all = [...ids, ...before]
	assert.deepEqual(await listed(seller), all)
	const paged: string[] = []
	let next: string | undefined
	do {
		const page = await network.dex.accountOrders(seller.account, {
			limit: 1,
			...(next === undefined ? {} : { before: next }),
		})
		assert.equal(page.orders.length, 1)
		paged.push(...page.orders.map(({ subintentId }) => subintentId))
		next = page.next
	} while (next !== undefined)
	assert.deepEqual(paged, all)
	await maker.leave()
})

test('error: text that is not an account, one of another network, an invalid page', async () => {
	const { account } = seller
	const elsewhere = participant('user-1', 'Ed25519', 1).account
	const [token] = network.ledger.tokens
	await refusedWith('invalid_address', network.dex.accountOrders('account_sim1nobody'))
	await refusedWith('invalid_address', network.dex.accountOrders(token?.resourceAddress ?? ''))
	await refusedWith('wrong_network', network.dex.accountOrders(elsewhere))
	await refusedWith('validation_failed', network.dex.accountOrders(account, { before: '../1' }))
	await refusedWith('validation_failed', network.dex.accountOrders(account, { limit: 101 }))
	await refusedWith('validation_failed', network.dex.accountOrders(account, { limit: 0 }))
	const path = `/trade/account_addresses/${account}/orders`
	await refusedTrade(network, path, { method: 'POST', body: {}, status: 405, code: 'method_not_allowed' })
})

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { CheckedOrder, Decimal } from '@accord/protocol'
import { committableLevels, nestedPrefix } from '../fixtures/nested-prefix.ts'
import { untilState } from '../network/order-state.ts'
import type { Participant } from '../network/participant.ts'
import { refusedWith } from '../network/refused-with.ts'
import { connectMaker, silent, type TestMaker } from '../network/test-maker.ts'
import { startTestNetwork, type TestNetwork } from '../network/test-network.ts'
import { connectSolver, settle, type TestSolver } from '../network/test-solver.ts'
import { limitOrder, placeOrder, type SignOptions, signLimitOrder } from '../network/test-user.ts'
import { askTrade } from '../network/trade-request.ts'
import { until } from '../network/until.ts'

// Abuse case 80: what is accepted can be put into a solver's root.

const sale = { sell: '100 XRD', buy: '5 xUSDC' }
const book = { pair: 'XRD/xUSDC', bids: ['0.05 100'] }
const tooDeep = [committableLevels + 1, committableLevels + 2]

let network: TestNetwork
let solver: TestSolver
let user: Participant
let other: Participant
let makers: readonly [TestMaker, TestMaker]

before(async () => {
	network = await startTestNetwork({ users: 2, makers: 2, solvers: 1 })
	;[user, other] = network.users as [Participant, Participant]
	solver = connectSolver(network, network.solvers[0])
	const connect = (n: number) => connectMaker(network, network.makers[n], { books: [book], answer: silent })
	makers = [await connect(0), await connect(1)]
})
after(() => network?.stop())

const nestedBy = (levels: number) => ({ edit: (manifest: string) => `${nestedPrefix(levels)}\n${manifest}` })

/** Places an order; returns it with the maker that was asked to fill it. */
async function place(by: Participant, options: SignOptions = {}) {
	const known = new Set(makers.flatMap(({ newOrders }) => newOrders))
	const placed = await placeOrder(network, by, sale, options)
	const find = () =>
		makers.flatMap(maker => maker.newOrders.filter(order => !known.has(order)).map(order => ({ placed, maker, order })))
	await until('a maker to be asked', () => find().length > 0)
	return find()[0] as ReturnType<typeof find>[number]
}

async function checkedOrder(levels: number) {
	const body = {
		signed_partial_transaction: signLimitOrder(network, user, limitOrder(sale), nestedBy(levels))
			.signedPartialTransaction,
	}
	const { status, body: answer } = await askTrade(network, '/trade/orders/check', { body })
	assert.equal(status, 200)
	return CheckedOrder.wire.parse(answer)
}

test('an order and a fill that are nested as deeply as a root allows are accepted and settle', async () => {
	assert.deepEqual((await checkedOrder(committableLevels)).violations, [])
	const { placed, maker, order } = await place(user, nestedBy(committableLevels))
	await maker.fill(order, nestedBy(committableLevels))
	await settle(network, solver, await solver.bundleOf(placed))
	await untilState(network, placed, 'settled')
})

for (const levels of tooDeep) {
	test(`error: an order nested by ${levels} levels is refused for its bytes, as its check says`, async () => {
		const rules = (await checkedOrder(levels)).violations.map(({ rule }) => rule)
		assert.deepEqual(rules, ['invalid_signed_partial_transaction'])
		const refusal = await refusedWith(
			'invalid_signed_partial_transaction',
			placeOrder(network, user, sale, nestedBy(levels)),
		)
		assert.match(refusal.message, /MaxDepthExceeded/)
	})
}

test('error: fills that are nested too deeply are refused, as their checks say, and excuse nobody’s miss', async () => {
	for (const maker of makers) await maker.quote(book)
	const asked = [await place(user), await place(other)]
	assert.equal(new Set(asked.map(({ maker }) => maker)).size, 2)
	for (const { maker, order } of asked) {
		for (const levels of tooDeep) {
			const { signedPartialTransaction } = maker.sign(order, nestedBy(levels))
			const { violations } = await maker.client.api.checkFill(order.id, { signedPartialTransaction })
			assert.deepEqual(
				violations.map(({ rule }) => rule),
				['invalid_signed_partial_transaction'],
			)
			await refusedWith('invalid_signed_partial_transaction', maker.fill(order, nestedBy(levels)))
		}
	}
	network.clock.advance(3.2)
	for (const { maker } of asked)
		await until(`the miss of ${maker.account.name}`, async () => {
			network.clock.advance(0.1)
			return Decimal.isPositive((await maker.client.api.stats()).breaker.missRate)
		})
})

import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { Decimal, type ErrorCode, mirror, settlementFee } from '@accord/protocol'
import type { NewOrder } from '@accord/sdk/maker'
import { untilShown } from '../network/book-text.ts'
import { untilState, wayOf } from '../network/order-state.ts'
import { type Participant, participant } from '../network/participant.ts'
import { refusedWith } from '../network/refused-with.ts'
import { connectMaker, silent, type TestMaker } from '../network/test-maker.ts'
import { startTestNetwork, type TestNetwork, testNetworkId } from '../network/test-network.ts'
import { connectSolver, settle, type TestSolver } from '../network/test-solver.ts'
import { placeOrder, type SignedOrder, signLimitOrder } from '../network/test-user.ts'

const pair = 'XRD/xUSDC'
const usdcUnit = Decimal.unit(6)
const xrdUnit = Decimal.unit(18)

let network: TestNetwork
let solver: TestSolver
let maker: TestMaker
let other: TestMaker
/** The order that all refused fills are for, and another one that the same maker is asked to fill. */
let order: SignedOrder
let otherOrder: SignedOrder
let asked: NewOrder
let askedToo: NewOrder

// The clock stands still until all refusals are through, since makers have 3 s to answer.
before(async () => {
	const levels = [
		{ taker_fee: '0.001', maker_fee: '0' },
		{ taker_fee: '0.001', maker_fee: '0.0005' },
	]
	const accountLevels = { 'maker-1': 1 }
	network = await startTestNetwork({ users: 2, makers: 2, solvers: 1, settings: { levels }, accountLevels })
	solver = connectSolver(network, network.solvers[0])
	maker = await connectMaker(network, network.makers[0], { books: [{ pair, bids: ['0.05 1000'] }], answer: silent })
	other = await connectMaker(network, network.makers[1], { answer: silent })
	network.clock.freeze()
	order = await placeOrder(network, network.users[0], { sell: '100 XRD', buy: '5 xUSDC' })
	asked = await maker.asked(1)
	otherOrder = await placeOrder(network, network.users[1], { sell: '200 XRD', buy: '10 xUSDC' })
	askedToo = await maker.asked(2)
})
after(() => network?.stop())

type Refusal = { code: ErrorCode; sign: () => SignedOrder; orderId?: () => string; by?: () => TestMaker }

const refusals: Record<string, Refusal> = {
	// shows error: fill_amount_mismatch
	'that sells one unit less': { code: 'fill_amount_mismatch', sign: () => signOff({ sell: -usdcUnit }) },
	'that sells one unit more and buys one unit more': {
		code: 'fill_amount_mismatch',
		sign: () => signOff({ sell: usdcUnit, buy: xrdUnit }),
	},
	'that buys one unit more': { code: 'fill_amount_mismatch', sign: () => signOff({ buy: xrdUnit }) },
	"that takes the user's own side": {
		code: 'fill_amount_mismatch',
		sign: () => maker.sign({ fill: mirror(asked.fill) }),
	},
	'made for another order of the same maker': { code: 'fill_amount_mismatch', sign: () => maker.sign(askedToo) },
	// shows error: foreign_account
	"from another maker's account": { code: 'foreign_account', sign: () => other.sign(asked) },
	"from a user's account": {
		code: 'foreign_account',
		sign: () => signLimitOrder(network, network.users[1] as Participant, asked.fill, { role: 'maker', expiresInS: 15 }),
	},
	// shows error: not_account_owner
	'signed by a stranger': {
		code: 'not_account_owner',
		sign: () => maker.sign(asked, { keyPairs: [participant('stranger', 'Ed25519', testNetworkId).keyPair] }),
	},
	'with a settlement fee one unit too low': {
		code: 'fee_too_low',
		sign: () => maker.sign(asked, { fee: { settlementAmount: Decimal.subtract(usdcSettlementFee(), usdcUnit) } }),
	},
	"with a platform fee one unit below that of the maker's level": {
		code: 'fee_too_low',
		sign: () => maker.sign(asked, { fee: { platformAmount: Decimal.subtract(Decimal.parse('0.0025'), usdcUnit) } }),
	},
	'that expires 9 s ahead': { code: 'invalid_expiry', sign: () => maker.sign(asked, { expiresInS: 9 }) },
	'that expires 61 s ahead': { code: 'invalid_expiry', sign: () => maker.sign(asked, { expiresInS: 61 }) },
	'for an order that no one placed': {
		code: 'unknown_order',
		sign: () => maker.sign(asked),
		orderId: () => randomUUID(),
	},
	"for the user's subintent id": {
		code: 'unknown_order',
		sign: () => maker.sign(asked),
		orderId: () => order.subintentId,
	},
	'by a maker that was not asked': { code: 'unknown_order', sign: () => other.sign(asked), by: () => other },
}

for (const [what, { code, sign, orderId = () => asked.id, by = () => maker }] of Object.entries(refusals)) {
	test(`${code}: a fill ${what} is refused, and the order keeps waiting`, async () => {
		await refusedWith(code, by().client.fill(orderId(), sign().signedPartialTransaction))
		const status = await network.dex.order(order.subintentId)
		assert.deepEqual(wayOf(status), { history: ['accepted'], parts: ['asked'] })
	})
}

// shows Flash API: platform.fills.fill
// shows limits: A valid fill yields started, an invalid one an error
test('an invalid fill is reported to no one, and the right one settles after all of them', async () => {
	await maker.told([])
	await other.told([])
	assert.deepEqual(other.newOrders, [])
	await maker.fill(asked)
	const bundle = await solver.bundleOf(order)
	await settle(network, solver, bundle)
	network.clock.thaw()
	await untilState(network, order, 'settled')
	await maker.told(['started', 'Settled'])
})

test('an order that got only a refused fill ends unfilled, and its reservation is released', async () => {
	await untilShown(network, { pair, bids: ['0.05 700'] })
	network.clock.advance(4)
	assert.deepEqual(wayOf(await untilState(network, otherOrder, 'unfilled')).parts, ['timed_out'])
	await untilShown(network, { pair, bids: ['0.05 900'] })
	await maker.told(['started', 'Settled'])
})

/** A fill whose amounts are off by this much, with matching fees. */
function signOff({ sell = 0n, buy = 0n }: { sell?: bigint; buy?: bigint }): SignedOrder {
	const { fill } = asked
	return maker.sign({
		fill: {
			sell: { ...fill.sell, amount: Decimal.add(fill.sell.amount, sell as Decimal) },
			buy: { ...fill.buy, amount: Decimal.add(fill.buy.amount, buy as Decimal) },
		},
	})
}

function usdcSettlementFee(): Decimal {
	return settlementFee(network.feeInfo, 'xUSDC', 6)
}

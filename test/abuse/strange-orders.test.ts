import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { hash } from '@accord/ledger'
import { cancelMessage, Decimal, type HiddenLevels, pairKey } from '@accord/protocol'
import type { BookHeldBack } from '@accord/sdk/maker'
import { readBook, untilShown } from '../network/book-text.ts'
import { OrderCraft } from '../network/crafted-order.ts'
import { untilState } from '../network/order-state.ts'
import type { Participant } from '../network/participant.ts'
import { connectMaker, silent, type TestMaker } from '../network/test-maker.ts'
import { startTestNetwork, type TestNetwork } from '../network/test-network.ts'
import { connectSolver, settle, type TestSolver, tryRoot } from '../network/test-solver.ts'
import { placeOrder, type SignedOrder } from '../network/test-user.ts'
import { askTrade } from '../network/trade-request.ts'
import { untilEqual } from '../network/until.ts'

const pair = 'XRD/xUSDC'
const sale = { sell: '100 XRD', buy: '5 xUSDC' }
const epochS = 300
const book = { pair, bids: ['0.05 1000'] }

let network: TestNetwork
let solver: TestSolver
let user: Participant

before(async () => {
	network = await startTestNetwork({ users: 1, makers: 4, solvers: 1, userFunds: { XRD: '10000' } })
	;[user] = network.users as [Participant]
	solver = connectSolver(network, network.solvers[0])
})
after(() => network?.stop())

/** Stops shortly before an epoch ends, by the ledger's clock. */
async function untilEpochNearlyEnds(): Promise<void> {
	const { ledger } = network.ledger
	const { epoch } = ledger.info
	while (ledger.info.epoch === epoch) {
		network.clock.advance(5)
		await ledger.tick()
	}
	network.clock.advance(epochS - 15)
	await ledger.tick()
	assert.equal(ledger.info.epoch, epoch + 1)
}

test('an order whose epoch ends before it expires can no longer settle, and ends as expired when its time is over', async () => {
	await untilEpochNearlyEnds()
	const maker = await connectMaker(network, network.makers[0], { books: [book] })
	const craft = new OrderCraft(network, user)
	const subintentId = await network.dex.submitOrder(craft.order({ header: { endEpoch: craft.epoch() + 1 } }))
	const bundle = await solver.bundleOf({ subintentId })
	network.clock.advance(20)
	await network.ledger.ledger.tick()
	const { outcome, errorMessage = '' } = await tryRoot(network, solver, bundle)
	assert.equal(outcome, 'Rejected')
	assert.match(errorMessage, /TransactionEpochNoLongerValid/)
	assert.equal((await network.dex.order(subintentId)).state, 'published')
	network.clock.advance(26)
	await untilState(network, { subintentId }, 'expired')
	await maker.told(['started', 'Expired'])
	await untilShown(network, book)
	await maker.leave()
})

test('orders cancelled again and again before they are filled bind their maker no longer than that', async () => {
	const maker = await connectMaker(network, network.makers[1], { books: [book], answer: silent })
	for (let n = 1; n <= 20; n++) {
		const order = await placeOrder(network, user, sale)
		await maker.asked(n)
		await cancel(order)
		await assert.rejects(maker.fill(await maker.asked(n)), { code: 'fill_too_late' })
	}
	await untilShown(network, book)
	assert.equal((await maker.client.api.stats()).breaker.missRate, Decimal.zero)
	await maker.leave()
})

test('a price far from the operator’s is held back: its maker is told, and users get the best of the others', async () => {
	const usual = await connectMaker(network, network.makers[2], { books: [book] })
	const told: string[] = []
	const onBookHeldBack = ({ pair: of, hidden }: BookHeldBack) => void told.push(`${pairKey(of)} ${sidesOf(hidden)}`)
	const maker: TestMaker = await connectMaker(network, network.makers[3], { client: { onBookHeldBack } })
	maker.client.setPriceBook(readBook({ pair, bids: ['5000000000000000000 1000', '0.04 1000'] }))
	const [{ bids, hidden } = { bids: [], hidden: [] }] = await maker.client.bookStatus()
	assert.deepEqual([bids.length, sidesOf(hidden)], [2, 'bids outside_price_band'])
	// A notification has no answer that could say it.
	await untilEqual('the maker to be told', () => told, [`${pair} bids outside_price_band`])
	await untilShown(network, { pair, bids: ['0.05 1000', '0.04 1000'] })
	const order = await placeOrder(network, user, sale)
	await settle(network, solver, await solver.bundleOf(order))
	await untilState(network, order, 'settled')
	assert.deepEqual([usual.newOrders.length, maker.newOrders.length], [1, 0])
	maker.client.setPriceBook(readBook({ pair, bids: ['4000000000000000000 1000', '0.04 1000'] }))
	maker.client.setPriceBook(readBook({ pair, bids: ['0.04 1000'] }))
	await untilEqual('the maker to be told once more', () => told, [`${pair} bids outside_price_band`, `${pair} `])
})

function sidesOf(hidden: readonly HiddenLevels[]): string {
	return hidden.map(({ side, because }) => `${side} ${because}`).join()
}

async function cancel({ subintentId }: SignedOrder): Promise<void> {
	const { curve, publicKey, sign } = user.keyPair
	const { signature } = sign(hash(Buffer.from(cancelMessage(subintentId)).toString('hex')))
	const body = { curve, public_key: publicKey, signature }
	const { status } = await askTrade(network, `/trade/orders/${subintentId}`, { method: 'DELETE', body })
	assert.equal(status, 200)
}

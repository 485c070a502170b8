import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { openFlash } from '../network/flash-socket.ts'
import { connectMaker, silent, type TestMaker } from '../network/test-maker.ts'
import { startTestNetwork, type TestNetwork } from '../network/test-network.ts'
import { placeOrder } from '../network/test-user.ts'

const pair = 'XRD/xUSDC'

let network: TestNetwork
let maker: TestMaker

before(async () => {
	network = await startTestNetwork({ users: 2, makers: 1, solvers: 0 })
	maker = await connectMaker(network, network.makers[0], { books: [{ pair, asks: ['0.05 150000'] }], answer: silent })
	network.clock.freeze()
})
after(() => network?.stop())

// The maker holds 100000 XRD: enough for either fill of 60000, but not for both.
test('of two fills of one account that together exceed its balance, sent at once, exactly one is accepted', async () => {
	const order = { sell: '3000 xUSDC', buy: '60000 XRD' }
	await Promise.all(network.users.map(user => placeOrder(network, user, order)))
	const asked = [await maker.asked(1), await maker.asked(2)]
	const flash = await openFlash(network, maker.account)
	const params = asked.map(each => ({
		order_id: each.id,
		signed_partial_transaction: maker.sign(each).signedPartialTransaction,
	}))
	for (const [id, fill] of params.entries()) {
		flash.send(JSON.stringify({ jsonrpc: '2.0', id, method: 'platform.fills.fill', params: fill }))
	}
	const answers = [await flash.next(), await flash.next()]
	const codes = answers.map(({ result, error }) => (error === undefined ? result : error.data.code))
	assert.equal(codes.filter(code => code === 'insufficient_funds').length, 1, JSON.stringify(answers))
	assert.equal(codes.filter(code => code.success === true).length, 1, JSON.stringify(answers))
	await maker.told(['started'])
})

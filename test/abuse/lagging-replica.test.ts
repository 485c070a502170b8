import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { GatewayProxy } from '../network/gateway-proxy.ts'
import { untilState } from '../network/order-state.ts'
import { publishTrade } from '../network/published-trade.ts'
import { refusedWith } from '../network/refused-with.ts'
import { connectMaker } from '../network/test-maker.ts'
import { startTestNetwork, type TestNetwork } from '../network/test-network.ts'
import { connectSolver, settle, type TestSolver } from '../network/test-solver.ts'
import { placeOrder } from '../network/test-user.ts'

let gateway: GatewayProxy
let network: TestNetwork
let solver: TestSolver

before(async () => {
	gateway = await GatewayProxy.start()
	network = await startTestNetwork({ gatewayProxy: gateway, userFunds: { XRD: '150' } })
	solver = connectSolver(network, network.solvers[0])
	await connectMaker(network, network.makers[0], { books: [{ pair: 'XRD/xUSDC', bids: ['0.05 1000'] }] })
})
after(async () => {
	await network?.stop()
	gateway?.stop()
})

test('error: a replica that lags behind does not make funds spent by a settlement count again', async () => {
	const [user] = network.users
	const sale = { sell: '100 XRD', buy: '5 xUSDC' }
	let formerBalance: unknown
	gateway.lie = (answer, path) => {
		if (path.includes('fungible-vaults')) formerBalance ??= answer
		return answer
	}
	const { order, bundle } = await publishTrade(network, solver, { user, order: sale })
	const { stateVersion } = await network.gateway.ledgerState()
	await settle(network, solver, bundle)
	await untilState(network, order, 'settled')

	gateway.lie = (answer, path) => (path.includes('fungible-vaults') ? formerBalance : answer)
	await refusedWith('ledger_unavailable', placeOrder(network, user, sale))
	const small = { sell: '10 XRD', buy: '0.5 xUSDC' }
	gateway.lie = (answer, path) =>
		path.includes('preview') ? { ...answer, at_ledger_state_version: stateVersion } : answer
	await refusedWith('ledger_unavailable', placeOrder(network, user, small))
	gateway.beHonest()
	await refusedWith('insufficient_funds', placeOrder(network, user, sale))
	assert.equal((await untilState(network, await placeOrder(network, user, small), 'published')).state, 'published')
})

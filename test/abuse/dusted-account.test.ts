import assert from 'node:assert/strict'
import { test } from 'node:test'
import { composeTransaction } from '@accord/ledger'
import { GatewayProxy } from '../network/gateway-proxy.ts'
import { untilState } from '../network/order-state.ts'
import { connectMaker } from '../network/test-maker.ts'
import { startTestNetwork, testNetworkId } from '../network/test-network.ts'
import { placeOrder } from '../network/test-user.ts'

const rules = Array<string>(6).fill('None').join(', ')
const createToken = `CREATE_FUNGIBLE_RESOURCE_WITH_INITIAL_SUPPLY Enum<OwnerRole::None>() true 18u8 Decimal("1") Tuple(${rules}) Tuple(Map<String, Tuple>(), Map<String, Enum>()) None;`

test('an account that strangers filled with junk tokens trades with as few calls as any other', async t => {
	const gatewayProxy = await GatewayProxy.start()
	t.after(() => gatewayProxy.stop())
	const network = await startTestNetwork({ gatewayProxy })
	t.after(() => network.stop())
	const [user] = network.users
	assert.ok(user !== undefined)
	await connectMaker(network, network.makers[0], { books: [{ pair: 'XRD/xUSDC', bids: ['0.05 1000'] }] })
	const { epoch } = network.ledger.ledger.info
	for (let batch = 0; batch < 5; batch++) {
		const junk = Array<string>(24).fill(createToken)
		const { notarizedTransaction } = composeTransaction({
			manifest: [
				`CALL_METHOD Address("${user.account}") "lock_fee" Decimal("100");`,
				...junk,
				`CALL_METHOD Address("${user.account}") "try_deposit_batch_or_abort" Expression("ENTIRE_WORKTOP") Enum<0u8>();`,
			].join('\n'),
			window: { startEpoch: epoch, endEpoch: epoch + 2 },
			keyPair: user.keyPair,
			networkId: testNetworkId,
		})
		const { outcome, errorMessage } = await network.ledger.ledger.submit(notarizedTransaction)
		assert.equal(outcome, 'CommittedSuccess', errorMessage)
	}
	assert.ok(network.ledger.ledger.fungibles(user.account).length > 120)
	// Every list of the account's tokens fails, on every page.
	gatewayProxy.failing = /fungibles\/|entity\/details/
	await untilState(network, await placeOrder(network, user, { sell: '100 XRD', buy: '5 xUSDC' }), 'published')
})

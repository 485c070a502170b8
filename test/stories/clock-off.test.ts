import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { signSubintent } from '@accord/ledger'
import { ClockError } from '@accord/sdk'
import { checkSubintent } from '@accord/sdk/codec'
import { MakerClient } from '@accord/sdk/maker'
import { signerTerms } from '../network/signer-terms.ts'
import { connectMaker } from '../network/test-maker.ts'
import { startTestNetwork, type TestNetwork, testNetworkId } from '../network/test-network.ts'

// Clients on a computer whose clock is 31 s behind the service's.

let network: TestNetwork

before(async () => {
	network = await startTestNetwork({ users: 1, makers: 1, solvers: 0 })
	await connectMaker(network, network.makers[0], { books: [{ pair: 'XRD/xUSDC', bids: ['0.05 1000'] }] })
	network.clock.advance(31 + (Date.now() - network.clock.nowMs()) / 1000)
})
after(() => network?.stop())

test('a trade whose expiry does not fit names the difference', async () => {
	const [user] = network.users
	assert.ok(user)
	const trade = network.dex.trade({
		account: user.account,
		sell: { symbol: 'XRD', amount: '100' },
		buy: 'xUSDC',
		anyPrice: true,
		sign: async toSign => {
			const subintent = await checkSubintent(toSign, signerTerms(network))
			return signSubintent({ subintent, keyPairs: [user.keyPair], networkId: testNetworkId }).signedPartialTransaction
		},
	})
	const error = await trade.then(
		() => assert.fail('it was signed'),
		cause => cause,
	)
	assert.ok(error instanceof ClockError, String(error))
	assert.match(error.message, /this computer's clock is 3\d\.\d s behind the service's/)
	assert.ok(error.aheadMs < -30_000)
})

test('a maker is told, and has the service’s clock', async () => {
	const [account] = network.makers
	assert.ok(account)
	const told = Promise.withResolvers<unknown>()
	const client = new MakerClient({ flashUrl: network.flashUrl, apiKey: account.apiKey, onError: told.resolve })
	await client.connect()
	assert.match(String(await told.promise), /ClockError: this computer's clock is 3\d\.\d s behind/)
	assert.ok(Math.abs(client.serviceNowMs() - network.clock.nowMs()) < 10_000)
	client.close()
})

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { composeTransaction, type KeyPair, signatureAccessRule } from '@accord/ledger'
import { type CancellationToSign, DexClient } from '@accord/sdk'
import { untilState } from '../network/order-state.ts'
import { type Participant, participant } from '../network/participant.ts'
import { refusedWith } from '../network/refused-with.ts'
import { connectMaker, silent } from '../network/test-maker.ts'
import { fund, startTestNetwork, type TestNetwork, testNetworkId } from '../network/test-network.ts'
import { placeOrder } from '../network/test-user.ts'

const sale = { sell: '100 XRD', buy: '5 xUSDC' }
const friend = participant('friend', 'Ed25519', testNetworkId)

let network: TestNetwork
let user: Participant

before(async () => {
	network = await startTestNetwork()
	;[user] = network.users as [Participant]
	await connectMaker(network, network.makers[0], {
		books: [{ pair: 'XRD/xUSDC', bids: ['0.05 1000'] }],
		answer: silent,
	})
})
after(() => network?.stop())

const by = (...keys: readonly KeyPair[]) => {
	return ({ hash }: CancellationToSign) =>
		keys.map(({ curve, publicKey, sign }) => ({ curve, publicKey, signature: sign(hash).signature }))
}

test('error: a co-signer of an order cannot cancel it without the owner', async () => {
	const dex = new DexClient({ baseUrl: network.service.url })
	const keyPairs = [user.keyPair, friend.keyPair]
	const { subintentId } = await placeOrder(network, user, sale, { keyPairs })
	await refusedWith('not_account_owner', dex.cancelOrder(subintentId, by(friend.keyPair)))
	await untilState(network, { subintentId }, 'awaiting_fills')
	assert.equal((await dex.cancelOrder(subintentId, by(user.keyPair))).state, 'cancelled')
})

test('for an account that is not its key’s own, all signers of the order cancel it together', async () => {
	const { account } = await securedAccount(friend.keyPair)
	const owner: Participant = { ...friend, account }
	const keyPairs = [friend.keyPair, user.keyPair]
	const { subintentId } = await placeOrder(network, owner, sale, { keyPairs })
	for (const keys of [[friend.keyPair], [user.keyPair], [user.keyPair, user.keyPair]])
		await refusedWith('not_account_owner', network.dex.cancelOrder(subintentId, by(...keys)))
	assert.equal((await network.dex.cancelOrder(subintentId, by(...keyPairs))).state, 'cancelled')
})

test('error: the key that an account derives from cannot sell for it once the account is secured', async () => {
	const [, former] = network.users as [Participant, Participant]
	const { epoch } = network.ledger.ledger.info
	const { notarizedTransaction } = composeTransaction({
		manifest: `CALL_METHOD Address("${former.account}") "lock_fee" Decimal("10");
CALL_METHOD Address("${former.account}") "securify";
CALL_METHOD Address("${friend.account}") "try_deposit_batch_or_abort" Expression("ENTIRE_WORKTOP") Enum<0u8>();`,
		window: { startEpoch: epoch, endEpoch: epoch + 2 },
		keyPair: former.keyPair,
		networkId: testNetworkId,
	})
	const { outcome, errorMessage } = await network.ledger.ledger.submit(notarizedTransaction)
	assert.equal(outcome, 'CommittedSuccess', errorMessage)
	await refusedWith('not_account_owner', placeOrder(network, former, sale))
})

/** A funded account owned by a key that its address does not derive from. */
async function securedAccount(owner: KeyPair): Promise<{ account: string }> {
	const { epoch } = network.ledger.ledger.info
	const { notarizedTransaction } = composeTransaction({
		manifest: `CALL_METHOD Address("${user.account}") "lock_fee" Decimal("10");
CREATE_ACCOUNT_ADVANCED Enum<OwnerRole::Fixed>(${signatureAccessRule(owner, testNetworkId).manifest}) None;`,
		window: { startEpoch: epoch, endEpoch: epoch + 2 },
		keyPair: user.keyPair,
		networkId: testNetworkId,
	})
	const { outcome, errorMessage, record } = await network.ledger.ledger.submit(notarizedTransaction)
	assert.equal(outcome, 'CommittedSuccess', errorMessage)
	const [created] = record?.newEntities ?? []
	assert.ok(created !== undefined)
	await fund(network.ledger, created.address, { XRD: '1000', xUSDC: '10' })
	return { account: created.address }
}

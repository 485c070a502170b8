import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import type { KeyPair } from '@accord/ledger'
import { CheckedOrder, problemWire } from '@accord/protocol'
import { untilState } from '../network/order-state.ts'
import { type Participant, participant } from '../network/participant.ts'
import { refusedWith } from '../network/refused-with.ts'
import { connectMaker, silent, type TestMaker } from '../network/test-maker.ts'
import { fund, startTestNetwork, type TestNetwork, testNetworkId } from '../network/test-network.ts'
import { limitOrder, placeOrder, type SignedOrder, signLimitOrder } from '../network/test-user.ts'
import { askTrade } from '../network/trade-request.ts'

// Abuse case 83: funds that a prefix takes count for the account they come from.

const sale = { sell: '100 XRD', buy: '5 xUSDC' }
/** What an order for 100 XRD withdraws, and a little more. */
const needed = '106'
/** The pot covers three orders. */
const potXrd = '320'
const sellers = 16

let network: TestNetwork
let pots = 0
let pot: Participant

before(async () => {
	network = await startTestNetwork({ users: sellers, makers: 3, userFunds: { XRD: '0.1', xUSDC: '1' } })
	// Filled orders stay open until they expire, because nobody settles them.
	await connectMaker(network, network.makers[0], { books: [{ pair: 'XRD/xUSDC', bids: ['0.05 100000'] }] })
})
after(() => network?.stop())

beforeEach(async () => {
	pots += 1
	pot = participant(`pot-${pots}`, 'Ed25519', testNetworkId)
	await fund(network.ledger, pot.account, { XRD: potXrd, xUSDC: '8' })
})

const seller = (n: number): Participant => network.users[n] ?? assert.fail(`no user ${n}`)
const resource = (symbol: string) => network.tokens.get(symbol)?.resourceAddress ?? assert.fail(symbol)

/** Moves an amount from other accounts into the one that sells. */
function funding(
	to: string,
	from: readonly Participant[],
	[amount, symbol] = [needed, 'XRD'],
): (manifest: string) => string {
	const withdrawals = from.map(
		({ account }) =>
			`CALL_METHOD Address("${account}") "withdraw" Address("${resource(symbol)}") Decimal("${amount}");`,
	)
	const deposit = `CALL_METHOD Address("${to}") "deposit_batch" Expression("ENTIRE_WORKTOP");`
	return manifest => [...withdrawals, deposit, manifest].join('\n')
}

/** An order whose prefix takes what it sells from other accounts, by the signatures of their keys. */
function orderFrom(from: readonly Participant[], by: Participant, amount = needed): SignedOrder {
	const keyPairs: KeyPair[] = [by, ...from].map(({ keyPair }) => keyPair)
	return signLimitOrder(network, by, limitOrder(sale), { keyPairs, edit: funding(by.account, from, [amount, 'XRD']) })
}

async function send({ signedPartialTransaction }: SignedOrder): Promise<string> {
	const body = { signed_partial_transaction: signedPartialTransaction }
	const answer = await askTrade(network, '/trade/orders', { body })
	return answer.status === 200 ? 'accepted' : problemWire.parse(answer.body).code
}

async function check({ signedPartialTransaction }: SignedOrder): Promise<readonly string[]> {
	const body = { signed_partial_transaction: signedPartialTransaction }
	const { body: answer } = await askTrade(network, '/trade/orders/check', { body })
	return CheckedOrder.wire.parse(answer).violations.map(({ rule }) => rule)
}

test('of 16 orders over one pot, one after another or all at once, one is accepted at a time', async () => {
	const orders = Array.from({ length: sellers }, (_, n) => orderFrom([pot], seller(n)))
	const codes = await Promise.all(orders.map(send))
	assert.equal(codes.filter(code => code === 'accepted').length, 1, codes.join())
	assert.deepEqual(new Set(codes.filter(code => code !== 'busy')), new Set(['accepted', 'too_many_open_orders']))
	const accepted = orders[codes.indexOf('accepted')] as SignedOrder
	for (const [n, order] of orders.entries()) {
		if (order === accepted || n > 4) continue
		assert.equal(await send(orderFrom([pot], seller(n))), 'too_many_open_orders')
		assert.deepEqual(await check(order), ['too_many_open_orders'])
	}
	// Once it has ended, the pot can serve another one.
	network.clock.advance(60)
	await untilState(network, accepted, 'expired')
	assert.deepEqual(await network.service.db.selectFrom('payer').selectAll().execute(), [])
	assert.equal(await send(orderFrom([pot], seller(0))), 'accepted')
})

test('what the pot’s own orders sell counts together with what others take from it', async () => {
	const [first, second] = [seller(1), seller(2)]
	for (let n = 0; n < 2; n++) await placeOrder(network, pot, sale)
	assert.equal(await send(orderFrom([pot], first)), 'accepted')
	assert.equal(await send(orderFrom([pot], second)), 'insufficient_funds')
	assert.equal(await send(signLimitOrder(network, pot, limitOrder(sale))), 'insufficient_funds')
})

test('nor do the pot’s own orders leave too little for one that takes from it', async () => {
	for (let n = 0; n < 3; n++) await placeOrder(network, pot, sale)
	assert.equal(await send(orderFrom([pot], seller(3))), 'insufficient_funds')
})

test('orders of both kinds at once do not promise more than the pot holds', async () => {
	const orders = [
		orderFrom([pot], seller(4)),
		...Array.from({ length: 5 }, () => signLimitOrder(network, pot, limitOrder(sale))),
	]
	const codes = await Promise.all(orders.map(send))
	assert.equal(codes.filter(code => code === 'accepted').length, 3, codes.join())
})

test('each of several accounts counts, in any order, and with the selling account among them', async () => {
	const other = participant('other pot', 'Ed25519', testNetworkId)
	await fund(network.ledger, other.account, { XRD: potXrd })
	assert.equal(await send(orderFrom([pot, other], seller(5), '60')), 'accepted')
	for (const from of [[other], [pot], [other, pot]])
		assert.equal(await send(orderFrom(from, seller(6))), 'too_many_open_orders', from.map(({ name }) => name).join())
	// It is itself selling, and its prefix takes from its own account too.
	assert.equal(await send(orderFrom([seller(7), pot], other, '0.05')), 'too_many_open_orders')
})

test('an account counts whose key only signs', async () => {
	const keyPairs = [seller(8), pot].map(({ keyPair }) => keyPair)
	const [rich, third] = [participant('rich', 'Ed25519', testNetworkId), seller(9)]
	await fund(network.ledger, rich.account, { XRD: potXrd })
	const signed = signLimitOrder(network, rich, limitOrder(sale), {
		keyPairs: [rich.keyPair, ...keyPairs],
		edit: manifest => `DROP_AUTH_ZONE_REGULAR_PROOFS;\n${manifest}`,
	})
	assert.equal(await send(signed), 'accepted')
	assert.equal(await send(orderFrom([pot], third)), 'too_many_open_orders')
})

test('error: a prefix that names a stranger’s account takes nothing, and blocks nothing of it', async () => {
	const victim = pot
	const thief = seller(10)
	const stolen = signLimitOrder(network, thief, limitOrder(sale), { edit: funding(thief.account, [victim]) })
	assert.equal(await send(stolen), 'not_account_owner')
	await fund(network.ledger, thief.account, { XRD: potXrd })
	const gift = (manifest: string) =>
		`CALL_METHOD Address("${victim.account}") "try_deposit_batch_or_refund" Expression("ENTIRE_WORKTOP") Enum<0u8>();\n${manifest}`
	assert.equal(await send(signLimitOrder(network, thief, limitOrder(sale), { edit: gift })), 'accepted')
	assert.equal(await send(orderFrom([victim], seller(11))), 'accepted')
})

test('fills of different makers whose prefixes take from one pot are accepted only as far as it goes', async () => {
	const user = participant('buyer', 'Ed25519', testNetworkId)
	await fund(network.ledger, user.account, { XRD: '1000' })
	const book = { pair: 'XRD/xUSDC', bids: ['0.06 100'] }
	const connect = (n: number) => connectMaker(network, network.makers[n], { books: [book], answer: silent })
	const makers = [await connect(1), await connect(2)]
	for (let n = 0; n < 2; n++) await placeOrder(network, user, { ...sale, buy: '6 xUSDC' })
	const fill = async (maker: TestMaker) => {
		const { account, keyPair } = maker.account
		const edit = funding(account, [pot], ['7', 'xUSDC'])
		return await maker.fill(await maker.asked(1), { keyPairs: [keyPair, pot.keyPair], edit })
	}
	const results = await Promise.allSettled(makers.map(fill))
	assert.equal(results.filter(({ status }) => status === 'fulfilled').length, 1)
	const refused = makers[results.findIndex(({ status }) => status === 'rejected')] ?? assert.fail('both were accepted')
	await refusedWith('insufficient_funds', fill(refused))
})

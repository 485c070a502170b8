import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { accountAddress, readSignedPartialTransaction, readSubintent, signSubintent } from '@accord/ledger'
import { type ErrorCode, errorTable } from '@accord/protocol'
import { OrderCraft } from '../network/crafted-order.ts'
import { firstVersion, previewOf } from '../network/foreign-transactions.ts'
import { untilState } from '../network/order-state.ts'
import { connectMaker, type TestMaker } from '../network/test-maker.ts'
import { startTestNetwork, type TestNetwork, testNetworkId } from '../network/test-network.ts'
import { connectSolver, settle } from '../network/test-solver.ts'
import { refusedTrade } from '../network/trade-request.ts'

let network: TestNetwork
let craft: OrderCraft
let maker: TestMaker

before(async () => {
	network = await startTestNetwork({ users: 1, makers: 1, solvers: 1 })
	craft = new OrderCraft(network, network.users[0])
	maker = await connectMaker(network, network.makers[0], { books: [{ pair: 'XRD/xUSDC', bids: ['0.05 1000'] }] })
})
after(() => network?.stop())

async function refused(bytes: string, code: ErrorCode, detail: RegExp): Promise<void> {
	const { httpStatus: status } = errorTable[code]
	const body = { signed_partial_transaction: bytes }
	const problem = await refusedTrade(network, '/trade/orders', { body, status, code })
	assert.match(String(problem.detail), detail)
	await refusedTrade(network, '/trade/orders', { body, status, code })
}

/** Replaces the one place in the bytes that has this pattern. */
function patched(hex: string, from: string, to: string): string {
	const parts = hex.split(from)
	assert.equal(parts.length, 2, `${from} is there ${parts.length - 1} times`)
	return parts.join(to)
}

/** An order that its owner signed after its bytes were changed. */
function signedAfter(edit: (subintent: string) => string): string {
	const { rootSubintent } = readSignedPartialTransaction(craft.order(), testNetworkId)
	const subintent = edit(rootSubintent)
	const signing = {
		subintent: { subintent, ...readSubintent(subintent, testNetworkId) },
		keyPairs: [craft.user.keyPair],
	}
	return signSubintent({ ...signing, networkId: testNetworkId }).signedPartialTransaction
}

/** A map of one address to one constraint: step 4's assertion. */
const oneEntry = '23802201'
const entryLength = 2 * (1 + 30 + 3 + 24)
const noBlobs = '202000220000'
const blobs = (count: number) => `2020${count.toString(16).padStart(2, '0')}${'0701aa'.repeat(count)}220000`

test('error: a map with a duplicate key is refused', async () => {
	const bytes = craft.order()
	const at = bytes.indexOf(oneEntry) + oneEntry.length
	const entry = bytes.slice(at, at + entryLength)
	await refused(
		patched(bytes, oneEntry + entry, `23802202${entry}${entry}`),
		'invalid_signed_partial_transaction',
		/Dup/,
	)
})

for (const length of ['8100', '818000', '8180808000'])
	test(`error: a length of 1 written as ${length} is refused`, async () => {
		const bytes = patched(craft.order(), oneEntry, `238022${length}`)
		await refused(bytes, 'invalid_signed_partial_transaction', /InvalidSize/)
	})

test('error: other transactions, even of the first version, and previews are not orders', async () => {
	const { user } = craft
	const others = {
		...firstVersion(user.keyPair, craft.epoch()),
		'a preview': previewOf(user.keyPair, craft.epoch()),
	}
	for (const bytes of Object.values(others))
		await refused(bytes, 'invalid_signed_partial_transaction', /^expected a signed partial transaction, found/)
})

test('error: a message of more than 2048 bytes is refused', async () => {
	await refused(craft.order({ message: 'é'.repeat(1025) }), 'invalid_signed_partial_transaction', /Message/)
})

test('error: more than 64 blobs are refused', async () => {
	const bytes = patched(craft.order(), noBlobs, blobs(65))
	await refused(bytes, 'invalid_signed_partial_transaction', /Blob/)
})

test('error: more than 512 references are refused', async () => {
	await refused(withReferences(513), 'invalid_signed_partial_transaction', /References/)
})

test('error: an order whose own references leave no room for those of its root is refused', async () => {
	await refused(withReferences(92), 'prefix_not_allowed', /93/)
	await refused(withReferences(91), 'execution_units_too_high', /LimitExceeded/)
})

test('64 blobs and a message of 2048 bytes change nothing: the order settles', async () => {
	const solver = connectSolver(network, network.solvers[0])
	const bytes = [signedAfter(hex => patched(hex, noBlobs, blobs(64))), craft.order({ message: 'é'.repeat(1024) })]
	for (const order of bytes) {
		const subintentId = await network.dex.submitOrder(order)
		await settle(network, solver, await solver.bundleOf({ subintentId }))
		await untilState(network, { subintentId }, 'settled')
	}
	assert.equal(maker.newOrders.length, bytes.length)
})

/** An order with instructions before the schema that name this many accounts, apart from its own. */
function withReferences(count: number): string {
	const account = (n: number) =>
		accountAddress({ curve: 'Ed25519', publicKey: n.toString(16).padStart(64, '0') }, testNetworkId)
	const accounts = Array.from({ length: count }, (_, n) => `Address("${account(n)}")`)
	const note = (at: number) => {
		const some = accounts.slice(at, at + 100).join(', ')
		return `SET_METADATA Address("${craft.user.account}") "note-${at}" Enum<Metadata::AddressArray>(Array<Address>(${some}));`
	}
	const notes = Array.from({ length: Math.ceil(count / 100) }, (_, n) => note(100 * n))
	return craft.order({ edit: lines => [...notes, ...lines] })
}

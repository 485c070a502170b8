import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { Decimal } from '@accord/protocol'
import {
	balanceOf,
	fundedParticipant,
	participant,
	presentWindow,
	type SignedOrder,
	signedOrder,
	startTestLedger,
	type TestAmount,
	type TestLedger,
	wrappedOrder,
} from '../../../../test/fixtures/ledger.ts'
import {
	attachSignatures,
	decompileTransaction,
	type Item,
	itemsPerRootMax,
	outerManifest,
	readItem,
	rootManifest,
	type SignedLimitOrder,
} from '../codec.ts'
import { GatewayError } from '../gateway/gateway-error.ts'
import type { KeyPair } from '../keys/key-pair.ts'
import { createSubintent } from '../transaction/subintent.ts'
import type { AccountOwner } from '../transaction/transfer.ts'
import { composeRoot } from './signed-root.ts'
import { wrap } from './wrap.ts'

let ledger: TestLedger
let solver: AccountOwner
let users = 0

const funds = { XRD: '10000', xUSDC: '1000', xwBTC: '1' }

before(async () => {
	ledger = await startTestLedger()
	solver = await fundedParticipant(ledger, { name: 'solver-1', curve: 'Secp256k1', funds: { ...funds, xETH: '1' } })
	await ledger.treasury.fund(ledger.service.account, [{ resource: ledger.resource('XRD'), amount: Decimal.one }])
	await ledger.treasury.fund(ledger.service.account, [{ resource: ledger.resource('xUSDC'), amount: Decimal.one }])
})
after(() => ledger.stop())

type Trade = { user: AccountOwner; maker: AccountOwner; order: SignedOrder; fill: SignedOrder }

/** A user's order and the maker's mirror of it. */
async function trade(
	options: { curves?: [KeyPair['curve'], KeyPair['curve']]; sell?: TestAmount; buy?: TestAmount } = {},
) {
	const { curves = ['Ed25519', 'Secp256k1'], sell = ['100', 'XRD'], buy = ['5.000001', 'xUSDC'] } = options
	users++
	const user = await fundedParticipant(ledger, { name: `user-${users}`, curve: curves[0], funds })
	const maker = await fundedParticipant(ledger, { name: `maker-${users}`, curve: curves[1], funds })
	const order = signedOrder(ledger, { owner: user, sell, buy })
	const fill = signedOrder(ledger, { owner: maker, sell: buy, buy: sell, platformFee: '0', settlementFee: '0.03' })
	return { user, maker, order, fill } satisfies Trade
}

function items({ order, fill }: Trade): Item[] {
	return [wrappedOrder(ledger, order), wrappedOrder(ledger, fill, { rebate: '0.01' })]
}

async function settle(root: { items: readonly Item[]; lockFeeXrd?: string; inventory?: TestAmount[] }) {
	const inventory = root.inventory ?? []
	const transaction = composeRoot({
		items: root.items,
		solver,
		lockFeeXrd: Decimal.parse(root.lockFeeXrd ?? '10'),
		inventory: inventory.map(([amount, symbol]) => ({
			resource: ledger.resource(symbol),
			amount: Decimal.parse(amount),
		})),
		window: presentWindow(ledger),
		networkId: ledger.networkId,
	})
	await ledger.gateway.submit(transaction.notarizedTransaction)
	return { ...transaction, status: await ledger.gateway.transactionStatus(transaction.transactionId) }
}

async function balances(accounts: AccountOwner[], symbols: string[]) {
	const rows = accounts.map(async ({ account }) => {
		const amounts = await Promise.all(symbols.map(symbol => balanceOf(ledger, account, symbol)))
		return amounts.map(amount => Decimal.format(amount))
	})
	return await Promise.all(rows)
}

function changes(before: string[][], now: string[][]): string[][] {
	return now.map((row, i) =>
		row.map((amount, j) =>
			Decimal.format(Decimal.subtract(Decimal.parse(amount), Decimal.parse(before[i]?.[j] ?? '0'))),
		),
	)
}

for (const curves of [
	['Ed25519', 'Secp256k1'],
	['Secp256k1', 'Ed25519'],
] as [KeyPair['curve'], KeyPair['curve']][]) {
	test(`an order (${curves[0]}) and its mirror (${curves[1]}) settle, and every balance is right to the last digit`, async () => {
		const traded = await trade({ curves })
		const accounts = [traded.user, traded.maker, ledger.service, solver]
		const before = await balances(accounts, ['XRD', 'xUSDC'])
		const { status, transactionId } = await settle({ items: items(traded) })
		assert.equal(status.status, 'CommittedSuccess', status.errorMessage)
		const {
			fee_paid: feePaid = '',
			raw_hex: raw = '',
			...details
		} = await ledger.gateway.committedDetails(transactionId)
		const children = decompileTransaction(raw, ledger.networkId).matchAll(/^\s*Intent\("(\w+)"\)/gm)
		assert.deepEqual(
			Array.from(children, ([, id]) => id),
			details.child_subintent_hashes,
		)
		assert.equal(details.child_subintent_hashes?.length, 2)
		assert.deepEqual(
			new Set(details.subintent_details?.flatMap(({ child_subintent_hashes: children }) => children ?? [])),
			new Set([traded.order.info.subintentId, traded.fill.info.subintentId]),
		)
		const solverXrd = Decimal.format(Decimal.subtract(Decimal.parse('0.3'), Decimal.parse(feePaid)))
		assert.deepEqual(changes(before, await balances(accounts, ['XRD', 'xUSDC'])), [
			['-100.4', '5.000001'],
			['100', '-5.020001'],
			['0.1', '0'],
			[solverXrd, '0.02'],
		])
		for (const { info } of [traded.order, traded.fill]) {
			const subintent = await ledger.gateway.subintentStatus(info.subintentId)
			assert.equal(subintent.status, 'CommittedSuccess')
			assert.equal(subintent.finalizingTransactionId, transactionId)
			const { transactions, isAll } = await ledger.gateway.transactionsFrom(subintent.finalizedAtStateVersion ?? 0)
			assert.deepEqual([transactions.length, transactions[0]?.transactionId, isAll], [1, transactionId, true])
			assert.ok(transactions[0]?.subintentIds?.includes(info.subintentId))
		}
	})
}

test('an outer signed by another key is refused, and the orders settle in the next root', async () => {
	const traded = await trade()
	const stranger = participant('stranger')
	const forged = wrappedOrder(ledger, traded.order, {
		service: { account: ledger.service.account, keyPair: stranger.keyPair },
	})
	const [order, fill] = items(traded) as [Item, Item]
	const refused = await settle({ items: [forged, fill] })
	assert.equal(refused.status.status, 'CommittedFailure')
	assert.match(refused.status.errorMessage ?? '', /VerifyParentFailed|Unauthorized/)
	assert.equal((await ledger.gateway.subintentStatus(order.innerId)).status, 'Unknown')
	const settled = await settle({ items: [order, fill] })
	assert.equal(settled.status.status, 'CommittedSuccess', settled.status.errorMessage)
})

test('an unsigned outer is refused by VERIFY_PARENT', async () => {
	const traded = await trade()
	const { info, signedPartialTransaction: inner } = traded.order
	const manifest = outerManifest({
		innerId: info.subintentId,
		sellResource: ledger.resource('XRD'),
		platformFee: Decimal.zero,
		rebate: Decimal.zero,
		serviceAccount: ledger.service.account,
	})
	const { subintent } = createSubintent({ manifest, header: { ...info.header, intentDiscriminator: '7' } })
	const { signedPartialTransaction } = attachSignatures({
		subintent,
		signatures: [],
		children: [inner],
		networkId: ledger.networkId,
	})
	const [, fill] = items(traded) as [Item, Item]
	const { status } = await settle({ items: [readItem(signedPartialTransaction, ledger.networkId), fill] })
	assert.equal(status.status, 'CommittedFailure')
	assert.match(status.errorMessage ?? '', /VerifyParentFailed/)
})

test('the wrapper signs exactly the bytes that were validated, or nothing', async () => {
	const { order } = await trade()
	const validated: SignedLimitOrder[] = []
	const wrapping = () =>
		wrap({
			inner: order.signedPartialTransaction,
			validate: read => {
				validated.push(read)
				throw new Error('refused')
			},
			service: ledger.service,
			networkId: ledger.networkId,
		})
	assert.throws(wrapping, /refused/)
	assert.deepEqual(validated, [order.info])
})

test('the same items never settle twice', async () => {
	const wrapped = items(await trade())
	assert.equal((await settle({ items: wrapped })).status.status, 'CommittedSuccess')
	await assert.rejects(settle({ items: wrapped }), (error: unknown) => {
		assert.ok(error instanceof GatewayError)
		assert.equal(error.kind, 'rejected')
		assert.match(error.message, /IntentHashPreviouslyCommitted/)
		return true
	})
})

test('an expired order is refused', async () => {
	const traded = await trade()
	const wrapped = items(traded)
	ledger.clock.advance(46)
	await assert.rejects(settle({ items: wrapped }), /TransactionProposerTimestampNoLongerValid/)
	const { status, ledger: at } = await ledger.gateway.subintentStatus(traded.order.info.subintentId)
	assert.equal(status, 'Unknown')
	assert.ok(at.proposerTimestampMs / 1000 >= (traded.order.info.header.maxTimestampS ?? Number.POSITIVE_INFINITY))
})

test('a solver settles the order alone from its own inventory', async () => {
	const traded = await trade()
	const [order] = items(traded) as [Item, Item]
	const { status } = await settle({ items: [order], inventory: [['5.000001', 'xUSDC']] })
	assert.equal(status.status, 'CommittedSuccess', status.errorMessage)
	assert.equal((await ledger.gateway.subintentStatus(traded.fill.info.subintentId)).status, 'Unknown')
})

test('buying too little fails the transaction, and locking too small a fee prevents it', async () => {
	const traded = await trade()
	const [order, fill] = items(traded) as [Item, Item]
	const short = { ...order, terms: { ...order.terms, buy: { ...order.terms.buy, amount: Decimal.parse('5') } } }
	const failed = await settle({ items: [short, fill] })
	assert.match(failed.status.errorMessage ?? '', /AssertNextCallReturnsFailed/)
	const unpaid = await settle({ items: [order, fill], lockFeeXrd: '0' })
	assert.equal(unpaid.status.status, 'Pending')
	assert.equal(unpaid.status.intentStatus, 'LikelyButNotCertainRejection')
	assert.equal((await settle({ items: [order, fill] })).status.status, 'CommittedSuccess')
})

// shows Solver API: Procedure 3: the root subintent
test('16 items settle in one root, and a 17th is refused before anything is built', async () => {
	const trades = []
	for (let n = 0; n < itemsPerRootMax / 2; n++) trades.push(await trade({ curves: ['Secp256k1', 'Secp256k1'] }))
	const wrapped = trades.flatMap(items)
	const { status } = await settle({ items: wrapped })
	assert.equal(status.status, 'CommittedSuccess', status.errorMessage)
	const [first] = wrapped as [Item]
	const tooMany = { items: [...wrapped, first], solverAccount: solver.account, lockFeeXrd: Decimal.one }
	assert.throws(() => rootManifest(tooMany), /at most 16 items/)
})

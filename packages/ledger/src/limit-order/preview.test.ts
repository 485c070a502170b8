import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { Decimal, type ResourceAmount } from '@accord/protocol'
import { boundBundle } from '../../../../test/fixtures/bound-bundle.ts'
import {
	fundedParticipant,
	participant,
	presentWindow,
	type SignedOrder,
	signedOrder,
	startTestLedger,
	type TestAmount,
	type TestLedger,
	type TestOrder,
	wrappedOrder,
} from '../../../../test/fixtures/ledger.ts'
import { type Curve, type Item, mintPrefix } from '../codec.ts'
import type { PreviewReceipt } from '../gateway/preview-receipt.ts'
import { composeTransaction } from '../transaction/transaction.ts'
import type { AccountOwner } from '../transaction/transfer.ts'
import {
	bindingCost,
	composeOrderPreview,
	measurePreviewBase,
	type OrderPreview,
	orderPreviewFlags,
	previewBase,
	readOrderPreview,
} from './preview.ts'
import { composeRoot } from './signed-root.ts'

let ledger: TestLedger
let owner: AccountOwner
let solver: AccountOwner

const funds = { XRD: '1000', xUSDC: '1000' }

before(async () => {
	ledger = await startTestLedger()
	owner = await fundedParticipant(ledger, { name: 'user-1', funds })
	solver = await fundedParticipant(ledger, { name: 'solver-1', funds: { XRD: '1000', xUSDC: '100' } })
	await fundedParticipant(ledger, { name: 'service', funds: { XRD: '1000', xUSDC: '1' } })
})
after(() => ledger.stop())

function receiptOf(...orders: SignedOrder[]): Promise<PreviewReceipt> {
	return receiptLocking(Decimal.parse('10'), orders)
}

async function receiptLocking(lockFeeXrd: Decimal, orders: readonly SignedOrder[]): Promise<PreviewReceipt> {
	const { account, keyPair } = ledger.service
	const preview = composeOrderPreview({
		orders: orders.map(({ info }) => info),
		service: { account, publicKey: keyPair },
		lockFeeXrd,
		networkId: ledger.networkId,
	})
	return await ledger.gateway.preview(preview, orderPreviewFlags)
}

async function preview(order: Partial<TestOrder> & { owner: AccountOwner }): Promise<OrderPreview> {
	const signed = signedOrder(ledger, { sell: ['100', 'XRD'], buy: ['5', 'xUSDC'], ...order })
	return readOrderPreview(await receiptOf(signed))
}

function reasonOf(preview: OrderPreview): string {
	return preview.ok ? 'ok' : preview.reason
}

function assertPass(preview: OrderPreview): asserts preview is OrderPreview & { ok: true } {
	assert.ok(preview.ok, preview.ok ? '' : preview.detail)
}

test('an owner with the funds passes, with both curves and in both directions', async () => {
	const secp = await fundedParticipant(ledger, { name: 'user-2', curve: 'Secp256k1', funds })
	assertPass(await preview({ owner }))
	assertPass(await preview({ owner: secp }))
	assertPass(await preview({ owner, sell: ['5', 'xUSDC'], buy: ['100', 'XRD'] }))
})

test('a stranger’s signature does not prove ownership', async () => {
	const stranger = participant('stranger')
	assert.equal(reasonOf(await preview({ owner, keyPairs: [stranger.keyPair] })), 'not_owner')
})

test('too small a balance, or a token never held, is insufficient funds', async () => {
	assert.equal(reasonOf(await preview({ owner, sell: ['5000', 'XRD'] })), 'insufficient_funds')
	assert.equal(reasonOf(await preview({ owner, sell: ['1', 'xETH'] })), 'insufficient_funds')
})

test('another service’s rule in VERIFY_PARENT is refused', async () => {
	assert.equal(reasonOf(await preview({ owner, verifiedBy: participant('stranger').keyPair })), 'verify_parent')
})

test('a resource that does not exist is refused', async () => {
	const unknown = ledger.tokens[1]?.resourceAddress ?? ''
	const edit = (manifest: string) => manifest.replaceAll(unknown, unusedResource)
	const signed = signedOrder(ledger, { owner, sell: ['100', 'XRD'], buy: ['5', 'xUSDC'], edit })
	assert.equal(reasonOf(readOrderPreview(await receiptOf(signed))), 'unknown_resource')
})

// XRD's address as a different entity type would be refused earlier; this one is well-formed but was never created.
const unusedResource = 'resource_sim1thvwu8dh6lk4y9mntemkvj25wllq8adq42skzufp4m8wxxuemugnez'

test('a stranger cannot pass by forging the refusal that an earlier design accepted as a pass', async () => {
	const stranger = participant('stranger')
	const forged = `ASSERT_NEXT_CALL_RETURNS_ONLY Map<Address, Enum>(Address("${ledger.resource('XRD')}") => Enum<ResourceConstraint::AtLeastAmount>(Decimal("1")));
CALL_METHOD Address("${stranger.account}") "securify";`
	const edit = (manifest: string) => `${forged}\n${manifest}`
	assert.ok(!(await preview({ owner, keyPairs: [stranger.keyPair], edit })).ok)
})

test('a prefix that runs a package’s code passes, at its own cost', async () => {
	const { faucet } = ledger.ledger.info
	const edit = (manifest: string) => `CALL_METHOD Address("${faucet}") "free";\n${manifest}`
	const plain = await preview({ owner })
	const prefixed = await preview({ owner, edit })
	assertPass(plain)
	assertPass(prefixed)
	assert.ok(prefixed.costXrd > plain.costXrd)
	assert.ok(prefixed.executionUnits > plain.executionUnits)
})

/** A mint by a customer of the ledger's component, before an order. */
function prefixOf(maker: AccountOwner, [amount, symbol]: TestAmount): string {
	const { component, badge, customers } = ledger.instamint
	const { account } = maker
	const { id } = customers.find(customer => customer.account === account) ?? assert.fail('no customer')
	const mint = { resource: ledger.resource(symbol), amount: Decimal.parse(amount) }
	return mintPrefix({ component, badge, account, customerLocalId: `#${id}#`, ...mint })
}

function mintingFill(maker: AccountOwner, sell: TestAmount): Promise<OrderPreview> {
	const edit = (manifest: string) => `${prefixOf(maker, sell)}\n${manifest}`
	return preview({ owner: maker, sell, buy: ['1', 'XRD'], platformFee: '0', settlementFee: '0', edit })
}

/** The service accepts fills of at most 12 million units. */
function assertWithinLimits(fill: OrderPreview): asserts fill is OrderPreview & { ok: true } {
	assertPass(fill)
	assert.ok(fill.costXrd < Decimal.parse('5'), Decimal.format(fill.costXrd))
	assert.ok(fill.executionUnits < 12_000_000, String(fill.executionUnits))
}

test('a maker’s fill that mints what it sells passes with an empty account, and its cost is within the limits', async t => {
	const maker = participant('maker-1')
	const fill = await mintingFill(maker, ['40000', 'xUSDC'])
	assertWithinLimits(fill)
	t.diagnostic(`a minting fill: ${Decimal.format(fill.costXrd)} XRD, ${fill.executionUnits} units`)
	assert.equal(reasonOf(await mintingFill(maker, ['50001', 'xUSDC'])), 'allowance_exceeded')
})

test('so does one of a maker that already owes every token', async t => {
	const maker = await fundedParticipant(ledger, { name: 'maker-2', curve: 'Secp256k1', funds })
	const mints = [
		['100', 'xUSDC'],
		['100', 'xUSDT'],
		['0.1', 'xwBTC'],
		['1', 'xETH'],
	] as const
	const { notarizedTransaction } = composeTransaction({
		manifest: [
			`CALL_METHOD Address("${maker.account}") "lock_fee" Decimal("10");`,
			...mints.map((mint, at) => prefixOf(maker, mint).replaceAll('"badge"', `"badge-${at}"`)),
		].join('\n'),
		window: presentWindow(ledger),
		keyPair: maker.keyPair,
		networkId: ledger.networkId,
	})
	assert.equal((await ledger.ledger.submit(notarizedTransaction)).outcome, 'CommittedSuccess')
	const fill = await mintingFill(maker, ['2', 'xETH'])
	assertWithinLimits(fill)
	t.diagnostic(`a minting fill on top of four loans: ${Decimal.format(fill.costXrd)} XRD, ${fill.executionUnits} units`)
})

test('a fee that is not covered, and a payer without the XRD to lock, are not taken for a lack of the order’s funds', async () => {
	const signed = signedOrder(ledger, { owner, sell: ['100', 'XRD'], buy: ['5', 'xUSDC'] })
	const reason = async (lockFeeXrd: string) =>
		reasonOf(readOrderPreview(await receiptLocking(Decimal.parse(lockFeeXrd), [signed])))
	for (const tooLittle of ['0.1', '0.3']) assert.equal(await reason(tooLittle), 'fee_not_covered')
	assert.equal(await reason('1001'), 'payer_unfunded')
	assert.equal(await reason('1'), 'ok')
})

test('several orders of one account share its funds', async () => {
	const orders = ['400', '500'].map(amount =>
		signedOrder(ledger, { owner, sell: [amount, 'XRD'], buy: ['5', 'xUSDC'] }),
	)
	assertPass(readOrderPreview(await receiptOf(...orders)))
	const third = signedOrder(ledger, { owner, sell: ['400', 'XRD'], buy: ['5', 'xUSDC'] })
	assert.equal(reasonOf(readOrderPreview(await receiptOf(...orders, third))), 'insufficient_funds')
})

/** The cost of a root that settles lone orders from the solver's own inventory. */
async function rootCost(orders: readonly SignedOrder[], buy: TestAmount) {
	const amount = Decimal.mulUp(Decimal.parse(buy[0]), Decimal.fromInteger(orders.length))
	const items = orders.map(order => wrappedOrder(ledger, order, { rebate: '0.2' }))
	return await costOfRoot(items, [{ resource: ledger.resource(buy[1]), amount }])
}

async function costOfRoot(items: readonly Item[], inventory: readonly ResourceAmount[] = []) {
	const { notarizedTransaction, transactionId } = composeRoot({
		items,
		solver,
		lockFeeXrd: Decimal.parse('10'),
		inventory,
		window: presentWindow(ledger),
		networkId: ledger.networkId,
	})
	await ledger.gateway.submit(notarizedTransaction)
	const details = await ledger.gateway.committedDetails(transactionId)
	assert.equal(details.transaction_status, 'CommittedSuccess', details.error_message ?? '')
	const fees = details.receipt?.fee_summary as { execution_cost_units_consumed: number } | undefined
	return { costXrd: Decimal.parse(details.fee_paid ?? ''), executionUnits: fees?.execution_cost_units_consumed ?? 0 }
}

const kinds: {
	title: string
	sell: TestAmount
	buy: TestAmount
	curve?: Curve
	platformFee?: string
	funds?: Record<string, string>
}[] = [
	{ title: 'XRD for a token', sell: ['100', 'XRD'], buy: ['5', 'xUSDC'] },
	{ title: 'a token for XRD', sell: ['5', 'xUSDC'], buy: ['100', 'XRD'], curve: 'Secp256k1' },
	{ title: 'without a platform fee', sell: ['5', 'xUSDC'], buy: ['100', 'XRD'], platformFee: '0' },
	{ title: 'XRD, without a platform fee', sell: ['100', 'XRD'], buy: ['5', 'xUSDC'], platformFee: '0' },
	{ title: 'a token never held', sell: ['100', 'XRD'], buy: ['5', 'xUSDC'], funds: { XRD: '1000' } },
]

for (const [at, { title, curve, funds: held = funds, ...terms }] of kinds.entries()) {
	test(`the estimate of an order (${title}) covers what it adds to a committed root, and little more`, async t => {
		const orders = []
		for (const n of [1, 2, 3]) {
			const user = await fundedParticipant(ledger, { name: `user-${at}-${n}`, curve, funds: { ...held } })
			orders.push(signedOrder(ledger, { owner: user, ...terms }))
		}
		const [first, second, third] = orders as [SignedOrder, SignedOrder, SignedOrder]
		const receipt = await receiptOf(third)
		const estimate = readOrderPreview(receipt)
		assertPass(estimate)
		const roots = {
			withoutOrder: await rootCost([first], terms.buy),
			withOrder: await rootCost([second, third], terms.buy),
		}
		const base = measurePreviewBase({ preview: receipt, roots })
		const real = Decimal.add(Decimal.subtract(receipt.costXrd, base.costXrd), bindingCost.costXrd)
		const surplus = Decimal.subtract(estimate.costXrd, real)
		t.diagnostic(`base ${Decimal.format(base.costXrd)} XRD, ${base.executionUnits} units`)
		const shown = `${Decimal.format(estimate.costXrd)} for ${Decimal.format(real)} XRD`
		// A new vault, and what the base is too low for orders whose fee goes to another vault than the one that pays.
		assert.ok(surplus >= 0n && surplus < Decimal.parse('0.16'), shown)
		const unitsSurplus = base.executionUnits - previewBase.executionUnits
		assert.ok(unitsSurplus >= 0 && unitsSurplus < 500_000, `base ${base.executionUnits}`)
	})
}

test('what binding adds to an estimate is what it costs in a bundle of two, and covers every larger one', async t => {
	const maker = await fundedParticipant(ledger, { name: 'maker-3', funds })
	const pairs = (count: number) =>
		Array.from({ length: count }, () => [
			signedOrder(ledger, { owner, sell: ['10', 'XRD'], buy: ['0.4', 'xUSDC'] }),
			signedOrder(ledger, { owner: maker, sell: ['0.4', 'xUSDC'], buy: ['10', 'XRD'] }),
		]) as [SignedOrder, SignedOrder][]
	const plain = (count: number) => pairs(count).flatMap(pair => pair.map(signed => wrappedOrder(ledger, signed)))
	const bound = (count: number) => pairs(count).flatMap(pair => boundBundle(ledger, pair))
	// The first bundle of all makes the vaults of the box.
	await costOfRoot(bound(1))
	await costOfRoot(plain(1))
	for (const count of [1, 4, 8]) {
		const [without, withIt] = [await costOfRoot(plain(count)), await costOfRoot(bound(count))]
		const items = Decimal.fromInteger(2 * count)
		const costXrd = Decimal.divUp(Decimal.subtract(withIt.costXrd, without.costXrd), items)
		const units = (withIt.executionUnits - without.executionUnits) / (2 * count)
		t.diagnostic(`${2 * count} items: ${Decimal.format(costXrd)} XRD and ${units} units an item`)
		assert.ok(costXrd <= bindingCost.costXrd, Decimal.format(costXrd))
		assert.ok(units <= bindingCost.executionUnits, String(units))
		if (count > 1) continue
		assert.ok(Decimal.subtract(bindingCost.costXrd, costXrd) < Decimal.parse('0.002'))
		assert.ok(bindingCost.executionUnits - units < 50_000, String(units))
	}
})

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import {
	type AccountOwner,
	bindingCost,
	composeOrderPreview,
	composeRoot,
	GatewayClient,
	newVaultCostXrd,
	previewBase,
	wallClock,
} from '@accord/ledger'
import { Decimal, type FeeRole } from '@accord/protocol'
import {
	fundedParticipant,
	participant,
	presentWindow,
	type SignedOrder,
	signedOrder,
	startTestLedger,
	type TestLedger,
	type TestOrder,
	wrappedOrder,
} from '../../../../test/fixtures/ledger.ts'
import { callOf, publishRecognizing } from '../../../../test/fixtures/recognizing-package.ts'
import { previewLimits } from '../testing/preview-limits.ts'
import { WorkThreads } from '../threads/work-threads.ts'
import { CostPreview, costXrdMaxOf, type PreviewTerms } from './cost-preview.ts'
import { PreviewPayer } from './preview-payer.ts'
import { readSignedPartial } from './read-intent.ts'

const funds = { XRD: '1000', xUSDC: '1000' }

let ledger: TestLedger
let owner: AccountOwner
let other: AccountOwner
let solver: AccountOwner

before(async () => {
	ledger = await startTestLedger()
	owner = await fundedParticipant(ledger, { name: 'user-1', funds })
	other = await fundedParticipant(ledger, { name: 'user-2', curve: 'Secp256k1', funds })
	solver = await fundedParticipant(ledger, { name: 'solver-1', funds })
	await fundedParticipant(ledger, { name: 'service', funds: { XRD: '1000', xUSDC: '1' } })
})
after(() => ledger.stop())

type Gateway = Pick<GatewayClient, 'preview' | 'subintentStatus'>
type PreviewCase = Partial<TestOrder> & {
	role?: FeeRole
	alongside?: readonly SignedOrder[]
	gateway?: Gateway
	executionAmountXrd?: string
}

const sign = (order: Partial<TestOrder>) =>
	signedOrder(ledger, { owner, sell: ['100', 'XRD'], buy: ['5', 'xUSDC'], ...order })

function price({
	role = 'taker',
	alongside = [],
	gateway = ledger.gateway,
	executionAmountXrd = '5',
	...order
}: PreviewCase) {
	return priceSigned(sign(order), { role, alongside, gateway, executionAmountXrd })
}

function priceSigned(
	{ signedPartialTransaction }: SignedOrder,
	{
		role,
		alongside,
		gateway,
		executionAmountXrd = '5',
	}: { role: FeeRole; alongside: readonly SignedOrder[]; gateway: Gateway; executionAmountXrd?: string },
) {
	const service = { account: ledger.service.account, publicKey: ledger.service.keyPair }
	const info = readSignedPartial({ networkId: ledger.networkId }, signedPartialTransaction)
	const account = info.reading.terms?.account ?? ''
	const validated = { account, subintentId: info.subintentId, hasPrefix: info.reading.hasPrefix }
	const costXrdMax = costXrdMaxOf({ executionAmountXrd: Decimal.parse(executionAmountXrd) })
	const costPreview = new CostPreview({
		gateway,
		terms: { service, costXrdMax },
		networkId: ledger.networkId,
		makersPerOrder: 4,
		limits: previewLimits,
		clock: wallClock,
		threads: new WorkThreads(),
		payer: payerOf(service),
	})
	const bytes = alongside.map(order => order.signedPartialTransaction)
	return costPreview.price({ validated, info, role, client: '', alongside: bytes })
}

function payerOf(service: PreviewTerms['service']): PreviewPayer {
	const { clock, gateway } = ledger
	return new PreviewPayer({
		clock,
		gateway,
		xrdAddress: ledger.resource('XRD'),
		networkId: ledger.networkId,
		terms: { service, costXrdMax: Decimal.fromInteger(5) },
	})
}

const withPrefix = (...lines: string[]) => ({ edit: (manifest: string) => [...lines, manifest].join('\n') })
const harmless = withPrefix('ASSERT_WORKTOP_IS_EMPTY;', 'ASSERT_WORKTOP_IS_EMPTY;')
const withdraw = (from: AccountOwner, amount: string) =>
	`CALL_METHOD Address("${from.account}") "withdraw" Address("${ledger.resource('XRD')}") Decimal("${amount}");`
const deposit = (to: AccountOwner) =>
	`CALL_METHOD Address("${to.account}") "try_deposit_batch_or_abort" Expression("ENTIRE_WORKTOP") Enum<0u8>();`

/** A prefix that only clones a proof a number of times, which costs some 175,000 units each. */
const manyClones = (clones: number) =>
	withPrefix(
		`CALL_METHOD Address("${owner.account}") "create_proof_of_amount" Address("${ledger.resource('XRD')}") Decimal("1");`,
		'POP_FROM_AUTH_ZONE Proof("proof");',
		...Array.from({ length: clones }, (_, clone) => `CLONE_PROOF Proof("proof") Proof("clone-${clone}");`),
		'DROP_NAMED_PROOFS;',
	)

/** Commits an order alone, using the solver's own inventory. */
async function commit(signed: SignedOrder): Promise<void> {
	const [amount, symbol] = signed.order.buy
	const root = composeRoot({
		items: [wrappedOrder(ledger, signed)],
		solver,
		lockFeeXrd: Decimal.parse('5'),
		inventory: [{ resource: ledger.resource(symbol), amount: Decimal.parse(amount) }],
		window: presentWindow(ledger),
		networkId: ledger.networkId,
	})
	await ledger.gateway.submit(root.notarizedTransaction)
	const { intentStatus } = await ledger.gateway.transactionStatus(root.transactionId)
	assert.equal(intentStatus, 'CommittedSuccess')
}

test('an owner with funds passes, in both directions and on both curves, at the cost of one item', async () => {
	const [min, max] = [Decimal.parse('0.5'), Decimal.parse('0.68')]
	const orders: PreviewCase[] = [
		{},
		{ owner: other },
		{ sell: ['5', 'xUSDC'], buy: ['90', 'XRD'] },
		{ role: 'maker' },
		withPrefix('ASSERT_WORKTOP_IS_EMPTY;'),
	]
	for (const order of orders) {
		const { costXrd, executionUnits } = await price(order)
		assert.ok(costXrd > min && costXrd < max, Decimal.format(costXrd))
		assert.ok(executionUnits > 4_250_000 && executionUnits < 7_250_000, String(executionUnits))
	}
})

// shows manifest: Rule 1: any number of instructions may come first
test('a prefix that calls a component passes and costs more', async () => {
	const plain = await price({})
	const prefixed = await price(
		withPrefix(`CALL_METHOD Address("${ledger.ledger.info.wellKnownAddresses.faucet}") "free";`),
	)
	assert.ok(prefixed.costXrd > plain.costXrd)
	assert.ok(prefixed.executionUnits > plain.executionUnits)
})

/** A stranger's prefix that fails on its own assertion, before the withdrawal. */
function forgedAssertion() {
	const xrd = ledger.resource('XRD')
	return withPrefix(
		`ASSERT_NEXT_CALL_RETURNS_ONLY Map<Address, Enum>(Address("${xrd}") => Enum<ResourceConstraint::AtLeastAmount>(Decimal("5")));`,
		`CALL_METHOD Address("${other.account}") "balance" Address("${xrd}");`,
	)
}

// shows decision 18: Previews run as the commit will
test('error: code that behaves well only where it sees free credit is refused', async () => {
	const address = publishRecognizing(ledger.ledger, { belowXrd: 9, does: 'fail' })
	const order = sign(withPrefix(callOf(address)))
	const { account, keyPair } = ledger.service
	const service = { account, publicKey: keyPair }
	const { networkId } = ledger
	const lockFeeXrd = Decimal.parse('6')
	const preview = composeOrderPreview({ orders: [order.info], service, lockFeeXrd, networkId })
	assert.equal((await ledger.gateway.preview(preview, { use_free_credit: true })).status, 'Succeeded')
	await assert.rejects(price(withPrefix(callOf(address))), { code: 'preview_failed' })
})

test('error: without the XRD that a preview locks, the service says that it is not the order’s fault', async () => {
	const poor = participant('poor')
	const { service } = ledger
	ledger.service = poor
	try {
		await assert.rejects(price({ verifiedBy: poor.keyPair }), { code: 'ledger_unavailable' })
		const payer = payerOf({ account: poor.account, publicKey: poor.keyPair })
		assert.equal(await payer.shortage(), `${poor.account} holds 0 XRD, and previews lock up to 83 XRD of it`)
		await fundedParticipant(ledger, { name: 'poor', funds: { XRD: '83' } })
		assert.equal(await payer.shortage(), undefined)
		await price({ verifiedBy: poor.keyPair })
	} finally {
		ledger.service = service
	}
})

const refused: { title: string; order: () => PreviewCase; code: string }[] = [
	// shows authentication: Users authorize by signing the subintent
	// shows error: not_account_owner
	{ title: "a stranger's signature", order: () => ({ keyPairs: [other.keyPair] }), code: 'not_account_owner' },
	{
		title: 'an assertion forged by a stranger in a prefix',
		order: () => ({ keyPairs: [other.keyPair], ...forgedAssertion() }),
		code: 'preview_failed',
	},
	{ title: 'more than the account holds', order: () => ({ sell: ['1000', 'XRD'] }), code: 'insufficient_funds' },
	{
		title: 'a token that the account never held',
		order: () => ({ sell: ['1', 'xwBTC'], buy: ['60000', 'xUSDC'], settlementFee: '0.1' }),
		code: 'insufficient_funds',
	},
	{
		title: 'a prefix that drains the account',
		order: () => withPrefix(withdraw(owner, '950'), deposit(other)),
		code: 'insufficient_funds',
	},
	// shows error: preview_failed
	{ title: "another service's rule", order: () => ({ verifiedBy: other.keyPair }), code: 'preview_failed' },
]

for (const { title, order, code } of refused) {
	test(`error: ${title} is refused as ${code}`, async () => {
		await assert.rejects(price(order()), { name: 'TradeError', code })
	})
}

// shows error: already_committed
test('error: an order that is already on the ledger is refused', async () => {
	const signed = sign({})
	await commit(signed)
	const request = { role: 'taker', alongside: [], gateway: ledger.gateway } as const
	await assert.rejects(priceSigned(signed, request), { code: 'already_committed' })
})

/** A Gateway whose previews have this cost. */
const charging = ({ costXrd = '1', executionUnits = 1 }): Gateway => ({
	preview: async () => ({
		status: 'Succeeded',
		costXrd: Decimal.sum([
			Decimal.parse(costXrd),
			previewBase.costXrd,
			Decimal.negate(bindingCost.costXrd),
			Decimal.negate(newVaultCostXrd),
		]),
		executionUnits: executionUnits + previewBase.executionUnits - bindingCost.executionUnits,
		outputs: [],
		stateVersion: 1,
	}),
	subintentStatus: async () => ({
		status: 'Unknown',
		ledger: { network: 'simulator', stateVersion: 1, epoch: 1, round: 1, proposerTimestampMs: 0 },
	}),
})

// shows manifest: Rule 4: execution costs at most 5 XRD
// shows decision 17: Execution units and events are shared
test('an item may cost 5 XRD; an order may use 84 million units, a fill 12 million', async () => {
	const { costXrd } = await price({ gateway: charging({ costXrd: '5' }) })
	assert.equal(Decimal.format(costXrd), '5')
	await price({ gateway: charging({ executionUnits: 84_000_000 }) })
	await price({ gateway: charging({ executionUnits: 12_000_000 }), role: 'maker' })
})

// shows limits: Limit: execution cost 5 XRD
// shows error: execution_units_too_high
test('error: one unit more than any of these limits is refused', async () => {
	const tooCostly = { code: 'execution_cost_too_high' }
	const tooLong = { code: 'execution_units_too_high' }
	await assert.rejects(price({ gateway: charging({ costXrd: '5.000000000000000001' }) }), tooCostly)
	await assert.rejects(price({ gateway: charging({ executionUnits: 84_000_001 }) }), tooLong)
	await assert.rejects(price({ gateway: charging({ executionUnits: 12_000_001 }), role: 'maker' }), tooLong)
})

/** A prefix that moves its owner's XRD to and fro so many times, with 4 events each time. */
const manyMoves = (moves: number) =>
	withPrefix(...Array<string>(moves).fill([withdraw(owner, '0.1'), deposit(owner)].join('\n')))

// shows decision 17: Execution units and events are shared
// shows error: too_many_events
test('error: an order or fill whose prefix leaves too few events for the rest of its bundle is refused', async () => {
	const tooMany = { code: 'too_many_events' }
	await price(manyMoves(27))
	await assert.rejects(price(manyMoves(28)), tooMany)
	await price({ ...manyMoves(3), role: 'maker' })
	await assert.rejects(price({ ...manyMoves(4), role: 'maker' }), tooMany)
})

test('a prefix may use all the units of its role', async () => {
	const { executionUnits, costXrd } = await price(manyClones(440))
	assert.ok(executionUnits > 80_000_000, String(executionUnits))
	assert.ok(costXrd > Decimal.parse('4.5'), Decimal.format(costXrd))
	assert.ok((await price({ ...manyClones(38), role: 'maker' })).executionUnits > 10_000_000)
})

test('error: a longer prefix is refused, whether or not the engine could still execute it', async () => {
	const tooLong = { code: 'execution_units_too_high' }
	await assert.rejects(price({ ...manyClones(60), role: 'maker' }), tooLong)
	await assert.rejects(price(manyClones(455)), tooLong)
	await assert.rejects(price(manyClones(600)), tooLong)
})

// shows manifest: Rule 4: execution costs at most 5 XRD
// shows error: execution_cost_too_high
test('error: a prefix that costs more than 5 XRD is refused, even within the limit of units', async () => {
	const moves = Array<string>(60).fill([withdraw(owner, '0.1'), deposit(owner)].join('\n'))
	await assert.rejects(price(withPrefix(...moves)), { code: 'execution_cost_too_high' })
})

// shows decision 18: With a prefix, all open intents are previewed together
test('intents that are previewed together share the funds of their account', async () => {
	const large = sign({ sell: ['400', 'XRD'] })
	const largeWithPrefix = sign({ ...harmless, sell: ['400', 'XRD'] })
	const insufficient = { code: 'insufficient_funds' }
	await price({ ...harmless, alongside: [large] })
	await price({ alongside: [largeWithPrefix] })
	await assert.rejects(price({ ...harmless, sell: ['500', 'XRD'], alongside: [large] }), insufficient)
	await assert.rejects(price({ sell: ['500', 'XRD'], alongside: [largeWithPrefix] }), insufficient)
})

// shows error: too_many_open_orders
test('error: open intents that do not fit into one preview are too_many_open_orders', async () => {
	await price(manyClones(300))
	await assert.rejects(price({ ...manyClones(300), alongside: [sign(manyClones(300))] }), {
		code: 'too_many_open_orders',
	})
})

test('a preview during which an open intent was committed is repeated without it', async () => {
	const user = await fundedParticipant(ledger, { name: 'user-3', funds })
	const first = sign({ owner: user, sell: ['500', 'XRD'], ...harmless })
	let previews = 0
	const gateway: Gateway = {
		preview: async (...preview) => {
			if (++previews === 2) await commit(first)
			return ledger.gateway.preview(...preview)
		},
		subintentStatus: id => ledger.gateway.subintentStatus(id),
	}
	// If the committed order were previewed again, 500 + 450 and their fees would exceed what is left.
	const second = sign({ owner: user, sell: ['450', 'XRD'] })
	await priceSigned(second, { role: 'taker', alongside: [first], gateway })
	assert.equal(previews, 3)
})

test('an open intent that has expired by the ledger’s clock is left out', async () => {
	const user = await fundedParticipant(ledger, { name: 'user-4', funds })
	const window = { ...presentWindow(ledger), maxTimestampS: Math.floor(ledger.clock.nowMs() / 1000) + 20 }
	const old = sign({ owner: user, sell: ['900', 'XRD'], window, ...harmless })
	const order: PreviewCase = { owner: user, sell: ['900', 'XRD'], alongside: [old] }
	await assert.rejects(price(order), { code: 'insufficient_funds' })
	ledger.clock.advance(21)
	await price(order)
})

test('error: an unreachable Gateway is ledger_unavailable', async () => {
	const gateway = new GatewayClient({ url: 'http://127.0.0.1:1', retriesMax: 0 })
	await assert.rejects(price({ gateway }), { code: 'ledger_unavailable' })
})

test('error: an order that costs more than its settlement fee pays for is refused', async () => {
	await assert.rejects(price({ executionAmountXrd: '0.1' }), { code: 'execution_cost_too_high' })
})

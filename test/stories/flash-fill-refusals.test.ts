import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import {
	accessRuleManifest,
	createSubintent,
	type Header,
	intentHeader,
	type KeyPair,
	signSubintent,
} from '@accord/ledger'
import { type Amount, composeLimitOrderManifest, type ErrorCode, LimitOrder, quoteFee } from '@accord/protocol'
import { untilShown } from '../network/book-text.ts'
import { type FlashSocket, openFlash, xrdBook } from '../network/flash-socket.ts'
import { participant } from '../network/participant.ts'
import { startTestNetwork, type TestMakerAccount, type TestNetwork, testNetworkId } from '../network/test-network.ts'
import { amount, placeOrder, type SignedOrder } from '../network/test-user.ts'

let network: TestNetwork
let maker: TestMakerAccount
let session: FlashSocket
let placed: SignedOrder
/** The request to the maker, and the terms it is to sign. */
let orderId: string
let asked: LimitOrder
/** An order for more than the maker holds. */
let largeId: string
let large: LimitOrder

// The clock stands still, since makers have 3 s to answer.
before(async () => {
	network = await startTestNetwork({ users: 2, makers: 1, solvers: 0 })
	maker = network.makers[0] ?? assert.fail()
	session = await openFlash(network, maker)
	await session.ask('platform.new_orders.start_stream')
	await session.ask('platform.price_books.on_change', xrdBook(['0.05', '1000']))
	const eth = { pair: { base: 'xETH', quote: 'xUSDC' }, bids: [['4000', '100']], asks: [] }
	await session.ask('platform.price_books.on_change', eth)
	await untilShown(network, { pair: 'XRD/xUSDC', bids: ['0.05 1000'] })
	await untilShown(network, { pair: 'xETH/xUSDC', bids: ['4000 100'] })
	network.clock.freeze()
	placed = await placeOrder(network, network.users[0], { sell: '100 XRD', buy: '5 xUSDC' })
	const order = await session.received('platform.new_orders.new')
	orderId = order.id
	asked = LimitOrder.parse(order.fill)
	await placeOrder(network, network.users[1], { sell: '75 xETH', buy: '300000 xUSDC' })
	const largeOrder = await session.received('platform.new_orders.new')
	largeId = largeOrder.id
	large = LimitOrder.parse(largeOrder.fill)
})
after(() => network?.stop())

type Parts = {
	order?: LimitOrder
	edit?: (lines: string[]) => string[]
	header?: Partial<Header>
	keyPairs?: readonly KeyPair[]
	child?: boolean
}
type Refusal = { code: ErrorCode; bytes: () => string; orderId?: () => string; detail?: RegExp }

const cases: Record<string, Refusal> = {
	'text that is not hex': { code: 'invalid_hex', bytes: () => 'zz' },
	'other bytes': { code: 'invalid_signed_partial_transaction', bytes: () => '4d2208' },
	'more than 64 KiB': { code: 'body_too_large', bytes: () => '00'.repeat(65_537) },
	'for another network': { code: 'wrong_network', bytes: ofOtherNetwork },
	'with a signature over something else': { code: 'invalid_signature', bytes: forged },
	'without a signature': { code: 'not_signed', bytes: () => fill({ keyPairs: [] }) },
	'that is an order': { code: 'subintent_in_use', bytes: () => placed.signedPartialTransaction },
	'with a child': { code: 'children_not_allowed', bytes: () => fill({ child: true }) },
	'with a lock_fee before the schema': {
		code: 'prefix_not_allowed',
		bytes: () => fill({ edit: lines => [`CALL_METHOD ${account()} "lock_fee" Decimal("1");`, ...lines] }),
	},
	'with a missing step': { code: 'manifest_schema', bytes: () => fill({ edit: lines => lines.toSpliced(3, 1) }) },
	'that another service is to verify': {
		code: 'verify_parent_mismatch',
		bytes: () => fill({ edit: lines => lines.with(0, strangersParent()) }),
	},
	'of more decimals than the token has': {
		code: 'invalid_amount',
		bytes: () => fill({ order: { ...asked, sell: amount('5.0000001 xUSDC') } }),
	},
	'of a token that is not traded': {
		code: 'unknown_token',
		bytes: () => fill({ edit: lines => lines.map(line => line.replaceAll(address('xUSDC'), notTraded())) }),
	},
	'of tokens that are not a pair': {
		code: 'unknown_pair',
		bytes: () => fill({ order: { sell: amount('5 xUSDC'), buy: amount('5 xUSDC') } }),
	},
	'with the fee in another token': {
		code: 'fee_token',
		bytes: () => fill({ edit: lines => lines.with(5, lines[5]?.replace(address('xUSDC'), address('XRD')) ?? '') }),
	},
	'with too low a fee': {
		code: 'fee_too_low',
		bytes: () => fill({ edit: lines => withdrawing('5.00001', lines.with(6, takeFee('0.00001'))) }),
	},
	'that withdraws more than it says': {
		code: 'withdraw_mismatch',
		bytes: () => fill({ edit: lines => withdrawing('99', lines) }),
	},
	'valid from a later epoch': {
		code: 'invalid_header',
		bytes: () => fill({ header: { startEpoch: epoch() + 1, endEpoch: epoch() + 2 } }),
	},
	'valid from a later moment': {
		code: 'invalid_header',
		bytes: () => fill({ header: { minTimestampS: nowS() + 5 } }),
	},
	'that expires too soon': { code: 'invalid_expiry', bytes: () => fill({ header: { maxTimestampS: nowS() + 9 } }) },
	'of other amounts': {
		code: 'fill_amount_mismatch',
		bytes: () => fill({ order: { ...asked, buy: amount('101 XRD') } }),
	},
	'from another account': {
		code: 'foreign_account',
		bytes: () =>
			fill({ edit: lines => lines.map(line => line.replaceAll(maker.account, network.users[0]?.account ?? '')) }),
	},
	'for more than the account holds': {
		code: 'insufficient_funds',
		bytes: () => fill({ order: large }),
		orderId: () => largeId,
	},
	'signed by a stranger': {
		code: 'not_account_owner',
		bytes: () => fill({ keyPairs: [participant('stranger', 'Ed25519', testNetworkId).keyPair] }),
	},
	'whose prefix fails': {
		code: 'preview_failed',
		bytes: () => fill({ edit: lines => [`CALL_METHOD ${account()} "no_such_method";`, ...lines] }),
	},
	'that takes more than 12 M execution units': {
		code: 'execution_units_too_high',
		bytes: () => fill({ edit: lines => [...busy(40), ...lines] }),
	},
	'that costs more than 5 XRD': {
		code: 'execution_cost_too_high',
		bytes: () => fill({ edit: lines => [...busy(250), ...lines] }),
	},
}

for (const [what, { code, bytes, orderId: of = () => orderId }] of Object.entries(cases)) {
	test(`error: ${code}: a fill ${what}`, async () => {
		const params = { order_id: of(), signed_partial_transaction: bytes() }
		await session.refused(code, 'platform.fills.fill', params)
	})
}

test('the right fill is accepted after all of them; another one, or a rejection, is already_filled', async () => {
	const right = { order_id: orderId, signed_partial_transaction: fill() }
	const { success_response } = await session.ask('platform.fills.fill', right)
	assert.deepEqual((await session.ask('platform.fills.fill', right)).success_response, success_response)
	await session.refused('already_filled', 'platform.fills.fill', { ...right, signed_partial_transaction: fill() })
	await session.refused('already_filled', 'platform.new_orders.reject', { order_id: orderId })
})

test('error: order_not_open: a rejected part can no longer be filled', async () => {
	await session.ask('platform.new_orders.reject', { order_id: largeId })
	const params = { order_id: largeId, signed_partial_transaction: fill({ order: large }) }
	await session.refused('order_not_open', 'platform.fills.fill', params)
})

/** A fill of the requested order, apart from the differences. */
function fill({
	order = asked,
	edit = lines => lines,
	header = {},
	keyPairs = [maker.keyPair],
	child = false,
}: Parts = {}) {
	const window = { startEpoch: epoch(), endEpoch: epoch() + 2, maxTimestampS: nowS() + 15 }
	const full = { ...intentHeader({ networkId: testNetworkId, window }), ...header }
	const added = child ? emptyChild(full) : undefined
	const lines = edit(linesOf(order))
	const manifest = [...(added?.lines ?? []), ...lines].join('\n')
	const subintent = createSubintent({ manifest, header: full })
	const children = added === undefined ? [] : [added.bytes]
	return signSubintent({ subintent, keyPairs, networkId: testNetworkId, children }).signedPartialTransaction
}

function linesOf({ sell, buy }: LimitOrder): string[] {
	const { divisibility = 0 } = network.tokens.get(sell.symbol) ?? {}
	const fee = quoteFee({ feeInfo: network.feeInfo, level: 0, role: 'maker', sell, divisibility })
	const resource = ({ symbol, amount }: Amount) => ({ resource: address(symbol), amount })
	const verifyParentAccessRule = accessRuleManifest(network.feeInfo.verifyParentAccessRuleSborHex, testNetworkId)
	const parts = { account: maker.account, sell: resource(sell), buy: resource(buy), fee, verifyParentAccessRule }
	return composeLimitOrderManifest(parts).split('\n')
}

function emptyChild(header: Header): { lines: string[]; bytes: string } {
	const subintent = createSubintent({ manifest: 'YIELD_TO_PARENT;', header })
	const signed = signSubintent({ subintent, keyPairs: [maker.keyPair], networkId: testNetworkId })
	const lines = [
		`USE_CHILD NamedIntent("child") Intent("${subintent.subintentId}");`,
		'YIELD_TO_CHILD NamedIntent("child");',
	]
	return { lines, bytes: signed.signedPartialTransaction }
}

function ofOtherNetwork(): string {
	const window = { startEpoch: epoch(), endEpoch: epoch() + 2, maxTimestampS: nowS() + 15 }
	const subintent = createSubintent({ manifest: 'YIELD_TO_PARENT;', header: intentHeader({ networkId: 2, window }) })
	return signSubintent({ subintent, keyPairs: [maker.keyPair], networkId: 2 }).signedPartialTransaction
}

function forged(): string {
	const stranger = participant('stranger', 'Ed25519', testNetworkId).keyPair
	const owner = participant('owner', 'Ed25519', testNetworkId).keyPair
	const window = { startEpoch: epoch(), endEpoch: epoch() + 2, maxTimestampS: nowS() + 15 }
	const header = intentHeader({ networkId: testNetworkId, window })
	const subintent = createSubintent({ manifest: linesOf(asked).join('\n'), header })
	const signed = signSubintent({ subintent, keyPairs: [owner], networkId: testNetworkId })
	const [own, others] = [owner, stranger].map(key => key.sign(subintent.subintentHash).signature)
	assert.ok(own !== undefined && others !== undefined && signed.signedPartialTransaction.includes(own))
	return signed.signedPartialTransaction.replace(own, others)
}

/** Instructions that take execution units and change nothing. */
function busy(times: number): string[] {
	const call = `CALL_METHOD ${account()} "create_proof_of_amount" Address("${address('XRD')}") Decimal("1");`
	return Array.from({ length: times }, () => [call, 'DROP_AUTH_ZONE_REGULAR_PROOFS;']).flat()
}

function withdrawing(total: string, lines: string[]): string[] {
	return lines.with(1, `CALL_METHOD ${account()} "withdraw" Address("${address('xUSDC')}") Decimal("${total}");`)
}

function takeFee(fee: string): string {
	return `TAKE_FROM_WORKTOP Address("${address('xUSDC')}") Decimal("${fee}") Bucket("solver-fee");`
}

function strangersParent(): string {
	return 'VERIFY_PARENT Enum<0u8>();'
}

const notTraded = () => String(network.ledger.ledger.info.wellKnownAddresses.ed25519_signature_virtual_badge)
const account = () => `Address("${maker.account}")`
const address = (symbol: string) => network.tokens.get(symbol)?.resourceAddress ?? assert.fail(`no token ${symbol}`)
const epoch = () => network.ledger.ledger.info.epoch
const nowS = () => Math.floor(network.clock.nowMs() / 1000)

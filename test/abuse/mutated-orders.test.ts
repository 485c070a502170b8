import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { readAddress, readSignedPartialTransaction, readSubintent, signSubintent } from '@accord/ledger'
import { problemWire, SubmissionResult } from '@accord/protocol'
import { resources } from '../fixtures/limit-order.ts'
import { committableLevels, nestedPrefix } from '../fixtures/nested-prefix.ts'
import { decodeOrder } from '../network/independent-decoder.ts'
import { mutateBytes, type Random, randomOf } from '../network/mutated-bytes.ts'
import { untilState } from '../network/order-state.ts'
import type { Participant } from '../network/participant.ts'
import { connectMaker } from '../network/test-maker.ts'
import { startTestNetwork, type TestNetwork, testNetworkId } from '../network/test-network.ts'
import { connectSolver, settle } from '../network/test-solver.ts'
import { limitOrder, signLimitOrder } from '../network/test-user.ts'
import { askTrade } from '../network/trade-request.ts'

// Abuse cases 7 to 22 and 80. A longer run: ACCORD_MUTATIONS=100000 npm test -- test/abuse/mutated-orders.test.ts

const mutations = Number(process.env.ACCORD_MUTATIONS ?? 2_000)
const seed = Number(process.env.ACCORD_SEED ?? 20_261_122)
const order = limitOrder({ sell: '10 XRD', buy: '0.5 xUSDC' })
const atOnce = 16

let network: TestNetwork
let user: Participant

before(async () => {
	const limits = { requests_per_minute: 100_000_000, prefix_previews_per_minute: 100_000_000 }
	const funds = { userFunds: { XRD: '5000000' }, makerFunds: { xUSDC: '500000' } }
	network = await startTestNetwork({ users: 1, makers: 1, solvers: 1, ...funds, settings: { limits } })
	;[user] = network.users as [Participant]
	await connectMaker(network, network.makers[0], { books: [{ pair: 'XRD/xUSDC', bids: ['0.05 1000000'] }] })
})
after(() => network?.stop())

type Sent = { bytes: string; status: number; body: unknown }

/** Sends orders, a few at a time: each must be answered as accepted or as wrong, never with a failure of the service. */
async function sendAll(orders: Iterable<string>): Promise<Sent[]> {
	const accepted: Sent[] = []
	const waiting = orders[Symbol.iterator]()
	const send = async () => {
		for (let next = waiting.next(); next.done !== true; next = waiting.next()) {
			const { status, body } = await askTrade(network, '/trade/orders', {
				body: { signed_partial_transaction: next.value },
			})
			if (status === 200) accepted.push({ bytes: next.value, status, body })
			else
				assert.ok(
					status >= 400 && status < 500,
					`seed ${seed}: ${status} ${problemWire.parse(body).code} for ${next.value}`,
				)
		}
	}
	await Promise.all(Array.from({ length: atOnce }, send))
	return accepted
}

test(`${mutations} orders with mutated bytes are refused as wrong`, async () => {
	const random = randomOf(seed)
	const original = signLimitOrder(network, user, order).signedPartialTransaction
	function* mutated() {
		for (let n = 0; n < mutations; n++) yield mutateBytes(original, random)
	}
	assert.deepEqual(await sendAll(mutated()), [])
})

test('signed orders with altered instructions or bytes are accepted only as what they are, and settle', async t => {
	const random = randomOf(seed)
	function* altered() {
		for (let n = 0; n < mutations / 5; n++) yield random(2) === 0 ? tryToSignText(random) : tryToSignBytes(random)
	}
	const { accepted, sent } = await settleAccepted(altered())
	t.diagnostic(`${accepted} of ${sent} accepted and settled`)
	assert.ok(accepted > 0 && sent > accepted, `seed ${seed}: ${accepted} of ${sent}`)
})

test('whatever is accepted of orders whose prefixes are nested can be put into a root, and settles', async t => {
	const random = randomOf(seed + 1)
	const nested = (lines: readonly string[]) => [nestedPrefix(random(committableLevels + 4)), ...lines]
	function* altered() {
		for (let n = 0; n < mutations / 10; n++) {
			const edit = (manifest: string) => {
				let lines = nested(manifest.split('\n'))
				for (let times = random(3); times > 0; times--) lines = random(2) === 0 ? nested(lines) : alter(lines, random)
				return lines.join('\n')
			}
			yield tryToSign(edit)
		}
	}
	const { accepted, sent } = await settleAccepted(altered())
	t.diagnostic(`${accepted} of ${sent} accepted and settled`)
	assert.ok(accepted > 0 && sent > accepted, `seed ${seed}: ${accepted} of ${sent}`)
})

/** Sends orders one after another and settles each that is accepted. */
async function settleAccepted(orders: Iterable<string | undefined>): Promise<{ accepted: number; sent: number }> {
	const solver = connectSolver(network, network.solvers[0])
	let sent = 0
	let accepted = 0
	for (const bytes of orders) {
		if (bytes === undefined) continue
		sent += 1
		const [answer] = await sendAll([bytes])
		if (answer === undefined) continue
		accepted += 1
		const { subintent_id: subintentId } = SubmissionResult.wire.parse(answer.body).success_response
		await requireSame(bytes, subintentId)
		const bundle = await solver.bundleOf({ subintentId }).catch(async (cause: unknown) => {
			const { state } = await network.dex.order(subintentId)
			throw new Error(`seed ${seed}: order ${accepted} is ${state}: ${bytes}`, { cause })
		})
		await settle(network, solver, bundle)
		await untilState(network, { subintentId }, 'settled')
	}
	solver.close()
	return { accepted, sent }
}

/** The service read the same as an independent decoder. */
async function requireSame(bytes: string, subintentId: string): Promise<void> {
	const { limitOrder, fee } = await network.dex.order(subintentId)
	const { sold, bought, account, ...amounts } = decodeOrder(bytes)
	assert.deepEqual(
		amounts,
		{
			sell: limitOrder.sell.amount,
			buy: limitOrder.buy.amount,
			platformFee: fee.platformAmount,
			settlementFee: fee.settlementAmount,
		},
		`seed ${seed}: ${bytes}`,
	)
	const resourceOf = (symbol: string) => readAddress(network.tokens.get(symbol)?.resourceAddress ?? '').hex
	assert.deepEqual([sold, bought], [limitOrder.sell.symbol, limitOrder.buy.symbol].map(resourceOf))
	assert.equal(account, readAddress(user.account).hex)
}

/** Signs an order with one to three altered instructions. */
function tryToSignText(random: Random): string | undefined {
	return tryToSign(manifest => {
		let lines = manifest.split('\n')
		for (let times = 1 + random(3); times > 0; times--) lines = alter(lines, random)
		return lines.join('\n')
	})
}

/** Undefined if the ledger's own compiler refuses the text. */
function tryToSign(edit: (manifest: string) => string): string | undefined {
	try {
		return signLimitOrder(network, user, order, { edit }).signedPartialTransaction
	} catch {
		return undefined
	}
}

/** Alters the signed bytes; undefined if they are no longer a subintent. */
function tryToSignBytes(random: Random): string | undefined {
	const { signedPartialTransaction } = signLimitOrder(network, user, order)
	const { rootSubintent } = readSignedPartialTransaction(signedPartialTransaction, testNetworkId)
	try {
		const subintent = mutateBytes(rootSubintent, random)
		const { subintentHash, subintentId } = readSubintent(subintent, testNetworkId)
		const signing = { subintent: { subintent, subintentHash, subintentId }, keyPairs: [user.keyPair] }
		return signSubintent({ ...signing, networkId: testNetworkId }).signedPartialTransaction
	} catch {
		return undefined
	}
}

const { XRD: xrd } = resources
/** Instructions that an order may have before the schema. */
const harmless: readonly ((account: string, random: Random) => readonly string[])[] = [
	() => ['ASSERT_WORKTOP_IS_EMPTY;'],
	() => ['DROP_AUTH_ZONE_PROOFS;'],
	() => [`ASSERT_WORKTOP_CONTAINS Address("${xrd}") Decimal("0");`],
	account => [
		`CALL_METHOD Address("${account}") "create_proof_of_amount" Address("${xrd}") Decimal("1");`,
		'DROP_AUTH_ZONE_REGULAR_PROOFS;',
	],
	() => [`TAKE_ALL_FROM_WORKTOP Address("${xrd}") Bucket("none");`, 'RETURN_TO_WORKTOP Bucket("none");'],
	(_, random) => [nestedPrefix(random(committableLevels + 3))],
]

/** An argument of any kind, as manifest text. */
const anyArgument = /(?:Address|Decimal|Bucket|Expression)\("[^"]*"\)|Enum<[^>]*>\(|"[^"]*"/g

function alter(lines: readonly string[], random: Random): string[] {
	const at = random(lines.length)
	const other = lines[random(lines.length)] ?? ''
	const line = lines[at] ?? ''
	switch (random(8)) {
		case 0:
			return lines.toSpliced(at, 1)
		case 1:
			return lines.toSpliced(at, 0, other)
		case 2:
			return lines.toSpliced(at, 1, other)
		case 3:
			return lines.toSpliced(at, 0, 'ASSERT_WORKTOP_IS_EMPTY;')
		case 4:
			return lines.toSpliced(
				at,
				1,
				line.replace(/Decimal\("([\d.]+)"\)/, () => `Decimal("${random(1_000_000)}")`),
			)
		case 5:
			return lines.toSpliced(at, 1, withArgument(line, random))
		case 6:
			return lines.toSpliced(0, 0, ...(harmless[random(harmless.length)]?.(user.account, random) ?? []))
		default:
			return lines.toSpliced(at, 1, line.replace(/;$/, ` ${strangeArgument(random)};`))
	}
}

/** Replaces one of its arguments with one of another type. */
function withArgument(line: string, random: Random): string {
	const found = [...line.matchAll(anyArgument)]
	const chosen = found[random(Math.max(1, found.length))]
	if (chosen === undefined) return line
	const end = chosen.index + chosen[0].length
	return line.slice(0, chosen.index) + strangeArgument(random) + line.slice(end)
}

function strangeArgument(random: Random): string {
	const depth = 1 + random(70)
	const values = [
		'"text"',
		'5u8',
		'true',
		'Tuple()',
		`${'Tuple('.repeat(depth)}${')'.repeat(depth)}`,
		'Array<U8>(1u8)',
		'Array<Bucket>(Bucket("sell"))',
		'Map<String, U8>()',
		'Enum<0u8>()',
		'Decimal("-1")',
		'Decimal("0.000000000000000001")',
		'Decimal("3138550867693340381917894711603833208051.177722232017256447")',
		'PreciseDecimal("1")',
		`Address("${user.account}")`,
		'Bucket("sell")',
		'Proof("sell")',
		'Expression("ENTIRE_AUTH_ZONE")',
		'Expression("ENTIRE_WORKTOP")',
		'NonFungibleLocalId("#1#")',
	]
	return values[random(values.length)] ?? ''
}

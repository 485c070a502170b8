import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deriveKeyPair, hash, type KeyPair } from '@accord/ledger'
import {
	type Clock,
	type ComposeRequest,
	Composition,
	CreatedSubintent,
	type Curve,
	Decimal,
	ParsedOrder,
	ParseRequest,
	quoteFee,
	SignedSubintent,
	SigningRequest,
	SubintentRequest,
	type WireOf,
} from '@accord/protocol'
import fc from 'fast-check'
import { readSignedPartial } from '../intents/read-intent.ts'
import { validateOrder } from '../intents/validate-order.ts'
import {
	feeInfo,
	market,
	networkId,
	nowMs,
	nowS,
	orderLines,
	rules,
	secondKey,
	stranger,
	strangersRule,
	user,
	userKey,
} from '../testing/order-fixture.ts'
import { WorkThreads } from '../threads/work-threads.ts'
import { composeLimitOrder } from './compose.ts'
import { parseManifest } from './parse.ts'
import { createOrderSubintent, signOrderSubintent } from './subintents.ts'

const clock: Clock = { nowMs: () => nowMs, wakeAt: () => () => {} }
const ledgerState = { network: 'simulator', stateVersion: 1, epoch: 10, round: 1, proposerTimestampMs: nowMs }
const ledger = { recentState: async () => ledgerState }
const compose = (body: WireOf<typeof Composition>) => ({
	manifest: composeLimitOrder({ market, feeInfo }, Composition.parse(body) as ComposeRequest),
})
const threads = new WorkThreads()
const parse = async (body: WireOf<typeof ParseRequest>) =>
	ParsedOrder.format(
		await parseManifest({ market, feeInfo, threads, accounts: { levelOf: async () => 0 } }, ParseRequest.parse(body)),
	)
const create = async (body: WireOf<typeof SubintentRequest>) =>
	CreatedSubintent.format(await createOrderSubintent({ market, clock, ledger, threads }, SubintentRequest.parse(body)))
const attach = async (body: Parameters<typeof SigningRequest.parse>[0]) =>
	SignedSubintent.format(await signOrderSubintent({ market, threads }, SigningRequest.parse(body)))

const sale: WireOf<typeof Composition> = {
	type: 'LimitOrder',
	account: user,
	sell: { symbol: 'XRD', amount: '100' },
	buy: { symbol: 'xUSDC', amount: '5' },
	fee: { symbol: 'XRD', anthic_amount: '0.1', settlement_amount: '5.25' },
}

function sign(
	subintent: { subintent: string; subintent_hash: string },
	key: KeyPair,
): Promise<WireOf<typeof SignedSubintent>> {
	const { curve, publicKey, signature } = key.sign(subintent.subintent_hash)
	const given = { curve, signature, ...(publicKey === undefined ? {} : { public_key: publicKey }) }
	return attach({ subintent: subintent.subintent, signature: given })
}

const plain = { noNullPrototype: true }
const decimals = (divisibility: number, min: bigint) =>
	fc.bigInt({ min, max: 10n ** 27n }).map(units => Decimal.format((units * Decimal.unit(divisibility)) as Decimal))

const orders = fc.constantFrom(...market.pairs).chain(({ base, quote }) =>
	fc.boolean().chain(sellsBase => {
		const [sold, bought] = sellsBase ? [base, quote] : [quote, base]
		const places = { sold: market.token(sold).divisibility, bought: market.token(bought).divisibility }
		return fc.record(
			{
				type: fc.constant('LimitOrder' as const),
				account: fc.constantFrom(user, stranger),
				sell: fc.record({ symbol: fc.constant(sold), amount: decimals(places.sold, 1n) }, plain),
				buy: fc.record({ symbol: fc.constant(bought), amount: decimals(places.bought, 1n) }, plain),
				fee: fc.record(
					{
						symbol: fc.constant(sold),
						anthic_amount: decimals(places.sold, 0n),
						settlement_amount: decimals(places.sold, 0n),
					},
					plain,
				),
			},
			plain,
		)
	}),
)

test('property: compose, create_subintent, sign and parse preserve the limit order and the fees', async () => {
	const keys = [userKey, secondKey]
	const property = fc.asyncProperty(orders, fc.constantFrom(...keys), async (order, key) => {
		const subintent = await create(compose(order))
		const signed = await sign(subintent, key)
		const parsed = await parse({ signed_partial_transaction: signed.signed_partial_transaction })
		const { type: _, ...terms } = order
		const { violations } = parsed
		assert.deepEqual(parsed, { ...terms, subintent_id: subintent.subintent_id, expires_at: nowS + 45, violations })
		assert.deepEqual(
			violations.filter(({ rule }) => rule !== 'fee_too_low'),
			[],
		)
		assert.deepEqual(await parse({ subintent: subintent.subintent.toUpperCase() }), parsed)
	})
	await fc.assert(property, { numRuns: 200 })
})

test('property: an order composed with the quoted fee is valid', async () => {
	const property = fc.asyncProperty(orders, fc.nat(1), async (order, level) => {
		const sell = { symbol: order.sell.symbol, amount: Decimal.parse(order.sell.amount) }
		const { divisibility } = market.token(sell.symbol)
		const fee = quoteFee({ feeInfo, level, role: 'taker', sell, divisibility })
		const quoted = {
			symbol: fee.symbol,
			anthic_amount: Decimal.format(fee.platformAmount),
			settlement_amount: Decimal.format(fee.settlementAmount),
		}
		const signed = await sign(await create(compose({ ...order, fee: quoted })), userKey)
		const info = readSignedPartial({ networkId }, signed.signed_partial_transaction)
		if (level === 0) {
			const { violations } = await parse({ signed_partial_transaction: signed.signed_partial_transaction })
			assert.deepEqual(violations, [])
		}
		assert.deepEqual(validateOrder({ ...rules, level }, info).fee, fee)
	})
	await fc.assert(property, { numRuns: 200 })
})

// shows Trade API: POST /construction/create_subintent
test('a created subintent comes with the hash to sign and has the requested expiry', async () => {
	const { manifest } = compose(sale)
	const created = await create({ manifest, expires_in_seconds: 20, intent_discriminator: '18446744073709551615' })
	assert.equal(created.expires_at, nowS + 20)
	assert.match(created.subintent_hash, /^[0-9a-f]{64}$/)
	assert.match(created.subintent_id, /^subtxid_sim1/)
	assert.notEqual(created.subintent_hash, hash(created.subintent))
	assert.equal((await create({ manifest, expires_at: nowS + 30 })).expires_at, nowS + 30)
})

test('two subintents of one manifest differ unless they have the same discriminator', async () => {
	const { manifest } = compose(sale)
	assert.notEqual((await create({ manifest })).subintent_id, (await create({ manifest })).subintent_id)
	const given = { manifest, intent_discriminator: '7' }
	assert.deepEqual(await create(given), await create(given))
})

// shows error: invalid_manifest
test('error: text that is not a manifest is refused', async () => {
	await assert.rejects(create({ manifest: 'YIELD_TO_PARENT' }), { name: 'TradeError', code: 'invalid_manifest' })
	await assert.rejects(parse({ manifest: 'CALL_METHOD;' }), { name: 'TradeError', code: 'invalid_manifest' })
})

// shows error: invalid_signature
test('error: a signature over another hash, or by another key than the given one, is refused', async () => {
	const { subintent, subintent_hash } = await create(compose(sale))
	const other = await create(compose(sale))
	const otherKey = deriveKeyPair({ seed: 'rules', name: 'other', curve: 'Secp256k1' })
	const attempt = (signature: { curve: Curve; public_key: string; signature: string }) =>
		attach({ subintent, signature })
	const invalid = { name: 'TradeError', code: 'invalid_signature' }
	const ofOther = userKey.sign(other.subintent_hash).signature
	await assert.rejects(attempt({ curve: 'Ed25519', public_key: userKey.publicKey, signature: ofOther }), invalid)
	const { signature } = secondKey.sign(subintent_hash)
	await assert.rejects(attempt({ curve: 'Secp256k1', public_key: otherKey.publicKey, signature }), invalid)
	await assert.rejects(attempt({ curve: 'Ed25519', public_key: userKey.publicKey, signature: '00' }), {
		name: 'TradeError',
	})
})

// shows Trade API: POST /construction/sign
test('a Secp256k1 signature needs no public key, and several signatures can be attached', async () => {
	const { subintent, subintent_hash } = await create(compose(sale))
	const user = {
		curve: 'Ed25519' as const,
		public_key: userKey.publicKey,
		signature: userKey.sign(subintent_hash).signature,
	}
	const second = { curve: 'Secp256k1' as const, signature: secondKey.sign(subintent_hash).signature }
	const signed = await attach({ subintent, signatures: [user, second] })
	const { signers } = readSignedPartial({ networkId }, signed.signed_partial_transaction)
	assert.deepEqual(
		signers.map(({ publicKey }) => publicKey),
		[userKey.publicKey, secondKey.publicKey],
	)
})

// shows Trade API: POST /construction/parse
test('parse lists the violations alongside the limit order that it can still read', async () => {
	const manifest = orderLines({
		verifyParentAccessRule: strangersRule.manifest,
		edit: lines => lines.map(line => line.replace('"deposit_batch"', '"deposit_all"').replace('105.35', '105')),
	}).join('\n')
	const { sell, violations } = await parse({ manifest })
	assert.deepEqual(sell, sale.sell)
	assert.deepEqual(
		violations.map(({ rule, instruction }) => [rule, instruction]),
		[
			['manifest_schema', 8],
			['verify_parent_mismatch', 0],
			['withdraw_mismatch', 1],
		],
	)
})

// shows error: invalid_subintent
test('error: a manifest without a limit order cannot be parsed', async () => {
	await assert.rejects(parse({ manifest: 'YIELD_TO_PARENT;' }), { name: 'TradeError', code: 'manifest_schema' })
	await assert.rejects(parse({ subintent: '00' }), { name: 'TradeError', code: 'invalid_subintent' })
	await assert.rejects(parse({ signed_partial_transaction: 'ff' }), { name: 'TradeError' })
})

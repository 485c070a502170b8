import assert from 'node:assert/strict'
import { test } from 'node:test'
import { call } from '@accord/codec/door'
import { Decimal } from '@accord/protocol'
import fc from 'fast-check'
import { networkId, resources, signedOrderHex, stranger, user, userKey } from '../../../../test/fixtures/limit-order.ts'
import {
	accountAddress,
	compilePreview,
	compileSubintent,
	composeOuter,
	copyForPreview,
	type Header,
	outerManifest,
	readSignedLimitOrder,
	readSubintent,
	requireTerms,
} from '../codec.ts'
import { deriveKeyPair } from '../keys/key-pair.ts'
import { signSubintent } from '../transaction/subintent.ts'
import { wrap } from './wrap.ts'

// Bytes assembled from parts equal those compiled from the manifest's text.

const order = signedOrderHex()
const inner = readSignedLimitOrder(order, networkId)
const amount = fc.oneof(
	fc.constantFrom(0n, 1n, 10n ** 18n, 2n ** 191n - 1n),
	fc.bigInt({ min: 0n, max: 2n ** 191n - 1n }),
) as fc.Arbitrary<Decimal>
const resource = fc.constantFrom(resources.XRD, resources.xUSDC)

const resourceAmount = fc.record({ resource, amount })
const extras = fc.record(
	{
		binding: fc.record({ markerBox: fc.constant(stranger), mint: resourceAmount, burn: resourceAmount }),
		surplus: fc.record({ resource, amount, account: fc.constant(user) }),
		share: fc.record({ amount, account: fc.constant(user) }),
	},
	{ requiredKeys: [] },
)

test('an outer', () => {
	const property = fc.property(amount, amount, resource, extras, (fee, rebate, sellResource, { share, ...others }) => {
		const platformFee = share === undefined || share.amount < fee ? fee : share.amount
		const given = { ...others, ...(share && { share }) }
		const terms = { ...given, platformFee, rebate, sellResource, serviceAccount: stranger }
		const outer = composeOuter({ ...terms, inner, networkId })
		const { header } = readSubintent(outer.subintent, networkId)
		const { intentDiscriminator: _, ...window } = header
		const { intentDiscriminator: __, ...ofInner } = inner.header
		assert.deepEqual(window, ofInner)
		const manifest = outerManifest({ ...terms, innerId: inner.subintentId })
		assert.deepEqual(outer, compileSubintent({ manifest, header }))
	})
	fc.assert(property)
})

test('an outer’s message is plain text', () => {
	const terms = { ...ofOne, platformFee: Decimal.one, rebate: Decimal.zero }
	const outer = composeOuter({ ...terms, message: 'a record’s hash', inner, networkId })
	const { header } = readSubintent(outer.subintent, networkId)
	const manifest = outerManifest({ ...terms, innerId: inner.subintentId })
	assert.deepEqual(outer, compileSubintent({ manifest, header, message: 'a record’s hash' }))
})

test('error: an outer that gives away more than the platform fee is not composed', () => {
	const share = { amount: Decimal.parse('1.1'), account: user }
	const terms = { ...ofOne, platformFee: Decimal.one, rebate: Decimal.zero, share }
	assert.throws(() => composeOuter({ ...terms, inner, networkId }), /more than the platform fee/)
})

const outerKey = ({ curve, publicKey }: { curve: 'Ed25519' | 'Secp256k1'; publicKey: string }) => ({ curve, publicKey })
const ofOne = { sellResource: resources.XRD, serviceAccount: stranger }

test('a preview of one order, and of several', () => {
	const property = fc.property(fc.array(fc.tuple(amount, amount), { minLength: 1, maxLength: 4 }), amounts => {
		const at = requireTerms(inner).at.buy
		const header: Header = { ...inner.header, intentDiscriminator: '5' }
		const orders = amounts.map(([platformFee, rebate], n) => ({
			subintent: readSignedLimitOrder(orderOf(n), networkId).rootSubintent,
			signers: inner.signers,
			discriminator: String(n),
			platformFee,
			rebate,
		}))
		const composed = call('compose_order_preview', {
			orders: orders.map(({ subintent, signers, discriminator, platformFee, rebate }) => ({
				subintent,
				signers,
				zeroAssertionAt: at,
				outerDiscriminator: discriminator,
				outerSigner: outerKey(userKey),
				amounts: { ...ofOne, platformFee: Decimal.format(platformFee), rebate: Decimal.format(rebate) },
			})),
			header,
			serviceAccount: stranger,
		})
		const children = orders.map(({ subintent, signers, discriminator, platformFee, rebate }) => {
			const copy = copyForPreview({ subintent, networkId, zeroAssertionAt: at })
			const manifest = outerManifest({ ...ofOne, innerId: copy.subintentId, platformFee, rebate })
			const outer = compileSubintent({ manifest, header: { ...inner.header, intentDiscriminator: discriminator } })
			return { outer, signers: [outerKey(userKey)], children: [{ subintent: copy.subintent, signers }] }
		})
		const manifest = [
			...children.map(({ outer }, n) => `USE_CHILD NamedIntent("${n}") Intent("${outer.subintentId}");`),
			...children.flatMap((_, n) => Array<string>(2).fill(`YIELD_TO_CHILD NamedIntent("${n}");`)),
			`CALL_METHOD Address("${stranger}") "try_deposit_batch_or_abort" Expression("ENTIRE_WORKTOP") Enum<0u8>();`,
		].join('\n')
		const compiled = children.map(({ outer, ...others }) => ({ subintent: outer.subintent, ...others }))
		assert.equal(composed, compilePreview({ manifest, header, children: compiled, signers: [] }))
	})
	fc.assert(property, { numRuns: 30 })
})

const orderOf = (n: number) => signedOrderHex({ header: { ...inner.header, intentDiscriminator: String(n + 1) } })

test('our own signature is attached like any other', () => {
	for (const curve of ['Ed25519', 'Secp256k1'] as const) {
		const keyPair = deriveKeyPair({ seed: 'service', name: 'outer', curve })
		const service = { account: accountAddress(outerKey(keyPair), networkId), keyPair }
		const [platformFee, rebate] = [Decimal.one, Decimal.zero]
		const validate = () => ({ sellResource: resources.XRD, platformFee, rebate })
		const wrapped = wrap({ inner: order, validate, service, networkId })
		const {
			rootSubintent: subintent,
			subintentHash,
			subintentId,
		} = readSignedLimitOrder(wrapped.signedPartialTransaction, networkId)
		const outer = { subintent, subintentHash, subintentId }
		assert.deepEqual(wrapped, signSubintent({ subintent: outer, keyPairs: [keyPair], networkId, children: [order] }))
	}
})

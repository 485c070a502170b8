import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { Decimal, signedPartialBytesMax } from '@accord/protocol'
import fc from 'fast-check'
import {
	fundedParticipant,
	presentWindow,
	type SignedOrder,
	signedOrder,
	startTestLedger,
	type TestLedger,
	type TestOrder,
	wrappedOrder,
} from '../../../../test/fixtures/ledger.ts'
import { committableLevels, nestedPrefix } from '../../../../test/fixtures/nested-prefix.ts'
import { accountAddress, intersectWindows, readItem, readTransaction } from '../codec.ts'
import { deriveKeyPair } from '../keys/key-pair.ts'
import type { AccountOwner } from '../transaction/transfer.ts'
import { requireCommittable } from './committable.ts'
import { composeOrderPreview } from './preview.ts'
import { composeRoot } from './signed-root.ts'

let ledger: TestLedger
let owner: AccountOwner

before(async () => {
	ledger = await startTestLedger()
	owner = await fundedParticipant(ledger, { name: 'user-1', funds: { XRD: '1000' } })
})
after(() => ledger.stop())

const sign = (order: Partial<TestOrder> = {}) =>
	signedOrder(ledger, { owner, sell: ['100', 'XRD'], buy: ['5', 'xUSDC'], ...order })
const withPrefix = (...prefix: readonly string[]) => ({ edit: (manifest: string) => [...prefix, manifest].join('\n') })

function check({ info }: SignedOrder): void {
	requireCommittable({ order: info, service: ledger.service, networkId: ledger.networkId })
}

/** A real root, as a solver composes it from what the service publishes. */
function rootOf(orders: readonly SignedOrder[]): string {
	return composeRoot({
		items: orders.map(order => wrappedOrder(ledger, order)),
		solver: owner,
		lockFeeXrd: Decimal.one,
		window: intersectWindows(orders.map(({ info }) => info.header)),
		networkId: ledger.networkId,
	}).notarizedTransaction
}

test('what passes can be put into a root, and what a root cannot contain is refused, whatever a preview contains', () => {
	for (let levels = 0; levels <= committableLevels + 2; levels++) {
		const order = sign(withPrefix(nestedPrefix(levels)))
		if (levels <= committableLevels) {
			check(order)
			readTransaction(rootOf([order]), ledger.networkId)
			continue
		}
		const tooDeep = { message: /MaxDepthExceeded/ }
		assert.throws(() => check(order), tooDeep, String(levels))
		assert.throws(() => rootOf([order]), tooDeep, String(levels))
	}
	const preview = (levels: number) =>
		composeOrderPreview({
			orders: [sign(withPrefix(nestedPrefix(levels))).info],
			service: { account: ledger.service.account, publicKey: ledger.service.keyPair },
			lockFeeXrd: Decimal.one,
			networkId: ledger.networkId,
		})
	assert.ok(preview(committableLevels + 1))
	assert.throws(() => preview(committableLevels + 2), /MaxDepthExceeded/)
})

test('an order is so long that it is readable, and its outer is readable too or it is refused', () => {
	const of = (characters: number) =>
		sign(
			withPrefix(
				`SET_METADATA Address("${owner.account}") "note" Enum<Metadata::String>("${'x'.repeat(characters)}");`,
			),
		)
	const bytesOf = ({ signedPartialTransaction }: SignedOrder) => signedPartialTransaction.length / 2
	const least = bytesOf(of(60_000)) - 60_000
	const isReadable = (order: SignedOrder) => {
		try {
			return readItem(wrappedOrder(ledger, order).signedPartialTransaction, ledger.networkId) !== undefined
		} catch {
			return false
		}
	}
	let refused = 0
	for (let bytes = signedPartialBytesMax - 900; bytes <= signedPartialBytesMax; bytes += 50) {
		const order = of(bytes - least)
		if (isReadable(order)) continue
		refused += 1
		assert.throws(() => check(order), { code: 'too_large' }, String(bytes))
	}
	check(of(signedPartialBytesMax - 900 - least))
	assert.ok(refused > 0)
})

test('five items with as many addresses and signatures as are accepted fit into one root', () => {
	const named = (count: number, from: number) => {
		const accounts = Array.from({ length: count }, (_, n) => {
			const publicKey = (from + n).toString(16).padStart(64, '0')
			return `Address("${accountAddress({ curve: 'Ed25519', publicKey }, ledger.networkId)}")`
		})
		return withPrefix(
			`SET_METADATA Address("${owner.account}") "note" Enum<Metadata::AddressArray>(Array<Address>(${accounts.join(', ')}));`,
		)
	}
	const keys = (count: number, of: number) =>
		Array.from({ length: count }, (_, n) => deriveKeyPair({ seed: 'test', name: `${of}-${n}`, curve: 'Ed25519' }))
	const item = (n: number, signatures: number) => sign({ ...named(91, 1000 * (n + 1)), keyPairs: keys(signatures, n) })
	const bundle = [item(0, 16), ...[1, 2, 3, 4].map(n => item(n, 10))]
	assert.equal(readTransaction(rootOf(bundle), ledger.networkId).subintents.length, 10)
	const oneMore = [...bundle.slice(0, 4), item(5, 13)]
	assert.throws(() => readTransaction(rootOf(oneMore), ledger.networkId), /TooManySignatures/)
})

test('any order that is exactly the schema passes, so that it need not be asked', () => {
	const amount = fc.bigInt({ min: 1n, max: 10n ** 40n }).map(units => Decimal.format(units as Decimal))
	const symbol = fc.constantFrom('XRD', 'xUSDC', 'xwBTC')
	const options = fc.record({
		sell: fc.tuple(amount, symbol),
		buy: fc.tuple(amount, symbol),
		platformFee: amount,
		settlementFee: amount,
		window: fc.record(
			{ minTimestampS: fc.nat(1_700_000_000), maxTimestampS: fc.integer({ min: 2 ** 31, max: 2 ** 32 }) },
			{ requiredKeys: [] },
		),
		signers: fc.integer({ min: 1, max: 16 }),
		asserts: fc.boolean(),
	})
	const property = fc.property(options, ({ window, signers, asserts, ...order }) => {
		const names = Array.from({ length: signers }, (_, n) => n)
		check(
			sign({
				...order,
				...(asserts && withPrefix('ASSERT_WORKTOP_IS_EMPTY;')),
				window: { ...presentWindow(ledger), ...window },
				keyPairs: names.map(n =>
					deriveKeyPair({ seed: 'test', name: `signer-${n}`, curve: n % 2 ? 'Ed25519' : 'Secp256k1' }),
				),
			}),
		)
	})
	fc.assert(property, { numRuns: 100 })
})

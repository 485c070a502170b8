import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import {
	inserted,
	networkId,
	orderLines,
	rebate,
	resources,
	signedOrderHex,
	stranger,
	user,
} from '../../../../test/fixtures/limit-order.ts'
import {
	accountAddress,
	attachSignatures,
	compileSubintent,
	intentHeader,
	readSignedLimitOrder,
	readSignedPartialTransaction,
	withReading,
} from '../codec.ts'

// For a manifest that is exactly the schema the codec returns the terms; for any other they are read from its
// instructions. Both readings agree, whatever the bytes are.

const header = intentHeader({ networkId, window: { startEpoch: 1, endEpoch: 2 } })

/** How the bytes were read, or why they were refused: once by the codec, once from the instructions. */
function requireSameReading(signedPartialTransaction: string) {
	const attempt = (read: () => unknown) => {
		try {
			return read()
		} catch (error) {
			return String(error)
		}
	}
	const fromInstructions = attempt(() => {
		const read = withReading(readSignedPartialTransaction(signedPartialTransaction, networkId))
		return { ...read, signerAccounts: read.signers.map(signer => accountAddress(signer, networkId)) }
	})
	const read = attempt(() => readSignedLimitOrder(signedPartialTransaction, networkId))
	assert.deepEqual(read, fromInstructions)
	return read
}

const unsigned = (subintent: string) =>
	attachSignatures({ subintent, signatures: [], networkId }).signedPartialTransaction
const subintentOf = (lines: readonly string[]) => compileSubintent({ manifest: lines.join('\n'), header }).subintent

const optional = inserted(7, rebate(resources.XRD))
const empty = inserted(0, 'ASSERT_WORKTOP_IS_EMPTY;')
const schemas = [
	orderLines(),
	orderLines({ edit: optional }),
	orderLines({ edit: empty }),
	orderLines({ edit: lines => empty(optional(lines)) }),
]

test('the schema, with and without its optional parts, has the same terms', () => {
	for (const lines of schemas) {
		const { reading } = requireSameReading(unsigned(subintentOf(lines))) as ReturnType<typeof readSignedLimitOrder>
		assert.deepEqual(reading.violations, [])
		assert.ok(reading.terms)
	}
	requireSameReading(signedOrderHex())
})

test('manifests with changed lines, addresses and amounts', () => {
	const pool = [
		...new Set(schemas.flat()),
		'DROP_ALL_PROOFS;',
		`CALL_METHOD Address("${stranger}") "lock_fee" Decimal("1");`,
		`ASSERT_NEXT_CALL_RETURNS_ONLY Map<Address, Enum>(Address("${resources.XRD}") => Enum<2u8>(Decimal("0"), Decimal("0")));`,
	]
	const words: [string, string][] = [
		[user, stranger],
		[resources.XRD, resources.xUSDC],
		[resources.xUSDC, resources.XRD],
		['Decimal("0")', 'Decimal("0.5")'],
		['ONLY', 'INCLUDE'],
		['"withdraw"', '"withdraw_all"'],
		['"deposit_batch"', '"try_deposit_batch_or_abort"'],
		['ENTIRE_WORKTOP', 'ENTIRE_AUTH_ZONE'],
		['Decimal("', 'Decimal("-'],
		['Decimal("1', 'Decimal("9000000000000000000000000000000.000000000000000001'],
		['TAKE_FROM_WORKTOP', 'TAKE_ALL_FROM_WORKTOP'],
	]
	const line = fc.nat(12)
	const edit = fc.oneof(
		fc.tuple(line, fc.constantFrom(...words)).map(([at, [from, to]]) => {
			return (lines: readonly string[]) => lines.map((text, place) => (place === at ? text.replace(from, to) : text))
		}),
		fc.tuple(line, fc.constantFrom(...pool)).map(
			([at, text]) =>
				(lines: readonly string[]) =>
					lines.toSpliced(at, 0, text),
		),
		line.map(at => (lines: readonly string[]) => lines.filter((_, place) => place !== at)),
		line.map(at => (lines: readonly string[]) => lines.toSpliced(at, 2, ...lines.slice(at, at + 2).reverse())),
	)
	let compiled = 0
	const property = fc.property(fc.constantFrom(...schemas), fc.array(edit, { maxLength: 2 }), (lines, edits) => {
		let subintent: string
		try {
			subintent = subintentOf(edits.reduce((edited: readonly string[], each) => each(edited), lines))
		} catch {
			return
		}
		compiled += 1
		requireSameReading(unsigned(subintent))
	})
	fc.assert(property, { numRuns: 2000 })
	assert.ok(compiled > 200, `${compiled} of the manifests compile`)
})

test('every byte of the schema, changed', () => {
	let read = 0
	for (const lines of schemas) {
		const subintent = subintentOf(lines)
		for (let at = 0; at < subintent.length; at += 2) {
			const byte = Number.parseInt(subintent.slice(at, at + 2), 16) ^ (1 << ((at / 2) % 8))
			const changed = subintent.slice(0, at) + byte.toString(16).padStart(2, '0') + subintent.slice(at + 2)
			let signedPartial: string
			try {
				signedPartial = unsigned(changed)
			} catch {
				continue
			}
			if (typeof requireSameReading(signedPartial) !== 'string') read += 1
		}
	}
	assert.ok(read > 100, `${read} of the changed manifests can be read`)
})

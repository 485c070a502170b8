import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Decimal } from '@accord/protocol'
import fc from 'fast-check'
import {
	component,
	inserted,
	networkId,
	orderLines,
	rebate,
	resources,
	stranger,
	user,
} from '../../../../test/fixtures/limit-order.ts'
import { accountAddress, type Instruction, readLimitOrder, readManifest } from '../codec.ts'

const read = (lines: readonly string[]) => readManifest(lines.join('\n'), networkId)
const good = read(orderLines())
const strange = read([
	`CALL_METHOD Address("${stranger}") "withdraw" Address("${resources.XRD}") Decimal("105.35");`,
	`TAKE_FROM_WORKTOP Address("${resources.xUSDC}") Decimal("1") Bucket("one");`,
	`TAKE_ALL_FROM_WORKTOP Address("${resources.XRD}") Bucket("all");`,
	'YIELD_TO_PARENT Bucket("all");',
	'YIELD_TO_PARENT Expression("ENTIRE_WORKTOP");',
	`CALL_METHOD Address("${stranger}") "deposit_batch" Expression("ENTIRE_WORKTOP");`,
	`CALL_METHOD Address("${user}") "deposit" Bucket("one");`,
	'DROP_ALL_PROOFS;',
	'ASSERT_WORKTOP_IS_EMPTY;',
])

const codes = (instructions: readonly Instruction[]) => {
	const numbered = instructions.map((instruction, index) => ({ ...instruction, index }))
	return readLimitOrder(numbered).violations.map(({ code }) => code)
}
const place = fc.nat(good.length - 1)

test('the terms are those of the manifest, each with its instruction', () => {
	assert.deepEqual(readLimitOrder(good).terms, {
		accessRuleSborHex: good[0]?.accessRuleSborHex,
		account: user,
		withdrawn: { resource: resources.XRD, amount: Decimal.parse('105.35') },
		sell: { resource: resources.XRD, amount: Decimal.parse('100') },
		buy: { resource: resources.xUSDC, amount: Decimal.parse('5') },
		fee: { platformAmount: Decimal.parse('0.1'), settlementAmount: Decimal.parse('5.25') },
		at: { verifyParent: 0, withdraw: 1, sell: 2, buy: 3, platformFee: 5, settlementFee: 6 },
	})
})

test('a leading ASSERT_WORKTOP_IS_EMPTY and the optional assertion leave the terms unchanged', () => {
	const terms = readLimitOrder(good).terms
	const { at, ...others } =
		readLimitOrder(read(orderLines({ edit: inserted(0, 'ASSERT_WORKTOP_IS_EMPTY;') }))).terms ?? {}
	assert.deepEqual({ ...others, at: terms?.at }, terms)
	assert.equal(at?.buy, 4)
	const optional = orderLines({ edit: inserted(7, rebate(resources.XRD)) })
	assert.deepEqual(readLimitOrder(read(optional)), readLimitOrder(good))
})

// shows manifest: Steps 1 to 10
// shows limits: Limit: exactly 3 YIELD_TO_PARENT
// shows error: manifest_schema
test('no instruction can be left out, repeated, moved or replaced', () => {
	assert.deepEqual(codes(good), [])
	for (const [at, instruction] of good.entries()) {
		assert.notDeepEqual(codes(good.toSpliced(at, 1)), [], `without ${instruction.name} at ${at}`)
		assert.notDeepEqual(codes(good.toSpliced(at, 0, instruction)), [], `${instruction.name} at ${at} doubled`)
	}
	const moved = fc.property(place, place, (from, to) => {
		const [instruction] = good.slice(from, from + 1)
		if (instruction === undefined || from === to) return
		assert.notDeepEqual(codes(good.toSpliced(from, 1).toSpliced(to, 0, instruction)), [])
	})
	const replaced = fc.property(place, fc.constantFrom(...strange, ...good), (at, instruction) => {
		if (instruction === good[at]) return
		assert.notDeepEqual(codes(good.with(at, instruction)), [])
	})
	fc.assert(moved, { numRuns: 300 })
	fc.assert(replaced, { numRuns: 500 })
})

// shows manifest: Steps 1 to 10
test('nothing at all can be inserted between the steps or after them', () => {
	const property = fc.property(
		fc.integer({ min: 1, max: good.length }),
		fc.constantFrom(...strange),
		(at, instruction) => {
			assert.notDeepEqual(codes(good.toSpliced(at, 0, instruction)), [])
		},
	)
	fc.assert(property, { numRuns: 300 })
})

// shows manifest: Rule 1: any number of instructions may come first
test('the accounts that a prefix takes funds from are read from it, and not those that it only names or gives to', () => {
	const xrd = `Address("${resources.XRD}")`
	const from = (...calls: readonly [address: string, method: string, args?: string][]) => {
		const lines = calls.map(([address, method, args = '']) => `CALL_METHOD Address("${address}") "${method}" ${args};`)
		return readLimitOrder(read([...lines, ...orderLines()])).withdrawsFrom
	}
	const amount = `${xrd} Decimal("1")`
	const ids = `${xrd} Array<NonFungibleLocalId>(NonFungibleLocalId("#1#"))`
	assert.deepEqual(from([stranger, 'withdraw', amount], [user, 'withdraw', amount], [stranger, 'withdraw', amount]), [
		stranger,
		user,
	])
	assert.deepEqual(from([stranger, 'withdraw_non_fungibles', ids]), [stranger])
	assert.deepEqual(from([stranger, 'lock_fee_and_withdraw', `Decimal("1") ${amount}`]), [stranger])
	assert.deepEqual(from([stranger, 'burn', amount]), [stranger])
	assert.deepEqual(from([stranger, 'a_later_method', amount]), [stranger])
	const harmless = [
		from([stranger, 'deposit_batch', 'Expression("ENTIRE_WORKTOP")']),
		from([stranger, 'try_deposit_batch_or_refund', 'Expression("ENTIRE_WORKTOP") Enum<0u8>()']),
		from([stranger, 'create_proof_of_amount', amount]),
		from([stranger, 'balance', xrd]),
	]
	assert.deepEqual(
		harmless,
		harmless.map(() => undefined),
	)
	assert.deepEqual(from([component, 'claim', `Address("${stranger}") ${amount}`]), [stranger])
	assert.deepEqual(from([component, 'recover', `Address("${stranger}") ${amount}`]), [component])
	const many = Array.from({ length: 17 }, (_, n) => {
		const publicKey = n.toString(16).padStart(64, '0')
		return `CALL_METHOD Address("${accountAddress({ curve: 'Ed25519', publicKey }, networkId)}") "withdraw" ${amount};`
	})
	assert.deepEqual(codes(read([...many, ...orderLines()])), ['prefix_not_allowed'])
	assert.deepEqual(codes(read([...many.slice(1), ...orderLines()])), [])
})

test('any number of allowed instructions may precede the schema, and are reported as a prefix', () => {
	const free = strange.filter(({ name }) => name !== 'YIELD_TO_PARENT')
	const property = fc.property(fc.array(fc.constantFrom(...free), { maxLength: 30 }), prefix => {
		const numbered = [...prefix, ...good].map((instruction, index) => ({ ...instruction, index }))
		const { violations, hasPrefix, prefixLength, terms } = readLimitOrder(numbered)
		const isOnlyEmpty = prefix.length === 1 && prefix[0]?.name === 'ASSERT_WORKTOP_IS_EMPTY'
		assert.deepEqual(violations, [])
		assert.deepEqual([hasPrefix, prefixLength], [prefix.length > 0 && !isOnlyEmpty, prefix.length])
		assert.equal(terms?.at.buy, prefix.length + 3)
	})
	fc.assert(property)
})

test('a manifest without VERIFY_PARENT is compared from its withdrawal on', () => {
	const [violation, ...others] = readLimitOrder(good.slice(1).map((one, index) => ({ ...one, index }))).violations
	assert.deepEqual(others, [])
	assert.equal(violation?.item.expected, 'VERIFY_PARENT <verify_parent_access_rule> before it')
})

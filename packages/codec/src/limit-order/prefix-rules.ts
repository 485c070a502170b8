import type { Violation } from '@accord/protocol'
import type { Instruction, Value } from '../codec-types.ts'

const forbidden = new Set(['VERIFY_PARENT', 'USE_CHILD', 'YIELD_TO_PARENT', 'YIELD_TO_CHILD'])
// `lock_fee`, `lock_fee_and_withdraw`, `lock_fee_and_withdraw_non_fungibles`, `lock_contingent_fee`
const locksFee = /^lock_(contingent_)?fee/
/** A transaction may refer to 512 addresses: the rest is left for the schema, the outers, the fills and the root. */
const addressesMax = 448

/**
 * The prefix is free, except for instructions that would change who pays or which other intents take part (decision 18).
 * It examines the flat instructions, so a lock_fee on an address that is only allocated in the manifest also counts.
 */
export function findPrefixViolations(prefix: readonly Instruction[]): Violation[] {
	const violations = prefix.flatMap(({ index, name, method }): Violation[] => {
		const found = forbidden.has(name) ? name : locksFee.test(method ?? '') ? `${name} "${method}"` : undefined
		if (found === undefined) return []
		const expected = 'no VERIFY_PARENT, USE_CHILD, yield or lock_fee before the schema'
		return [{ code: 'prefix_not_allowed', item: { instruction: index, expected, found } }]
	})
	const addresses = new Set(prefix.flatMap(addressesOf)).size
	if (addresses <= addressesMax) return violations
	const item = { expected: `at most ${addressesMax} addresses before the schema`, found: String(addresses) }
	return [...violations, { code: 'prefix_not_allowed', item }]
}

function addressesOf({ address, resource, constraints = [], args = [] }: Instruction): string[] {
	const named = [address, resource, ...constraints.map(constraint => constraint.resource)]
	return [...named.filter(each => each !== undefined), ...args.flatMap(addressesIn)]
}

function addressesIn({ kind, value, fields = [] }: Value): string[] {
	return [...(kind === 'Address' && value !== undefined ? [value] : []), ...fields.flatMap(addressesIn)]
}

/** Whether instructions before the schema form a prefix: a leading ASSERT_WORKTOP_IS_EMPTY alone does not. */
export function isPrefix(instructions: readonly Instruction[]): boolean {
	const [first, second] = instructions
	return first !== undefined && (second !== undefined || first.name !== 'ASSERT_WORKTOP_IS_EMPTY')
}

import type { Violation } from '@accord/protocol'
import type { Instruction } from '../addon/addon.ts'

const forbidden = new Set(['VERIFY_PARENT', 'USE_CHILD', 'YIELD_TO_PARENT', 'YIELD_TO_CHILD'])
// `lock_fee`, `lock_fee_and_withdraw`, `lock_fee_and_withdraw_non_fungibles`, `lock_contingent_fee`
const locksFee = /^lock_(contingent_)?fee/

/**
 * The prefix is free, except for instructions that would change who pays or which other intents take part (decision 18).
 * It looks at the flat instructions, so that a lock_fee on an address only allocated in the manifest counts as well.
 */
export function findPrefixViolations(prefix: readonly Instruction[]): Violation[] {
	return prefix.flatMap(({ index, name, method }): Violation[] => {
		const found = forbidden.has(name) ? name : locksFee.test(method ?? '') ? `${name} "${method}"` : undefined
		if (found === undefined) return []
		const expected = 'no VERIFY_PARENT, USE_CHILD, yield or lock_fee before the schema'
		return [{ code: 'prefix_not_allowed', item: { instruction: index, expected, found } }]
	})
}

/** Whether instructions before the schema are a prefix: a leading ASSERT_WORKTOP_IS_EMPTY alone is not. */
export function isPrefix(instructions: readonly Instruction[]): boolean {
	const [first, second] = instructions
	return first !== undefined && (second !== undefined || first.name !== 'ASSERT_WORKTOP_IS_EMPTY')
}

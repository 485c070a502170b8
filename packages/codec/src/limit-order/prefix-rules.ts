import type { Violation } from '@accord/protocol'
import { tryReadAddress } from '../address.ts'
import type { Instruction, Value } from '../codec-types.ts'

const forbidden = new Set(['VERIFY_PARENT', 'USE_CHILD', 'YIELD_TO_PARENT', 'YIELD_TO_CHILD'])
// `lock_fee`, `lock_fee_and_withdraw`, `lock_fee_and_withdraw_non_fungibles`, `lock_contingent_fee`
const locksFee = /^lock_(contingent_)?fee/
/**
 * A transaction may refer to 512 addresses. A bundle has up to five items, each with six more in its schema and outer,
 * and the root has its own.
 */
const addressesMax = 92
/** Each account that a prefix withdraws from is locked while the order is written. */
const withdrawsFromMax = 16

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
	const accounts = readWithdrawsFrom(prefix).length
	if (accounts > withdrawsFromMax) {
		const item = { expected: `withdrawals from at most ${withdrawsFromMax} accounts`, found: String(accounts) }
		violations.push({ code: 'prefix_not_allowed', item })
	}
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

/** Methods of an account that take nothing out of it. */
const keepsFunds =
	/^((try_)?deposit|create_proof|balance$|non_fungible_|has_non_|set_|(add|remove)_authorized|securify$)/
/** Methods by which native lockers and pools pay out to an authorized caller. */
const paysOut = /^(recover|protected_withdraw)/

/**
 * The accounts, and the lockers and pools of an owner, that a prefix takes funds from. An account that has others withdraw
 * by a proof that it hands to a published package is not among them.
 */
export function readWithdrawsFrom(prefix: readonly Instruction[]): string[] {
	const from = prefix.flatMap(({ address, method = '', args = [] }): string[] => {
		// A locker pays what it holds for an account to the owner of that account.
		if (method.startsWith('claim')) return args.flatMap(addressesIn).filter(isAccount)
		if (address === undefined) return []
		return (isAccount(address) ? !keepsFunds.test(method) : paysOut.test(method)) ? [address] : []
	})
	return [...new Set(from)]
}

function isAccount(address: string): boolean {
	return tryReadAddress(address)?.isAccount === true
}

/** Whether instructions before the schema form a prefix: a leading ASSERT_WORKTOP_IS_EMPTY alone does not. */
export function isPrefix(instructions: readonly Instruction[]): boolean {
	const [first, second] = instructions
	return first !== undefined && (second !== undefined || first.name !== 'ASSERT_WORKTOP_IS_EMPTY')
}

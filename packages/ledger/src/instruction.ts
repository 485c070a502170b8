import { Decimal } from '@accord/protocol'
import type { Constraint, Instruction, Value } from './addon.ts'

/**
 * One manifest instruction, typed by what the trade's manifests use. `index` is its place in the manifest. Everything
 * else, and whatever has an unexpected form (an amount beyond 18 places, a named address), is `other`.
 */
export type ParsedInstruction = { index: number; name: string } & (
	| { kind: 'verify_parent'; accessRuleSborHex: string }
	| { kind: 'call_method'; address: string; method: string; args: Value[] }
	| { kind: 'take_from_worktop'; resource: string; amount: Decimal; bucket: number }
	| { kind: 'assert_next_call_returns_only'; constraints: Constraint[] }
	| { kind: 'assert_worktop_is_empty' }
	| { kind: 'yield_to_parent'; args: Value[] }
	| { kind: 'yield_to_child'; child: number; args: Value[] }
	| { kind: 'other' }
)

/** Types one of the addon's flat instructions. Never throws. */
export function parseInstruction(instruction: Instruction): ParsedInstruction {
	const { index, name } = instruction
	const typed = typeInstruction(instruction)
	return typed === undefined ? { index, name, kind: 'other' } : { index, name, ...typed }
}

/** Types a whole manifest. */
export function parseInstructions(instructions: readonly Instruction[]): ParsedInstruction[] {
	return instructions.map(parseInstruction)
}

type WithoutPlace<T> = T extends unknown ? Omit<T, 'index' | 'name'> : never

function typeInstruction(instruction: Instruction): WithoutPlace<ParsedInstruction> | undefined {
	const { name, address, method, args, resource, bucket, constraints, accessRuleSborHex, child } = instruction
	switch (name) {
		case 'VERIFY_PARENT':
			return accessRuleSborHex == null ? undefined : { kind: 'verify_parent', accessRuleSborHex }
		case 'CALL_METHOD':
			if (address == null || method == null) return undefined
			return { kind: 'call_method', address, method, args: args ?? [] }
		case 'TAKE_FROM_WORKTOP': {
			const amount = Decimal.tryParse(instruction.amount ?? '')
			if (resource == null || bucket == null || amount === undefined) return undefined
			return { kind: 'take_from_worktop', resource, amount, bucket }
		}
		case 'ASSERT_NEXT_CALL_RETURNS_ONLY':
			return { kind: 'assert_next_call_returns_only', constraints: constraints ?? [] }
		case 'ASSERT_WORKTOP_IS_EMPTY':
			return { kind: 'assert_worktop_is_empty' }
		case 'YIELD_TO_PARENT':
			return { kind: 'yield_to_parent', args: args ?? [] }
		case 'YIELD_TO_CHILD':
			return child == null ? undefined : { kind: 'yield_to_child', child, args: args ?? [] }
		default:
			return undefined
	}
}

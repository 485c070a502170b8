import { Decimal } from '@accord/protocol'
import type { Constraint, Instruction, Value } from '../codec-types.ts'

/**
 * One manifest instruction, typed as far as the manifests of a trade need it. `index` is its place in the manifest. Every
 * other instruction, and any of an unexpected form (an amount beyond 18 places, a named address), is `other`.
 */
export type ParsedInstruction = { readonly index: number; readonly name: string } & (
	| { readonly kind: 'verify_parent'; readonly accessRuleSborHex: string }
	| { readonly kind: 'call_method'; readonly address: string; readonly method: string; readonly args: readonly Value[] }
	| {
			readonly kind: 'take_from_worktop'
			readonly resource: string
			readonly amount: Decimal
			readonly bucket: number
	  }
	| { readonly kind: 'assert_next_call_returns_only'; readonly constraints: readonly Constraint[] }
	| { readonly kind: 'yield_to_parent'; readonly args: readonly Value[] }
	| { readonly kind: 'yield_to_child'; readonly child: number; readonly args: readonly Value[] }
	| { readonly kind: 'other' }
)

/** Types one of the flat instructions that `readManifest` returns. Never throws. */
export function parseInstruction(instruction: Instruction): ParsedInstruction {
	const { index, name } = instruction
	const typed = typeInstruction(instruction)
	return typed === undefined ? { index, name, kind: 'other' } : { index, name, ...typed }
}

/** Types the instructions of an entire manifest. Never throws. */
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
			if (address == null || method == null || args == null) return undefined
			return { kind: 'call_method', address, method, args }
		case 'TAKE_FROM_WORKTOP': {
			const amount = Decimal.tryParse(instruction.amount ?? '')
			if (resource == null || bucket == null || amount === undefined) return undefined
			return { kind: 'take_from_worktop', resource, amount, bucket }
		}
		case 'ASSERT_NEXT_CALL_RETURNS_ONLY':
			return constraints == null ? undefined : { kind: 'assert_next_call_returns_only', constraints }
		case 'YIELD_TO_PARENT':
			return args == null ? undefined : { kind: 'yield_to_parent', args }
		case 'YIELD_TO_CHILD':
			return child == null || args == null ? undefined : { kind: 'yield_to_child', child, args }
		default:
			return undefined
	}
}

const descriptionLengthMax = 160

/** An instruction on one line for an error message, much as in manifest text; at most 160 characters. */
export function describeInstruction(instruction: ParsedInstruction): string {
	const text = [instruction.name, ...describeArguments(instruction)].join(' ')
	return text.length <= descriptionLengthMax ? text : `${text.slice(0, descriptionLengthMax - 1)}…`
}

function describeArguments(instruction: ParsedInstruction): string[] {
	switch (instruction.kind) {
		case 'call_method':
			return [instruction.address, `"${instruction.method}"`, ...instruction.args.map(describeValue)]
		case 'take_from_worktop':
			return [instruction.resource, Decimal.format(instruction.amount)]
		case 'assert_next_call_returns_only':
			return instruction.constraints.map(({ resource, kind, amount }) => `${resource} ${kind}(${amount ?? '…'})`)
		case 'yield_to_parent':
			return instruction.args.map(describeValue)
		case 'yield_to_child':
			return [String(instruction.child), ...instruction.args.map(describeValue)]
		default:
			return []
	}
}

function describeValue({ kind, value, fields }: Value): string {
	if (value == null || fields != null) return `${kind}(…)`
	return kind === 'Address' ? value : `${kind}(${value})`
}

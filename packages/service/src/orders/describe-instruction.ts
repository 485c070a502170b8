import type { ParsedInstruction, Value } from '@accord/ledger'
import { Decimal } from '@accord/protocol'

const longestText = 160

/** One line for an error: the instruction much as the manifest's text has it. */
export function describeInstruction(instruction: ParsedInstruction): string {
	const text = [instruction.name, ...describeArguments(instruction)].join(' ')
	return text.length <= longestText ? text : `${text.slice(0, longestText - 1)}…`
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

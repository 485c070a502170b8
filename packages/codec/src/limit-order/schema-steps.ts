import type { Violation } from '@accord/protocol'
import { describeInstruction, type ParsedInstruction } from '../transaction/instruction.ts'

/** The specification's ten steps and the one optional assertion, in order. */
const schemaSteps = [
	{ name: 'verifyParent', expected: 'VERIFY_PARENT <verify_parent_access_rule>', kind: 'verify_parent' },
	{ name: 'withdraw', expected: 'CALL_METHOD <account> "withdraw"', kind: 'call_method', method: 'withdraw' },
	{ name: 'takeSell', expected: 'TAKE_FROM_WORKTOP <sell_resource> <sell_amount>', kind: 'take_from_worktop' },
	{
		name: 'assertBuy',
		expected: 'ASSERT_NEXT_CALL_RETURNS_ONLY <buy_resource> AtLeastAmount(<buy_amount>)',
		kind: 'assert_next_call_returns_only',
	},
	{ name: 'yieldSell', expected: 'YIELD_TO_PARENT <sell bucket>', kind: 'yield_to_parent' },
	{
		name: 'takePlatformFee',
		expected: 'TAKE_FROM_WORKTOP <sell_resource> <anthic_fee_amount>',
		kind: 'take_from_worktop',
	},
	{
		name: 'takeSettlementFee',
		expected: 'TAKE_FROM_WORKTOP <sell_resource> <settlement_fee_amount>',
		kind: 'take_from_worktop',
	},
	{
		name: 'assertRebate',
		expected: 'ASSERT_NEXT_CALL_RETURNS_ONLY <sell_resource> AtLeastAmount(0)',
		kind: 'assert_next_call_returns_only',
		optional: true,
	},
	{
		name: 'yieldFees',
		expected: 'YIELD_TO_PARENT <platform fee bucket> <settlement fee bucket>',
		kind: 'yield_to_parent',
	},
	{
		name: 'deposit',
		expected: 'CALL_METHOD <account> "deposit_batch" Expression("ENTIRE_WORKTOP")',
		kind: 'call_method',
		method: 'deposit_batch',
	},
	{ name: 'yieldNothing', expected: 'YIELD_TO_PARENT without arguments', kind: 'yield_to_parent' },
] as const satisfies readonly SchemaStep[]

type SchemaStep = {
	readonly name: string
	readonly expected: string
	readonly kind: ParsedInstruction['kind']
	readonly method?: string
	readonly optional?: true
}

/** An instruction of one kind, or of any. */
export type Step<Kind extends ParsedInstruction['kind'] = ParsedInstruction['kind']> = Extract<
	ParsedInstruction,
	{ kind: Kind }
>

/** The manifest's instruction for each step. */
export type Steps = { readonly [S in (typeof schemaSteps)[number] as S['name']]?: Step<S['kind']> }

/** The steps that a manifest has, and those that are missing, misplaced or superfluous. */
export type AlignedSteps = { readonly steps: Steps; readonly violations: readonly Violation[] }

/**
 * Assigns the instructions to the steps. Without violations each instruction is one step. Otherwise they are aligned as
 * far as possible, so that an author sees the real mistake and not its consequences.
 */
export function alignSteps(instructions: readonly ParsedInstruction[]): AlignedSteps {
	const found = new Map<string, ParsedInstruction>()
	const violations: Violation[] = []
	let at = 0
	for (const [place, step] of schemaSteps.entries()) {
		const instruction = instructions[at]
		const next = instructions[at + 1]
		if (isStep(instruction, step)) {
			found.set(step.name, instruction)
			at += 1
			continue
		}
		if ('optional' in step) continue
		if (instruction !== undefined && isStep(next, step)) {
			violations.push(schemaViolation(instruction, `${step.expected} here`))
			found.set(step.name, next)
			at += 2
		} else if (instruction === undefined || isNextStep(instruction, place)) {
			violations.push(missing(instruction, step))
		} else {
			violations.push(schemaViolation(instruction, step.expected))
			at += 1
		}
	}
	for (const instruction of instructions.slice(at))
		violations.push(schemaViolation(instruction, 'the end of the manifest'))
	// isStep accepts a name only with an instruction of that step's kind.
	return { steps: Object.fromEntries(found) as Steps, violations }
}

function isStep(instruction: ParsedInstruction | undefined, step: SchemaStep): instruction is ParsedInstruction {
	if (instruction?.kind !== step.kind) return false
	return instruction.kind !== 'call_method' || instruction.method === step.method
}

/** Whether the step at `place` was left out, that is, the instruction belongs to the next step. */
function isNextStep(instruction: ParsedInstruction, place: number): boolean {
	const following = schemaSteps.slice(place + 1).find(step => !('optional' in step))
	return following !== undefined && isStep(instruction, following)
}

function missing(instruction: ParsedInstruction | undefined, step: SchemaStep): Violation {
	if (instruction !== undefined) return schemaViolation(instruction, `${step.expected} before it`)
	return { code: 'manifest_schema', item: { expected: step.expected, found: 'the end of the manifest' } }
}

/** An instruction that differs from the schema's at its place. */
export function schemaViolation(instruction: ParsedInstruction, expected: string): Violation {
	return {
		code: 'manifest_schema',
		item: { instruction: instruction.index, expected, found: describeInstruction(instruction) },
	}
}

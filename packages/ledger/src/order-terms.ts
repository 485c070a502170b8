import { Decimal, type ResourceAmount } from '@accord/protocol'
import type { Instruction } from './addon.ts'
import { type ParsedInstruction, parseInstructions } from './instruction.ts'

/**
 * What a limit order manifest promises, read from its instructions in the specification's steps. Enough to settle or to
 * preview an order; whether the manifest obeys every rule of the schema is judged elsewhere.
 */
export type OrderTerms = {
	account: string
	sell: ResourceAmount
	buy: ResourceAmount
	/** Both in the sell resource. */
	platformFee: Decimal
	settlementFee: Decimal
	/** Where step 4, the assertion of the buy amount, stands in the manifest. */
	assertionIndex: number
	/** Whether anything but ASSERT_WORKTOP_IS_EMPTY stands in front of step 1. */
	hasPrefix: boolean
}

/** Reads the terms of a limit order manifest, or nothing if it does not follow the pattern of steps 1 to 8. */
export function readOrderTerms(instructions: readonly Instruction[]): OrderTerms | undefined {
	const parsed = parseInstructions(instructions)
	const firstYield = parsed.findIndex(instruction => instruction.kind === 'yield_to_parent')
	const secondYield = parsed.findIndex((instruction, at) => at > firstYield && yieldsTwoBuckets(instruction))
	if (firstYield < 4 || secondYield < firstYield + 3) return undefined
	const [verify, withdraw, take, assertion] = parsed.slice(firstYield - 4, firstYield)
	const [platformFee, settlementFee] = parsed.slice(firstYield + 1, firstYield + 3).map(amountTaken)
	const buy = assertion && amountAsserted(assertion)
	if (verify?.kind !== 'verify_parent' || withdraw?.kind !== 'call_method' || take?.kind !== 'take_from_worktop') return
	if (buy === undefined || platformFee === undefined || settlementFee === undefined) return undefined
	return {
		account: withdraw.address,
		sell: { resource: take.resource, amount: take.amount },
		buy,
		platformFee,
		settlementFee,
		assertionIndex: firstYield - 1,
		hasPrefix: parsed.slice(0, firstYield - 4).some(({ kind }) => kind !== 'assert_worktop_is_empty'),
	}
}

function yieldsTwoBuckets(instruction: ParsedInstruction): boolean {
	return instruction.kind === 'yield_to_parent' && instruction.args.length === 2
}

function amountTaken(instruction: ParsedInstruction): Decimal | undefined {
	return instruction.kind === 'take_from_worktop' ? instruction.amount : undefined
}

function amountAsserted(instruction: ParsedInstruction): ResourceAmount | undefined {
	if (instruction.kind !== 'assert_next_call_returns_only' || instruction.constraints.length !== 1) return undefined
	const [constraint] = instruction.constraints
	const amount = Decimal.tryParse(constraint?.amount ?? '')
	if (constraint?.kind !== 'AtLeastAmount' || amount === undefined) return undefined
	return { resource: constraint.resource, amount }
}

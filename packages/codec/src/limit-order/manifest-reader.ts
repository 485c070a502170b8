import { Decimal, type Violation } from '@accord/protocol'
import { tryReadAddress } from '../address.ts'
import type { Instruction } from '../codec-types.ts'
import { parseInstructions } from '../transaction/instruction.ts'
import { type ForeignCalls, readForeignCalls } from './foreign-calls.ts'
import { type Mint, readMint } from './mint-prefix.ts'
import { findPrefixViolations, isPrefix, readWithdrawsFrom } from './prefix-rules.ts'
import { alignSteps, type Step, type Steps, schemaViolation } from './schema-steps.ts'
import { type LimitOrderTerms, readAtLeastAmount, readTerms, readWithdrawn } from './terms.ts'

// The guarantee: nothing else reads what a limit order's bytes promise. A manifest without violations and without a
// prefix moves exactly what its terms say, and only the paying account can receive what is left over. The codec
// recognizes the usual manifest, which is exactly the schema, and returns the same terms as this reader.

/** A manifest compared with the schema. `terms` are present whenever they can be read, even if there are violations. */
export type LimitOrderReading = {
	readonly violations: readonly Violation[]
	/** How many instructions precede the schema's. */
	readonly prefixLength: number
	/** Whether they do anything: a leading ASSERT_WORKTOP_IS_EMPTY alone does not count. */
	readonly hasPrefix: boolean
	/** Whose funds the prefix takes; absent if no one's. */
	readonly withdrawsFrom?: readonly string[]
	/** The mint on credit, if the prefix is exactly one. */
	readonly mint?: Mint
	/** The prefix's calls to code that is not the ledger's own; absent without any. */
	readonly foreignCalls?: ForeignCalls
	readonly terms?: LimitOrderTerms
}

/**
 * Reads a manifest against the specification's fixed schema ("Limit order subintent manifest"): any allowed prefix, then
 * exactly the ten steps, from the last VERIFY_PARENT to the end.
 *
 * Without violations every instruction is one of the steps or part of an allowed prefix, every bucket goes where the
 * schema sends it, and everything left over goes to the account that paid. It does not judge amounts or the access rule.
 * Never throws.
 */
export function readLimitOrder(instructions: readonly Instruction[]): LimitOrderReading {
	const start = startOfSchema(instructions)
	const prefix = instructions.slice(0, start)
	const { steps, violations } = alignSteps(parseInstructions(instructions.slice(start)))
	const terms = readTerms(steps)
	const withdrawsFrom = readWithdrawsFrom(prefix)
	const mint = readMint(prefix)
	const foreignCalls = readForeignCalls(prefix)
	return {
		violations: [...findPrefixViolations(prefix), ...violations, ...findStepViolations(steps)],
		prefixLength: prefix.length,
		hasPrefix: isPrefix(prefix),
		...(withdrawsFrom.length === 0 ? {} : { withdrawsFrom }),
		...(mint === undefined ? {} : { mint }),
		...(foreignCalls === undefined ? {} : { foreignCalls }),
		...(terms === undefined ? {} : { terms }),
	}
}

/** The same information, with the limit order reading in place of the instructions. */
export function withReading<Info extends { readonly instructions: readonly Instruction[] }>(
	info: Info,
): Omit<Info, 'instructions'> & { readonly reading: LimitOrderReading } {
	const { instructions, ...others } = info
	return { ...others, reading: readLimitOrder(instructions) }
}

/** The last VERIFY_PARENT, or failing that the last withdrawal, so that the rest can still be compared. */
function startOfSchema(instructions: readonly Instruction[]): number {
	const verifyParent = instructions.findLastIndex(({ name }) => name === 'VERIFY_PARENT')
	if (verifyParent >= 0) return verifyParent
	return Math.max(
		instructions.findLastIndex(({ method }) => method === 'withdraw'),
		0,
	)
}

function findStepViolations(steps: Steps): Violation[] {
	const { withdraw } = steps
	const sold = withdraw && readWithdrawn(withdraw)?.resource
	return [
		...findWithdrawViolations(steps),
		...findTakeViolations(steps, sold),
		...findBuyViolations(steps),
		...findRebateViolations(steps, sold),
		...findYieldViolations(steps),
		...findDepositViolations(steps, withdraw?.address),
	]
}

function findWithdrawViolations({ withdraw }: Steps): Violation[] {
	if (withdraw === undefined) return []
	const isAccount = tryReadAddress(withdraw.address)?.isAccount === true
	const isAmount = readWithdrawn(withdraw) !== undefined
	return [
		...unless(isAccount, withdraw, 'a withdrawal from an account'),
		...unless(isAmount, withdraw, 'withdraw <sell_resource> <amount> and nothing else'),
	]
}

function findTakeViolations(
	{ takeSell, takePlatformFee, takeSettlementFee }: Steps,
	sold: string | undefined,
): Violation[] {
	if (sold === undefined) return []
	const fees = [takePlatformFee, takeSettlementFee].filter(take => take !== undefined)
	return [
		...(takeSell === undefined ? [] : unless(takeSell.resource === sold, takeSell, `the withdrawn resource ${sold}`)),
		...fees
			.filter(({ resource }) => resource !== sold)
			.map(({ index, resource }): Violation => {
				return {
					code: 'fee_token',
					item: { instruction: index, expected: `the sold resource ${sold}`, found: resource },
				}
			}),
	]
}

function findBuyViolations({ assertBuy }: Steps): Violation[] {
	if (assertBuy === undefined) return []
	return unless(readAtLeastAmount(assertBuy) !== undefined, assertBuy, 'one resource with AtLeastAmount(<buy_amount>)')
}

function findRebateViolations({ assertRebate }: Steps, sold: string | undefined): Violation[] {
	if (assertRebate === undefined || sold === undefined) return []
	const asserted = readAtLeastAmount(assertRebate)
	const isHarmless = asserted?.resource === sold && Decimal.isZero(asserted.amount)
	return unless(isHarmless, assertRebate, `only ${sold} AtLeastAmount(0) here`)
}

function findYieldViolations(steps: Steps): Violation[] {
	const { takeSell, takePlatformFee, takeSettlementFee, yieldSell, yieldFees, yieldNothing } = steps
	return [
		...findYieldViolation(yieldSell, [takeSell], 'the bucket of step 3 and nothing else'),
		...findYieldViolation(
			yieldFees,
			[takePlatformFee, takeSettlementFee],
			'the buckets of steps 6 and 7, in this order',
		),
		...findYieldViolation(yieldNothing, [], 'no argument'),
	]
}

function findYieldViolation(
	yielded: Step<'yield_to_parent'> | undefined,
	taken: readonly (Step<'take_from_worktop'> | undefined)[],
	expected: string,
): Violation[] {
	if (yielded === undefined) return []
	const isRight =
		yielded.args.length === taken.length &&
		yielded.args.every(({ kind, value }, place) => kind === 'Bucket' && value === String(taken[place]?.bucket))
	return unless(isRight, yielded, expected)
}

function findDepositViolations({ deposit }: Steps, account: string | undefined): Violation[] {
	if (deposit === undefined) return []
	const [all, ...others] = deposit.args
	const isWhole = all?.kind === 'Expression' && all.value === 'ENTIRE_WORKTOP' && others.length === 0
	return [
		...unless(account === undefined || deposit.address === account, deposit, `a deposit to ${account}`),
		...unless(isWhole, deposit, 'the whole worktop: Expression("ENTIRE_WORKTOP")'),
	]
}

function unless(holds: boolean, instruction: Step, expected: string): Violation[] {
	return holds ? [] : [schemaViolation(instruction, expected)]
}

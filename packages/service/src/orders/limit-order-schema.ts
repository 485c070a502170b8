import { type Instruction, type ParsedInstruction, parseInstructions, tryReadAddress, type Value } from '@accord/ledger'
import { Decimal, type ResourceAmount, type Violation } from '@accord/protocol'
import { findPrefixViolations, isPrefix } from './prefix-rules.ts'
import { alignSteps, type StepName, type schemaSteps, schemaViolation } from './schema-steps.ts'

/** What the ten steps say, by resource address; `at` tells in which instruction. */
export type ManifestTerms = {
	readonly accessRuleSborHex: string
	readonly account: string
	readonly withdrawn: ResourceAmount
	readonly sell: ResourceAmount
	readonly buy: ResourceAmount
	readonly fee: { readonly platformAmount: Decimal; readonly settlementAmount: Decimal }
	readonly at: Readonly<Record<'verifyParent' | 'withdraw' | 'sell' | 'buy' | 'platformFee' | 'settlementFee', number>>
}

/** A manifest held against the schema. `terms` are there whenever they can be read, even of a manifest with faults. */
export type SchemaReading = {
	readonly violations: readonly Violation[]
	readonly prefixLength: number
	readonly hasPrefix: boolean
	readonly terms?: ManifestTerms
}

/**
 * Holds a manifest against the specification's fixed schema: free instructions, then exactly the ten steps from the last
 * VERIFY_PARENT to the end. Without violations every instruction is one of the steps or of an allowed prefix, every bucket
 * goes where the schema sends it, and everything left goes to the account that paid. What the amounts and the access rule
 * must be is validated elsewhere.
 */
export function readLimitOrderSchema(instructions: readonly Instruction[]): SchemaReading {
	const start = startOfSchema(instructions)
	const prefix = instructions.slice(0, start)
	const { found, violations } = alignSteps(parseInstructions(instructions.slice(start)))
	const steps = typeSteps(found)
	const terms = readTerms(steps)
	return {
		violations: [...findPrefixViolations(prefix), ...violations, ...findStepViolations(steps)],
		prefixLength: prefix.length,
		hasPrefix: isPrefix(prefix),
		...(terms === undefined ? {} : { terms }),
	}
}

/** The last VERIFY_PARENT; where there is none, the last withdrawal, so that the rest can still be compared. */
function startOfSchema(instructions: readonly Instruction[]): number {
	const verifyParent = instructions.findLastIndex(({ name }) => name === 'VERIFY_PARENT')
	if (verifyParent >= 0) return verifyParent
	return Math.max(
		instructions.findLastIndex(({ method }) => method === 'withdraw'),
		0,
	)
}

type Step<Kind extends ParsedInstruction['kind']> = Extract<ParsedInstruction, { kind: Kind }>
type StepKinds = { [S in (typeof schemaSteps)[number] as S['name']]: S['kind'] }
type Steps = { readonly [Name in StepName]?: Step<StepKinds[Name]> }

function typeSteps(found: ReadonlyMap<StepName, ParsedInstruction>): Steps {
	// alignSteps maps a name only to an instruction of that step's kind.
	return Object.fromEntries(found) as Steps
}

function findStepViolations(steps: Steps): Violation[] {
	const account = steps.withdraw?.address
	const sold = readWithdrawn(steps)?.resource
	return [
		...findWithdrawViolations(steps),
		...findTakeViolations(steps, sold),
		...findBuyViolations(steps),
		...findRebateViolations(steps, sold),
		...findYieldViolations(steps),
		...findDepositViolations(steps, account),
	]
}

function findWithdrawViolations(steps: Steps): Violation[] {
	const { withdraw } = steps
	if (withdraw === undefined) return []
	const isAccount = tryReadAddress(withdraw.address)?.isAccount === true
	return [
		...unless(isAccount, withdraw, 'a withdrawal from an account'),
		...unless(readWithdrawn(steps) !== undefined, withdraw, 'withdraw <sell_resource> <amount> and nothing else'),
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

function findBuyViolations(steps: Steps): Violation[] {
	const { assertBuy } = steps
	if (assertBuy === undefined) return []
	return unless(readBuy(steps) !== undefined, assertBuy, 'one resource with AtLeastAmount(<buy_amount>)')
}

function findRebateViolations({ assertRebate }: Steps, sold: string | undefined): Violation[] {
	if (assertRebate === undefined || sold === undefined) return []
	const asserted = readAtLeastAmount(assertRebate)
	const isHarmless = asserted?.resource === sold && Decimal.isZero(asserted.amount)
	return unless(isHarmless, assertRebate, `nothing but ${sold} AtLeastAmount(0) at this place`)
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

function readTerms(steps: Steps): ManifestTerms | undefined {
	const { verifyParent, withdraw, takeSell, assertBuy, takePlatformFee, takeSettlementFee } = steps
	const withdrawn = readWithdrawn(steps)
	const buy = readBuy(steps)
	if (!verifyParent || !withdraw || !takeSell || !assertBuy || !takePlatformFee || !takeSettlementFee) return undefined
	if (withdrawn === undefined || buy === undefined) return undefined
	return {
		accessRuleSborHex: verifyParent.accessRuleSborHex,
		account: withdraw.address,
		withdrawn,
		sell: { resource: takeSell.resource, amount: takeSell.amount },
		buy,
		fee: { platformAmount: takePlatformFee.amount, settlementAmount: takeSettlementFee.amount },
		at: {
			verifyParent: verifyParent.index,
			withdraw: withdraw.index,
			sell: takeSell.index,
			buy: assertBuy.index,
			platformFee: takePlatformFee.index,
			settlementFee: takeSettlementFee.index,
		},
	}
}

function readWithdrawn({ withdraw }: Steps): ResourceAmount | undefined {
	const [resource, amount, ...others] = withdraw?.args ?? []
	if (others.length > 0) return undefined
	const [address, decimal] = [textOf(resource, 'Address'), Decimal.tryParse(textOf(amount, 'Decimal'))]
	return address === undefined || decimal === undefined ? undefined : { resource: address, amount: decimal }
}

function readBuy({ assertBuy }: Steps): ResourceAmount | undefined {
	return assertBuy === undefined ? undefined : readAtLeastAmount(assertBuy)
}

function readAtLeastAmount({ constraints }: Step<'assert_next_call_returns_only'>): ResourceAmount | undefined {
	const [constraint, ...others] = constraints
	const amount = Decimal.tryParse(constraint?.amount)
	if (constraint?.kind !== 'AtLeastAmount' || amount === undefined || others.length > 0) return undefined
	return { resource: constraint.resource, amount }
}

function textOf(value: Value | undefined, kind: Value['kind']): string | undefined {
	return value?.kind === kind ? (value.value ?? undefined) : undefined
}

function unless(holds: boolean, instruction: ParsedInstruction, expected: string): Violation[] {
	return holds ? [] : [schemaViolation(instruction, expected)]
}

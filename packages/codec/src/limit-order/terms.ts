import { Decimal, type ResourceAmount } from '@accord/protocol'
import type { Value } from '../codec-types.ts'
import type { Step, Steps } from './schema-steps.ts'

/**
 * The terms of a limit order, from the ten steps of its manifest. Resources and the account are addresses (bech32m); `at`
 * is the index of the instruction that each term was read from.
 */
export type LimitOrderTerms = {
	/** The rule of VERIFY_PARENT as Scrypto SBOR, in lower-case hex. */
	readonly accessRuleSborHex: string
	readonly account: string
	/** The amount that step 2 withdraws from the account: under the schema, the sell amount plus both fees. */
	readonly withdrawn: ResourceAmount
	readonly sell: ResourceAmount
	readonly buy: ResourceAmount
	/** Both fees are in the sell resource. */
	readonly fee: { readonly platformAmount: Decimal; readonly settlementAmount: Decimal }
	readonly at: Readonly<Record<'verifyParent' | 'withdraw' | 'sell' | 'buy' | 'platformFee' | 'settlementFee', number>>
}

/** The terms, or undefined where a step that carries one of them is missing or malformed. */
export function readTerms(steps: Steps): LimitOrderTerms | undefined {
	const { verifyParent, withdraw, takeSell, assertBuy, takePlatformFee, takeSettlementFee } = steps
	if (!verifyParent || !withdraw || !takeSell || !assertBuy || !takePlatformFee || !takeSettlementFee) return undefined
	const withdrawn = readWithdrawn(withdraw)
	const buy = readAtLeastAmount(assertBuy)
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

/** The arguments of step 2, if they are one resource and an amount. */
export function readWithdrawn({ args }: Step<'call_method'>): ResourceAmount | undefined {
	const [resource, amount, ...others] = args
	if (others.length > 0) return undefined
	const [address, decimal] = [textOf(resource, 'Address'), Decimal.tryParse(textOf(amount, 'Decimal'))]
	return address === undefined || decimal === undefined ? undefined : { resource: address, amount: decimal }
}

/** What an assertion requires, if that is a minimum amount of a single resource. */
export function readAtLeastAmount({ constraints }: Step<'assert_next_call_returns_only'>): ResourceAmount | undefined {
	const [constraint, ...others] = constraints
	const amount = Decimal.tryParse(constraint?.amount)
	if (constraint?.kind !== 'AtLeastAmount' || amount === undefined || others.length > 0) return undefined
	return { resource: constraint.resource, amount }
}

function textOf(value: Value | undefined, kind: Value['kind']): string | undefined {
	return value?.kind === kind ? (value.value ?? undefined) : undefined
}

import { type InstamintState, instamintActManifest, minuteFrom } from '@accord/ledger'
import { Decimal, type DoctorCheck } from '@accord/protocol'
import type { InstamintOperatorDeps } from './operator-deps.ts'
import { feeReserveXrd, lockFeeXrd } from './operator-fee.ts'
import type { OperatorTransactions } from './operator-transactions.ts'
import { isStale, oldestPriceShare } from './stale-prices.ts'
import { symbolOf } from './traded-tokens.ts'

type CheckDeps = Pick<InstamintOperatorDeps, 'clock' | 'ledger' | 'market'> & {
	readonly transactions: OperatorTransactions | undefined
	/** The amounts left on payback accounts, one line each. */
	readonly leftovers: () => readonly string[]
}

type Finding = { readonly detail: string; readonly advice?: string }

/** Whether makers can mint on credit, and the service can act for the component's operator. */
export async function checkComponent(deps: CheckDeps): Promise<Omit<DoctorCheck, 'name'>> {
	const state = await deps.ledger.state()
	const findings: readonly Finding[] = [
		{ detail: `${state.customers.length} customers, ${state.tokens.size} tokens` },
		...pausesIn(state),
		...pricesIn(state, deps),
		...(await keyFindings(state, deps)),
		...deps.leftovers().map(detail => ({ detail })),
	]
	const advice = findings.flatMap(finding => finding.advice ?? [])
	const detail = findings.map(each => each.detail).join('; ')
	return advice.length === 0 ? { ok: true, detail } : { ok: false, detail, advice: advice.join(' ') }
}

function pausesIn({ isPaused, customers }: InstamintState): Finding[] {
	const paused = customers.filter(customer => customer.isPaused).map(({ id }) => id)
	return [
		...(isPaused ? [{ detail: 'all mints are paused', advice: 'Allow them: accord instamint resume.' }] : []),
		...(paused.length > 0 ? [{ detail: `paused: customer ${paused.join(', ')}` }] : []),
	]
}

function pricesIn(state: InstamintState, { clock, market }: CheckDeps): Finding[] {
	const nowMs = clock.nowMs()
	const stale = [...state.tokens.values()].filter(token => token.isEnabled && isStale(token, { ...state, nowMs }))
	const share = oldestPriceShare(state, nowMs)
	const age =
		share === undefined ? [] : [{ detail: `the oldest price has used ${Math.floor(share * 100)} % of its time` }]
	if (stale.length === 0) return age
	const symbols = stale.map(({ resource }) => symbolOf(market, resource)).join(', ')
	return [...age, { detail: `stale prices: ${symbols}`, advice: 'Set them: accord instamint prices xUSDC=20.' }]
}

async function keyFindings(state: InstamintState, { ledger, market, transactions }: CheckDeps): Promise<Finding[]> {
	if (transactions === undefined) return [{ detail: 'without instamint.operator_key it is only read' }]
	const { account } = transactions.operator
	const { amount } = await ledger.gateway.balance(account, market.xrdAddress)
	const held = Decimal.parse(amount)
	const detail = `the operator’s account ${account} holds ${Decimal.format(held)} XRD for fees`
	const funds =
		held >= feeReserveXrd ? { detail } : { detail, advice: `Send it XRD: at least ${Decimal.format(feeReserveXrd)}.` }
	// Without XRD for fees, every act would be refused.
	if (held < lockFeeXrd) return [funds]
	return [funds, ...(await roleFindings(state, transactions))]
}

/** Tries out an act that would change nothing. */
async function roleFindings(state: InstamintState, transactions: OperatorTransactions): Promise<Finding[]> {
	const { component, priceValidityS: seconds } = state
	const payer = transactions.operator.account
	const refusal = await transactions.tryOut({
		manifest: instamintActManifest({ component, payer, lockFeeXrd, acts: [{ kind: 'set_price_validity', seconds }] }),
		window: minuteFrom(await transactions.ledgerState()),
	})
	if (refusal === undefined) return [{ detail: 'its key is the component’s operator' }]
	const advice =
		'Correct instamint.operator_key, or have the super operator make this key the operator: docs/instamint.md.'
	return [{ detail: `its key is not the component’s operator: ${refusal.slice(0, 200)}`, advice }]
}

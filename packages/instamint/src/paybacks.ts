import {
	type AccountOwner,
	callGateway,
	createSubintent,
	type InstamintCustomer,
	type InstamintState,
	intentHeader,
	minuteFrom,
	signSubintent,
} from '@accord/ledger'
import { Decimal, type ResourceAmount, TradeError } from '@accord/protocol'
import type { InstamintOperatorDeps } from './operator-deps.ts'
import { lockFeeXrd } from './operator-fee.ts'
import type { OperatorTransactions } from './operator-transactions.ts'
import { paybackManifest, paybackRootManifest } from './payback.ts'
import { PaybackPlaces, type Place } from './payback-places.ts'
import { symbolOf } from './traded-tokens.ts'

// Guarantee: deposits to a customer's payback account reduce its loans exactly once: one transaction withdraws and
// repays, so a second one finds nothing to withdraw. Nothing is stored, and a process may end at any moment, or run
// twice.

type PaybacksDeps = InstamintOperatorDeps & {
	readonly transactions: Pick<OperatorTransactions, 'operator' | 'ledgerState' | 'prepare' | 'submit'>
	/** A customer's payback account, with its key. */
	readonly accountOf: (customerId: number) => AccountOwner
}

/** Smaller amounts wait for more: a transaction costs the operator at least half an XRD, and anyone can send dust. */
const worthXrdMin = Decimal.parse('10')
const retryAfterMs = 600_000
/** How often a customer is served at the operator's cost alone: a rest of a loan cleared, or an excess returned. */
const favourEveryMs = 86_400_000

/**
 * When an amount is paid back: at once if what it takes off the loan is worth a transaction; as a favour, once a day, if
 * it clears a smaller loan, or if there is no loan and its customer gets it all back. Otherwise it stays.
 */
type Due = 'at_once' | 'as_a_favour' | undefined

/** Applies repayments on Radix to customers' loans. */
export class Paybacks {
	readonly #deps: PaybacksDeps
	readonly #places: PaybackPlaces
	/** Amounts that could not be paid back, by customer. They are tried again when they change, or after a while. */
	readonly #refused = new Map<number, { readonly of: string; readonly atMs: number; readonly why: string }>()
	/** When each customer was last served as a favour. */
	readonly #favours = new Map<number, number>()
	/** Amounts left on payback accounts, by customer and resource. */
	readonly #staying = new Map<string, string>()

	constructor(deps: PaybacksDeps) {
		this.#deps = deps
		this.#places = new PaybackPlaces(deps.market)
	}

	/** Reads the next few accounts. */
	async run(state: InstamintState): Promise<void> {
		const looked = Map.groupBy(this.#places.next(state), ({ customer }) => customer)
		for (const [customer, places] of looked) {
			const due: DueAmount[] = []
			for (const place of places) due.push(...(await this.#look(place, state)))
			if (due.length > 0 && !(await this.#payBack({ customer, state, amounts: due }))) return
			if (due.some(({ isFavour }) => isFavour)) this.#favours.set(customer.id, this.#deps.clock.nowMs())
		}
	}

	/** Amounts left on the payback accounts read so far, one line each. */
	leftovers(): string[] {
		const refused = [...this.#refused].map(([id, { why }]) => `customer ${id}: ${why}`)
		return [...refused, ...this.#staying.values()]
	}

	/** The amount due in one resource: none or one. */
	async #look({ customer, resource }: Place, state: InstamintState): Promise<DueAmount[]> {
		const { ledger, market, accountOf } = this.#deps
		const { amount } = await callGateway(() => ledger.gateway.balance(accountOf(customer.id).account, resource))
		const held = Decimal.parse(amount)
		const place = `${customer.id} ${resource}`
		this.#staying.delete(place)
		if (!Decimal.isPositive(held)) {
			// Another service, or the customer, has already dealt with it.
			if (this.#refused.get(customer.id)?.of.includes(resource)) this.#refused.delete(customer.id)
			return []
		}
		const due = dueOf(held, { customer, state, resource })
		const isFavour = due === 'as_a_favour'
		if (due === 'at_once' || (isFavour && this.#mayFavour(customer.id))) return [{ resource, amount: held, isFavour }]
		const text = `customer ${customer.id}: its payback account holds ${amount} ${symbolOf(market, resource)}`
		this.#staying.set(place, isFavour ? `${text}, which is paid back within a day` : text)
		return []
	}

	#mayFavour(customerId: number): boolean {
		return this.#deps.clock.nowMs() - (this.#favours.get(customerId) ?? Number.NEGATIVE_INFINITY) >= favourEveryMs
	}

	/** False if the ledger did not decide on the payback in time. */
	async #payBack(payback: Payback): Promise<boolean> {
		const { transactions, records, clock } = this.#deps
		const { customer, amounts } = payback
		const of = amounts.map(({ resource, amount }) => `${Decimal.format(amount)} ${resource}`).join(', ')
		const refused = this.#refused.get(customer.id)
		if (refused?.of === of && clock.nowMs() - refused.atMs < retryAfterMs) return true
		const said = { customer: customer.id, amounts: of }
		try {
			const transaction = await this.#prepare(payback)
			const decision = await transactions.submit(transaction)
			if (decision.kind === 'undecided') return false
			if (decision.kind === 'failed') throw new TradeError('instamint_refused', decision.reason)
			this.#refused.delete(customer.id)
			records.countPayback('repaid')
			records.log.info({ ...said, transaction: transaction.transactionId }, 'a payback was taken off the loans')
		} catch (error) {
			if (!(error instanceof TradeError) || error.code === 'ledger_unavailable') throw error
			const why = `${of} cannot be paid back: ${error.message}`
			this.#refused.set(customer.id, { of, why, atMs: clock.nowMs() })
			records.countPayback('refused')
			records.log.error({ ...said, err: error }, 'a payback was refused')
		}
		return true
	}

	async #prepare({ customer, state, amounts }: Payback) {
		const { transactions, ledger, accountOf } = this.#deps
		const { networkId } = ledger
		const { id: customerId, account: customerAccount } = customer
		const { account: from, keyPair } = accountOf(customerId)
		const window = minuteFrom(await transactions.ledgerState())
		const { component } = state
		const subintent = createSubintent({
			manifest: paybackManifest({ component, customerId, from, amounts, customerAccount }),
			header: intentHeader({ networkId, window }),
		})
		const { subintentId, signedPartialTransaction } = signSubintent({ subintent, keyPairs: [keyPair], networkId })
		const payer = transactions.operator.account
		const manifest = paybackRootManifest({ subintentId, payer, lockFeeXrd })
		return await transactions.prepare({ manifest, window, children: [signedPartialTransaction] })
	}
}

type Payback = {
	readonly customer: InstamintCustomer
	readonly state: InstamintState
	readonly amounts: readonly ResourceAmount[]
}

type DueAmount = ResourceAmount & { readonly isFavour: boolean }

/** Tokens that the component does not have are never due. */
function dueOf(held: Decimal, { customer, state, resource }: Place & { readonly state: InstamintState }): Due {
	const token = state.tokens.get(resource)
	if (token === undefined) return undefined
	const loan = customer.loans.get(resource) ?? Decimal.zero
	const isWorth = (amount: Decimal) => Decimal.mulDown(amount, token.priceXrd) >= worthXrdMin
	if (isWorth(held < loan ? held : loan)) return 'at_once'
	const clears = Decimal.isPositive(loan) && held >= loan
	return clears || isWorth(held) ? 'as_a_favour' : undefined
}

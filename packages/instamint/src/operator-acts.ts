import { type InstamintAct, type InstamintState, instamintActManifest, minuteFrom } from '@accord/ledger'
import {
	type AuditAct,
	Decimal,
	type InstamintChange,
	type InstamintPrices,
	type OperatorInstamint,
	type SeenRepayment,
	TradeError,
} from '@accord/protocol'
import type { InstamintOperatorDeps } from './operator-deps.ts'
import { lockFeeXrd } from './operator-fee.ts'
import type { OperatorTransactions } from './operator-transactions.ts'
import { symbolOf } from './traded-tokens.ts'

// Guarantee: an operator's act on the component is in the audit log, with its transaction, before it is submitted. The
// ledger shows whether it was committed.

type OperatorActsDeps = Pick<InstamintOperatorDeps, 'ledger' | 'market' | 'records'> & {
	/** Absent without the operator's key, in which case the component can only be read. */
	readonly transactions: OperatorTransactions | undefined
	readonly overviewOf: (state: InstamintState) => OperatorInstamint
}

/** The act, its name in the log, and the state before it. */
type Plan = {
	readonly acts: readonly InstamintAct[]
	readonly act: AuditAct
	readonly subject: string
	readonly before?: unknown
	readonly after: object
}

/** The operator's acts on the component; each returns the component after it. */
export class OperatorActs {
	readonly #deps: OperatorActsDeps

	constructor(deps: OperatorActsDeps) {
		this.#deps = deps
	}

	/** @throws TradeError `customer_exists`, and like every act `instamint_refused`, `transaction_undecided`, `ledger_unavailable` */
	addCustomer({ account, allowanceXrd }: { account: string; allowanceXrd: Decimal }, actor: string) {
		return this.#perform(actor, ({ customers }) => {
			const known = customers.find(customer => customer.account === account)
			if (known !== undefined) throw new TradeError('customer_exists', `${account} is customer ${known.id} already`)
			return {
				acts: [{ kind: 'add_customer', account, allowanceXrd }],
				act: 'instamint_customer_added',
				subject: account,
				after: { allowance_xrd: Decimal.format(allowanceXrd) },
			}
		})
	}

	/** @throws TradeError `unknown_customer` */
	setAllowance({ customerId, allowanceXrd }: { customerId: number; allowanceXrd: Decimal }, actor: string) {
		return this.#perform(actor, state => ({
			acts: [{ kind: 'set_allowance', customerId, allowanceXrd }],
			act: 'instamint_allowance_set',
			subject: `customer ${customerId}`,
			before: { allowance_xrd: Decimal.format(knownCustomer(state, customerId).allowanceXrd) },
			after: { allowance_xrd: Decimal.format(allowanceXrd) },
		}))
	}

	/** @throws TradeError `unknown_token` */
	setPrices({ pricesXrd, validityS }: InstamintPrices, actor: string) {
		const { market } = this.#deps
		const prices = new Map([...pricesXrd].map(([symbol, price]) => [market.token(symbol).resourceAddress, price]))
		return this.#perform(actor, state => {
			const before = [...prices.keys()].flatMap(resource => {
				const token = state.tokens.get(resource)
				return token === undefined ? [] : [[resource, token.priceXrd] as const]
			})
			return {
				acts: [
					...(prices.size === 0 ? [] : [{ kind: 'set_prices', pricesXrd: prices } as const]),
					...(validityS === undefined ? [] : [{ kind: 'set_price_validity', seconds: validityS } as const]),
				],
				act: 'instamint_prices_set',
				subject: state.component,
				before: { prices_xrd: this.#bySymbol(before), price_validity_s: state.priceValidityS },
				after: { prices_xrd: this.#bySymbol(prices), price_validity_s: validityS ?? state.priceValidityS },
			}
		})
	}

	/** @throws TradeError `unknown_customer` */
	setPaused({ kind, customerId }: { kind: 'pause' | 'resume'; customerId: number | undefined }, actor: string) {
		return this.#perform(actor, state => {
			const { isPaused } = customerId === undefined ? state : knownCustomer(state, customerId)
			return {
				acts: [{ kind, customerId }],
				act: kind === 'pause' ? 'instamint_paused' : 'instamint_resumed',
				subject: customerId === undefined ? state.component : `customer ${customerId}`,
				before: { paused: isPaused },
				after: { paused: kind === 'pause' },
			}
		})
	}

	/** @throws TradeError `unknown_token`, `invalid_amount`, `unknown_customer`, `reference_used`, `more_than_the_loan` */
	reconcile({ customerId, repaid, reference }: SeenRepayment, actor: string) {
		const { resourceAddress: resource, divisibility } = this.#deps.market.token(repaid.symbol)
		const { amount } = repaid
		if (!Decimal.fits(amount, divisibility)) {
			const expected = `at most ${divisibility} decimal places`
			const item = { pointer: '/repaid/amount', expected, found: Decimal.format(amount) }
			throw TradeError.fromViolations([{ code: 'invalid_amount', item }])
		}
		return this.#perform(actor, state => {
			const customer = knownCustomer(state, customerId)
			return {
				acts: [{ kind: 'reconcile', customerId, resource, amount, reference }],
				act: 'instamint_reconciled',
				subject: `customer ${customerId}`,
				before: { loan: this.#amount(resource, customer.loans.get(resource) ?? Decimal.zero) },
				after: { repaid: this.#amount(resource, amount), reference },
			}
		})
	}

	#perform(actor: string, planFor: (state: InstamintState) => Plan): Promise<InstamintChange> {
		const { transactions, ledger, records } = this.#deps
		if (transactions === undefined)
			throw new TradeError('instamint_not_offered', 'this service has no key of the component’s operator')
		return transactions.inTurn(async () => {
			const state = await ledger.state()
			const { acts, ...said } = planFor(state)
			const now = await transactions.ledgerState()
			const payer = transactions.operator.account
			const transaction = await transactions.prepare({
				manifest: instamintActManifest({ component: state.component, payer, lockFeeXrd, acts }),
				...(said.act === 'instamint_customer_added' ? onceFor(state, now) : { window: minuteFrom(now) }),
			})
			const { transactionId } = transaction
			await transactions.requireDecided(transaction)
			await records.recordAct({ ...said, actor, after: { ...said.after, transaction_id: transactionId } })
			const stateVersion = await transactions.commit(transaction)
			return { ...(await this.#overviewFrom(stateVersion, transactionId)), transactionId }
		})
	}

	/** The component at this state version or a later one: the Gateway may answer from a replica that lags behind. */
	async #overviewFrom(stateVersion: number, transactionId: string): Promise<OperatorInstamint> {
		for (let tries = 1; tries <= triesMax; tries++) {
			const state = await this.#deps.ledger.state().catch(() => undefined)
			if (state !== undefined && state.stateVersion >= stateVersion) return this.#deps.overviewOf(state)
			await new Promise(resolve => setTimeout(resolve, betweenTriesMs))
		}
		const detail = `${transactionId} is on the ledger, but what it changed cannot be read yet`
		throw new TradeError('transaction_undecided', detail, { extra: { retry_after_s: 5 } })
	}

	#amount(resource: string, amount: Decimal): { symbol: string; amount: string } {
		return { symbol: symbolOf(this.#deps.market, resource), amount: Decimal.format(amount) }
	}

	#bySymbol(prices: Iterable<readonly [resource: string, price: Decimal]>): Record<string, string> {
		return Object.fromEntries(
			[...prices].map(([resource, price]) => [symbolOf(this.#deps.market, resource), Decimal.format(price)]),
		)
	}
}

const triesMax = 5
const betweenTriesMs = 100

/**
 * The component would add an account twice. So requests repeated while the outcome is unknown use the same transaction,
 * which the ledger commits only once. After the epoch ends, that transaction can no longer be committed.
 */
function onceFor({ customers }: InstamintState, { epoch }: { readonly epoch: number }) {
	return {
		window: { startEpoch: epoch, endEpoch: epoch + 1 },
		discriminator: String(customers.length + 1),
	}
}

function knownCustomer({ customers }: InstamintState, id: number) {
	const customer = customers.find(each => each.id === id)
	if (customer === undefined) throw new TradeError('unknown_customer', `the component has no customer ${id}`)
	return customer
}

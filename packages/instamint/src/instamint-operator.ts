import { accountAddress, type InstamintState, keyPairFromPrivateKey, type PrivateKey } from '@accord/ledger'
import type { DoctorCheck, OperatorInstamint } from '@accord/protocol'
import { checkComponent } from './check.ts'
import { OperatorActs } from './operator-acts.ts'
import type { InstamintOperatorDeps } from './operator-deps.ts'
import { OperatorTransactions } from './operator-transactions.ts'
import { overviewOf } from './overview.ts'
import { paybackAccount } from './payback.ts'
import { Paybacks } from './paybacks.ts'
import { oldestPriceShare } from './stale-prices.ts'
import { Watch } from './watch.ts'

/** The component, and the keys that act for it. */
export type InstamintKeys = {
	readonly component: string
	/** If absent, the component can only be read. */
	readonly operatorKey?: PrivateKey | undefined
	/** Payback addresses are derived from it; if absent, there are none. */
	readonly paybackKey?: PrivateKey | undefined
}

/** The component as its operator sees and runs it. */
export type InstamintOperator = {
	/** @throws TradeError `ledger_unavailable`, `instamint_not_offered` */
	overview(): Promise<OperatorInstamint>
	/** Every act throws `instamint_not_offered` if the operator's key is missing. */
	readonly acts: OperatorActs
	/** The account on Radix where a customer pays its loans back; undefined without the payback key. */
	paybackAddress(customerId: number): string | undefined
	/**
	 * Reads the component and the next few payback accounts, and applies their repayments to the loans. To be called every
	 * 5 s.
	 */
	watch(): Promise<'done'>
	/**
	 * The age of the oldest price that a mint may need now, as a share of its validity; undefined before the first
	 * `watch`.
	 */
	oldestPriceShare(): number | undefined
	/** Whether makers can mint on credit, and the keys can act for the component's operator. */
	check(): Promise<Omit<DoctorCheck, 'name'>>
}

/** Opens the operator's side of a component. It stores nothing: everything is on the ledger. */
export function openInstamintOperator(keys: InstamintKeys, deps: InstamintOperatorDeps): InstamintOperator {
	const { component, operatorKey, paybackKey } = keys
	const { clock, ledger, market } = deps
	const { networkId } = ledger
	const keyPair = operatorKey && keyPairFromPrivateKey(operatorKey)
	const transactions =
		keyPair && new OperatorTransactions(ledger, { account: accountAddress(keyPair, networkId), keyPair })
	const accountOf =
		paybackKey && ((customerId: number) => paybackAccount({ paybackKey, component, customerId, networkId }))
	const paybacks = transactions && accountOf && new Paybacks({ ...deps, transactions, accountOf })
	const watch = new Watch({ ledger, paybacks })
	const paybackAddress = (customerId: number) => accountOf?.(customerId).account
	const operatorAccount = transactions?.operator.account
	const seen = (state: InstamintState) =>
		overviewOf(state, { nowMs: clock.nowMs(), market, operatorAccount, paybackAddress })
	return {
		overview: async () => seen(await ledger.state()),
		acts: new OperatorActs({ ...deps, transactions, overviewOf: seen }),
		paybackAddress,
		watch: () => watch.run(),
		oldestPriceShare: () => watch.state && oldestPriceShare(watch.state, clock.nowMs()),
		check: () => checkComponent({ ...deps, transactions, leftovers: () => paybacks?.leftovers() ?? [] }),
	}
}

import type { InstamintState } from '@accord/ledger'
import type { Amount, InstamintCustomerState, OperatorInstamint } from '@accord/protocol'
import { isStale } from './stale-prices.ts'
import { symbolOf, type TradedTokens } from './traded-tokens.ts'

type Seen = {
	readonly nowMs: number
	readonly market: Pick<TradedTokens, 'tokenByAddress'>
	/** Absent without the operator's key. */
	readonly operatorAccount: string | undefined
	readonly paybackAddress: (customerId: number) => string | undefined
}

/** The component's state as shown to its operator, tokens by their symbols. */
export function overviewOf(state: InstamintState, seen: Seen): OperatorInstamint {
	const { nowMs, market, operatorAccount } = seen
	return {
		component: state.component,
		customerBadgeResource: state.badge,
		stateVersion: state.stateVersion,
		isPaused: state.isPaused,
		priceValidityS: state.priceValidityS,
		...(operatorAccount === undefined ? {} : { operatorAccount }),
		tokens: [...state.tokens.values()].map(token => ({
			symbol: symbolOf(market, token.resource),
			resourceAddress: token.resource,
			isEnabled: token.isEnabled,
			priceXrd: token.priceXrd,
			pricedAtMs: token.pricedAtMs,
			isStale: isStale(token, { ...state, nowMs }),
		})),
		customers: state.customers.map(customer => customerOf(customer, seen)),
	}
}

function customerOf(
	customer: InstamintState['customers'][number],
	{ market, paybackAddress }: Seen,
): InstamintCustomerState {
	const { id: customerId, account, allowanceXrd, loanValueXrd, isPaused, loans } = customer
	const payback = paybackAddress(customerId)
	return {
		...{ customerId, account, allowanceXrd, isPaused },
		loansXrd: loanValueXrd,
		loans: [...loans].map(([resource, amount]): Amount => ({ symbol: symbolOf(market, resource), amount })),
		...(payback === undefined ? {} : { paybackAddress: payback }),
	}
}

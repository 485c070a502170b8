import type { InstamintState, InstamintToken } from '@accord/ledger'

type PriceRule = { readonly priceValidityS: number; readonly nowMs: number }

/** Whether a price is too old to mint at. */
export function isStale(token: Pick<InstamintToken, 'pricedAtMs'>, rule: PriceRule): boolean {
	return priceAgeShare(token, rule) > 1
}

/**
 * The age of the oldest price that a mint may need, as a share of its validity: above 1, mints are refused. Undefined
 * if there is none.
 */
export function oldestPriceShare(state: InstamintState, nowMs: number): number | undefined {
	const needed = [...state.tokens.values()].filter(
		({ isEnabled, resource }) => isEnabled || state.customers.some(({ loans }) => loans.has(resource)),
	)
	if (needed.length === 0) return undefined
	return Math.max(...needed.map(token => priceAgeShare(token, { ...state, nowMs })))
}

function priceAgeShare({ pricedAtMs }: Pick<InstamintToken, 'pricedAtMs'>, { priceValidityS, nowMs }: PriceRule) {
	return Math.max(0, nowMs - pricedAtMs) / (priceValidityS * 1000)
}

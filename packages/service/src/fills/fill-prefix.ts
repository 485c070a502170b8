import type { LimitOrderReading } from '@accord/ledger'
import { TradeError } from '@accord/protocol'

// The guarantee: no code of a maker's choice runs before its fill, because such code can behave in one way in a preview
// and in another when the trade settles, and so could let any user's order expire.

/**
 * A fill's prefix is exactly a mint on credit of this Instamint component, or runs only the ledger's own code: an account
 * behind an access controller needs its `create_proof` in front.
 * @throws TradeError `prefix_not_allowed`
 */
export function requireFillPrefix(
	{ mint, foreignCalls }: Pick<LimitOrderReading, 'mint' | 'foreignCalls'>,
	instamint: { readonly component: string } | undefined,
): void {
	if (foreignCalls === undefined || (mint !== undefined && mint.component === instamint?.component)) return
	const { packages, components, isUnnamed } = foreignCalls
	const called = [...packages, ...components, ...(isUnnamed ? ['what is made within the transaction'] : [])]
	const item = {
		expected: 'before a fill exactly one mint on credit, or only calls to the ledger’s own code',
		found: `calls to ${called.join(', ')}`,
	}
	throw TradeError.fromViolations([{ code: 'prefix_not_allowed', item }])
}

import type { LimitOrderReading } from '@accord/ledger'
import { TradeError, type Violation } from '@accord/protocol'

// The guarantee: no code of a maker's choice runs before its fill, because such code can behave in one way in a preview
// and in another when the trade settles, and so could let any user's order expire.

/**
 * A fill's prefix is exactly a mint on credit of this Instamint component, or calls only the ledger's own code: an account
 * behind an access controller needs its `create_proof` in front.
 * @throws TradeError `prefix_not_allowed`
 */
export function requireFillPrefix(
	{ mint, foreignCalls }: Pick<LimitOrderReading, 'mint' | 'foreignCalls'>,
	instamint: { readonly component: string } | undefined,
): void {
	if (foreignCalls === undefined || (mint !== undefined && mint.component === instamint?.component)) return
	const { packages, components, isUnnamed } = foreignCalls
	const expected = 'before a fill only a mint on credit, or calls of native components such as accounts'
	const called = [...packages, ...components, ...(isUnnamed ? ['an address made in the manifest'] : [])]
	const [first, ...others] = called.map(
		(found): Violation => ({ code: 'prefix_not_allowed', item: { expected, found } }),
	)
	if (first !== undefined) throw TradeError.fromViolations([first, ...others])
}

import { type ComposedFill, Decimal, type MintingCustomer, mintPrefix, totalWithdrawn } from '@accord/protocol'

/** An Instamint customer's own knowledge: the component, the badge to prove, and the resources it mints. */
export type OwnMinting = MintingCustomer & {
	/** The resource of each symbol that is minted; other tokens are sold from the account's balance. */
	readonly resources: Readonly<Record<string, string>>
}

/**
 * Puts instructions in front of a fill that mint on credit all that it withdraws, or only `amount`. The component and
 * the badge come from the maker's own knowledge; the service is not asked.
 */
export function withMint(
	composed: ComposedFill,
	{ resources, ...customer }: OwnMinting,
	{ account, amount }: { readonly account: string; readonly amount?: Decimal | undefined },
): ComposedFill {
	const { limitOrder, fee } = composed
	const resource = resources[limitOrder.sell.symbol]
	const minted = amount ?? totalWithdrawn(limitOrder.sell, fee)
	if (resource === undefined || !Decimal.isPositive(minted)) return composed
	const prefix = mintPrefix({ ...customer, account, resource, amount: minted })
	return { ...composed, manifest: `${prefix}\n${composed.manifest}` }
}

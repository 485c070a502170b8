import { type ComposedFill, Decimal, type MintingCustomer, mintPrefix, totalWithdrawn } from '@accord/protocol'

/** An Instamint customer's own knowledge: the component, the badge it proves, and the resources minted. */
export type OwnMinting = MintingCustomer & {
	/** The resource of each symbol that is minted; others are sold from the account. */
	readonly resources: Readonly<Record<string, string>>
}

/**
 * The fill with the instructions in front that mint on credit all that it withdraws, or only `amount`. Whose badge is proven to
 * which component is the maker's own knowledge: the service is not asked.
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

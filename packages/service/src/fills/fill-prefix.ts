import { type LimitOrderReading, tryReadAddress } from '@accord/ledger'
import { TradeError, type Violation } from '@accord/protocol'

// The guarantee: no code of a maker's choice runs before its fill, because such code can behave in one way in a preview
// and in another when the trade settles, and so could let any user's order expire.

/** What the engine's own code is behind, by the entity types of their addresses. */
const nativeEntities: ReadonlySet<string> = new Set([
	'GlobalAccessController',
	'GlobalAccount',
	'GlobalAccountLocker',
	'GlobalConsensusManager',
	'GlobalFungibleResourceManager',
	'GlobalIdentity',
	'GlobalMultiResourcePool',
	'GlobalNonFungibleResourceManager',
	'GlobalOneResourcePool',
	'GlobalPreallocatedEd25519Account',
	'GlobalPreallocatedEd25519Identity',
	'GlobalPreallocatedSecp256k1Account',
	'GlobalPreallocatedSecp256k1Identity',
	'GlobalTransactionTracker',
	'GlobalTwoResourcePool',
	'GlobalValidator',
	'InternalFungibleVault',
	'InternalNonFungibleVault',
])

/**
 * A fill's prefix is exactly a mint on credit of this Instamint component, or calls only methods of native components:
 * an account behind an access controller needs its `create_proof` in front.
 * @throws TradeError `prefix_not_allowed`
 */
export function requireFillPrefix(
	{ mint, calls = [] }: Pick<LimitOrderReading, 'mint' | 'calls'>,
	instamint: { readonly component: string } | undefined,
): void {
	if (mint !== undefined && mint.component === instamint?.component) return
	const expected = 'before a fill only a mint on credit, or calls of native components such as accounts'
	const [first, ...others] = calls
		.filter(({ address }) => !isNative(address))
		.map(({ instruction, method, address = 'an address made in the manifest' }): Violation => {
			return { code: 'prefix_not_allowed', item: { instruction, expected, found: `"${method}" of ${address}` } }
		})
	if (first !== undefined) throw TradeError.fromViolations([first, ...others])
}

function isNative(address: string | undefined): boolean {
	const entityType = address === undefined ? undefined : tryReadAddress(address)?.entityType
	return entityType !== undefined && nativeEntities.has(entityType)
}

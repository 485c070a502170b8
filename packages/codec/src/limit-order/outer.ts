import { Decimal, type ResourceAmount } from '@accord/protocol'
import type { CompiledSubintent, PublicKey, SubintentInfo } from '../codec-types.ts'
import { call } from '../door/door.ts'
import { compilePreview, signatureAccessRule } from '../functions.ts'
import { intentHeader } from '../transaction/intent-header.ts'

/**
 * How much an outer takes and returns, in the order's sell resource, and what it does beyond that (specification,
 * "Service outer"; decision 13).
 */
export type OuterAmounts = {
	readonly sellResource: string
	readonly platformFee: Decimal
	readonly rebate: Decimal
	/** Lets the item settle only together with the others of its bundle. */
	readonly binding?: Binding
	/** Goes to the user before anything goes to the root. An account that refuses it leaves it to the solver. */
	readonly surplus?: ResourceAmount & { readonly account: string }
	/** The part of the platform fee that goes to this account instead of the service's. */
	readonly share?: { readonly amount: Decimal; readonly account: string }
	/** Plain text that the ledger stores with the transaction. */
	readonly message?: string
}

/**
 * The outer mints one marker into the box at its start, and burns the other from it after the buy tokens have come. An
 * order mints the sum of what its fills burn, and burns the sum of what they mint, so only a whole bundle can settle.
 */
export type Binding = { readonly markerBox: string; readonly mint: ResourceAmount; readonly burn: ResourceAmount }

/** The inputs of an outer's manifest. */
export type OuterTerms = OuterAmounts & { readonly innerId: string; readonly serviceAccount: string }

/** The service's key that an order's VERIFY_PARENT names. */
export function namedKey<Key extends PublicKey>(
	keys: readonly (Key | undefined)[],
	{ accessRuleSborHex, networkId }: { accessRuleSborHex: string; networkId: number },
): Key | undefined {
	return keys.find(key => key !== undefined && ruleOf(key, networkId) === accessRuleSborHex)
}

type KnownRule = { readonly publicKey: string; readonly networkId: number; readonly sborHex: string }

/** A service has few keys, but they are looked up for every order. */
const knownRules = new WeakMap<PublicKey, KnownRule>()

function ruleOf(key: PublicKey, networkId: number): string {
	const known = knownRules.get(key)
	if (known?.publicKey === key.publicKey && known.networkId === networkId) return known.sborHex
	const { sborHex } = signatureAccessRule(key, networkId)
	knownRules.set(key, { publicKey: key.publicKey, networkId, sborHex })
	return sborHex
}

/**
 * The unsigned outer of an inner: the inner's own window and a fresh discriminator. Its bytes are those of {@link
 * outerManifest}, assembled without the text.
 */
export function composeOuter(
	options: OuterAmounts & {
		inner: Pick<SubintentInfo, 'subintentId' | 'header'>
		serviceAccount: string
		networkId: number
	},
): CompiledSubintent {
	const { inner, networkId } = options
	const header = intentHeader({ networkId, window: inner.header })
	return call('compose_outer', { innerId: inner.subintentId, header, amounts: amountsOf(options) })
}

function amountsOf(options: OuterAmounts & { readonly serviceAccount: string }) {
	const { sellResource, serviceAccount, platformFee, rebate, binding, surplus, share, message } = options
	const text = <T extends { readonly amount: Decimal }>(given: T) => ({
		...given,
		amount: Decimal.format(given.amount),
	})
	return {
		sellResource,
		serviceAccount,
		platformFee: Decimal.format(platformFee),
		rebate: Decimal.format(rebate),
		...(binding && { binding: { ...binding, mint: text(binding.mint), burn: text(binding.burn) } }),
		...(surplus && { surplus: text(surplus) }),
		...(share && { share: text(share) }),
		...(message !== undefined && { message }),
	}
}

/**
 * The outer's manifest text: it yields twice to its parent, as the specification's root expects, and three times to the
 * inner. Amounts of zero are left out.
 */
export function outerManifest(terms: OuterTerms): string {
	const { innerId, sellResource, platformFee, rebate, serviceAccount, binding, surplus, share } = terms
	const take = (resource: string, amount: Decimal, bucket: string) =>
		`TAKE_FROM_WORKTOP Address("${resource}") Decimal("${Decimal.format(amount)}") Bucket("${bucket}");`
	const kept = Decimal.subtract(platformFee, share?.amount ?? Decimal.zero)
	const paysRebate = Decimal.isPositive(rebate)
	return [
		`USE_CHILD NamedIntent("order") Intent("${innerId}");`,
		...(binding === undefined ? [] : mintMarker(binding)),
		'YIELD_TO_CHILD NamedIntent("order");',
		...(surplus === undefined
			? []
			: [take(surplus.resource, surplus.amount, 'surplus'), offer(surplus.account, 'surplus')]),
		'YIELD_TO_PARENT Expression("ENTIRE_WORKTOP");',
		...(binding === undefined ? [] : [burnMarker(binding)]),
		'YIELD_TO_CHILD NamedIntent("order") Expression("ENTIRE_WORKTOP");',
		...(share === undefined ? [] : [take(sellResource, share.amount, 'share'), offer(share.account, 'share')]),
		...(Decimal.isPositive(kept)
			? [take(sellResource, kept, 'platform-fee'), depositFee(serviceAccount, 'platform-fee')]
			: []),
		...(paysRebate
			? [take(sellResource, rebate, 'rebate'), 'YIELD_TO_CHILD NamedIntent("order") Bucket("rebate");']
			: ['YIELD_TO_CHILD NamedIntent("order");']),
		'YIELD_TO_PARENT Expression("ENTIRE_WORKTOP");',
	].join('\n')
}

/** Nothing else is on the worktop yet. */
function mintMarker({ markerBox, mint: { resource, amount } }: Binding): string[] {
	return [
		`MINT_FUNGIBLE Address("${resource}") Decimal("${Decimal.format(amount)}");`,
		`CALL_METHOD Address("${markerBox}") "deposit_batch" Expression("ENTIRE_WORKTOP");`,
	]
}

function burnMarker({ markerBox, burn: { resource, amount } }: Binding): string {
	return `CALL_METHOD Address("${markerBox}") "burn" Address("${resource}") Decimal("${Decimal.format(amount)}");`
}

/**
 * A preview (hex) in which an account receives a zero amount of each of these tokens from someone else, as from an outer.
 * It fails if the account would refuse one of them.
 */
export function composeDepositPreview(options: {
	account: string
	resources: readonly string[]
	epoch: number
	networkId: number
}): string {
	const { account, resources, epoch, networkId } = options
	const deposits = resources.flatMap((resource, at) => [
		`TAKE_FROM_WORKTOP Address("${resource}") Decimal("0") Bucket("token-${at}");`,
		depositFee(account, `token-${at}`),
	])
	const header = intentHeader({ networkId, window: { startEpoch: epoch, endEpoch: epoch + 2 } })
	return compilePreview({ manifest: deposits.join('\n'), header, children: [], signers: [] })
}

/** A refused bucket returns to the worktop and goes to the solver, so no account can stop a trade. */
function offer(account: string, bucket: string): string {
	return `CALL_METHOD Address("${account}") "try_deposit_or_refund" Bucket("${bucket}") Enum<0u8>();`
}

/** Unlike `deposit`, which only the account's owner may call, this needs no signature of the account. */
function depositFee(account: string, bucket: string): string {
	return `CALL_METHOD Address("${account}") "try_deposit_or_abort" Bucket("${bucket}") Enum<0u8>();`
}

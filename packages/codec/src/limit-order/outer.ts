import { Decimal } from '@accord/protocol'
import type { CompiledSubintent, PublicKey, SubintentInfo } from '../codec-types.ts'
import { call } from '../door/door.ts'
import { compilePreview, signatureAccessRule } from '../functions.ts'
import { intentHeader } from '../transaction/intent-header.ts'

/** How much an outer takes and returns, all in the order's sell resource. */
export type OuterAmounts = { readonly sellResource: string; readonly platformFee: Decimal; readonly rebate: Decimal }

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
	const { inner, sellResource, serviceAccount, networkId } = options
	const header = intentHeader({ networkId, window: inner.header })
	const [platformFee, rebate] = [Decimal.format(options.platformFee), Decimal.format(options.rebate)]
	return call('compose_outer', {
		innerId: inner.subintentId,
		header,
		amounts: { sellResource, platformFee, rebate, serviceAccount },
	})
}

/**
 * The outer's manifest text: it yields twice to its parent, as the specification's root expects, and three times to the
 * inner. Amounts of zero are left out.
 */
export function outerManifest({ innerId, sellResource, platformFee, rebate, serviceAccount }: OuterTerms): string {
	const take = (amount: Decimal, bucket: string) =>
		`TAKE_FROM_WORKTOP Address("${sellResource}") Decimal("${Decimal.format(amount)}") Bucket("${bucket}");`
	const takesFee = Decimal.isPositive(platformFee)
	const paysRebate = Decimal.isPositive(rebate)
	const lines = [
		`USE_CHILD NamedIntent("order") Intent("${innerId}");`,
		'YIELD_TO_CHILD NamedIntent("order");',
		'YIELD_TO_PARENT Expression("ENTIRE_WORKTOP");',
		'YIELD_TO_CHILD NamedIntent("order") Expression("ENTIRE_WORKTOP");',
		takesFee && take(platformFee, 'platform-fee'),
		takesFee && depositFee(serviceAccount, 'platform-fee'),
		paysRebate && take(rebate, 'rebate'),
		paysRebate ? 'YIELD_TO_CHILD NamedIntent("order") Bucket("rebate");' : 'YIELD_TO_CHILD NamedIntent("order");',
		'YIELD_TO_PARENT Expression("ENTIRE_WORKTOP");',
	]
	return lines.filter(line => line !== false).join('\n')
}

/**
 * A preview (hex) in which the service's account receives a zero amount of each of these tokens, in the same way as an
 * outer pays the platform fee. It fails if the account would refuse one of them.
 */
export function composeFeePreview(options: {
	serviceAccount: string
	resources: readonly string[]
	epoch: number
	networkId: number
}): string {
	const { serviceAccount, resources, epoch, networkId } = options
	const deposits = resources.flatMap((resource, at) => [
		`TAKE_FROM_WORKTOP Address("${resource}") Decimal("0") Bucket("fee-${at}");`,
		depositFee(serviceAccount, `fee-${at}`),
	])
	const header = intentHeader({ networkId, window: { startEpoch: epoch, endEpoch: epoch + 2 } })
	return compilePreview({ manifest: deposits.join('\n'), header, children: [], signers: [] })
}

/** Unlike `deposit`, which only the account's owner may call, this needs no signature of the account. */
function depositFee(account: string, bucket: string): string {
	return `CALL_METHOD Address("${account}") "try_deposit_or_abort" Bucket("${bucket}") Enum<0u8>();`
}

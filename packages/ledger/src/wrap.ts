import { Decimal } from '@accord/protocol'
import { readSignedPartialTransaction, type SignedPartialInfo } from './addon.ts'
import { intentHeader } from './intent-header.ts'
import type { KeyPair } from './key-pair.ts'
import { createSubintent, type SignedPartialTransaction, type Subintent, signSubintent } from './subintent.ts'

export { unwrap } from './addon.ts'

/** The service's account and the key that both signs outers and owns that account. */
export type ServiceSigner = { account: string; keyPair: KeyPair }

/** How much an outer takes and gives back, all in the order's sell resource. */
export type OuterAmounts = { sellResource: string; platformFee: Decimal; rebate: Decimal }

/** What an outer's manifest says. */
export type OuterTerms = OuterAmounts & { innerId: string; serviceAccount: string }

/**
 * Puts the service's signed outer subintent around a signed order or fill: it takes the platform fee, hands the rebate
 * back, and leaves the rest of the settlement fee to the solver. It has the inner's own windows.
 *
 * The signature is a security boundary: it makes the inner's VERIFY_PARENT pass. So `judge` is handed what is read here
 * from the very bytes that are wrapped; it says what the outer takes and gives back, or throws.
 */
export function wrap(options: {
	inner: string
	judge: (info: SignedPartialInfo) => OuterAmounts
	service: ServiceSigner
	networkId: number
}): SignedPartialTransaction {
	const { inner, judge, service, networkId } = options
	const info = readSignedPartialTransaction(inner, networkId)
	const outer = composeOuter({ ...judge(info), info, serviceAccount: service.account, networkId })
	return signSubintent({ subintent: outer, keyPairs: [service.keyPair], networkId, children: [inner] })
}

/** The outer of an inner, unsigned. */
export function composeOuter(
	options: OuterAmounts & {
		info: SignedPartialInfo
		serviceAccount: string
		networkId: number
	},
): Subintent {
	const { info, networkId } = options
	const header = intentHeader({ networkId, window: info.header })
	return createSubintent({ manifest: outerManifest({ ...options, innerId: info.subintentId }), header })
}

/** The outer's manifest: it yields twice to its parent, as the specification's root expects, and three times to the inner. */
export function outerManifest({ innerId, sellResource, platformFee, rebate, serviceAccount }: OuterTerms): string {
	const take = (amount: Decimal, bucket: string) =>
		`TAKE_FROM_WORKTOP Address("${sellResource}") Decimal("${Decimal.format(amount)}") Bucket("${bucket}");`
	const takesFee = Decimal.isPositive(platformFee)
	const givesRebate = Decimal.isPositive(rebate)
	const lines = [
		`USE_CHILD NamedIntent("order") Intent("${innerId}");`,
		'YIELD_TO_CHILD NamedIntent("order");',
		'YIELD_TO_PARENT Expression("ENTIRE_WORKTOP");',
		'YIELD_TO_CHILD NamedIntent("order") Expression("ENTIRE_WORKTOP");',
		takesFee && take(platformFee, 'platform-fee'),
		takesFee && `CALL_METHOD Address("${serviceAccount}") "deposit" Bucket("platform-fee");`,
		givesRebate && take(rebate, 'rebate'),
		givesRebate ? 'YIELD_TO_CHILD NamedIntent("order") Bucket("rebate");' : 'YIELD_TO_CHILD NamedIntent("order");',
		'YIELD_TO_PARENT Expression("ENTIRE_WORKTOP");',
	]
	return lines.filter(line => line !== false).join('\n')
}

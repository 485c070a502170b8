import { Decimal } from '@accord/protocol'
import { compilePreview, copyForPreview, type PublicKey, type SignedPartialInfo } from './addon.ts'
import { intentHeader, intersectWindows } from './intent-header.ts'
import { type OrderTerms, readOrderTerms } from './order-terms.ts'
import { composeOuter } from './wrap.ts'

/** What is asked of the Gateway for an order's preview: free credit only. Assumed proofs would hide a stranger's order. */
export const orderPreviewFlags = { use_free_credit: true } as const

/** The service as a preview sees it: its account and the key that its outers are signed with. */
export type PreviewService = { account: string; publicKey: PublicKey }

/**
 * The one preview that tells who owns an order, whether the funds are there, and what it costs. Each order is copied
 * with the amount of step 4 set to 0 and put into a provisional outer, under a root that hands nothing back; so it
 * needs nobody's inventory. Several orders of one account can stand in one preview, in the order given, so that they
 * share its funds.
 *
 * The copies carry the orders' real signers and nothing is assumed: only `ok` of {@link readOrderPreview} is a pass.
 * Returns the compiled preview (hex). Throws if an order does not follow the manifest's pattern.
 */
export function composeOrderPreview(options: {
	orders: readonly SignedPartialInfo[]
	service: PreviewService
	networkId: number
}): string {
	const { orders, service, networkId } = options
	const children = orders.map(info => previewChild({ info, service, networkId }))
	return compilePreview({
		manifest: previewManifest({ outerIds: children.map(child => child.outerId), serviceAccount: service.account }),
		header: intentHeader({ networkId, window: intersectWindows(orders.map(info => info.header)) }),
		children: children.map(child => child.previewChild),
		signers: [],
	})
}

type PreviewChildOptions = { info: SignedPartialInfo; service: PreviewService; networkId: number }

function previewChild({ info, service, networkId }: PreviewChildOptions) {
	const terms = readOrderTerms(info.instructions)
	if (terms === undefined) throw new Error(`${info.subintentId} does not follow the limit order manifest`)
	const zeroAssertionAt = terms.assertionIndex
	const copy = copyForPreview({ subintent: info.rootSubintent, networkId, zeroAssertionAt })
	const outer = composeOuter({
		info: { ...info, ...copy },
		sellResource: terms.sell.resource,
		platformFee: terms.platformFee,
		rebate: placeholderRebate(terms),
		serviceAccount: service.account,
		networkId,
	})
	const inner = { subintent: copy.subintent, signers: info.signers }
	const { curve, publicKey } = service.publicKey
	return {
		outerId: outer.subintentId,
		previewChild: { subintent: outer.subintent, signers: [{ curve, publicKey }], children: [inner] },
	}
}

/** The settlement fee's last digit: not zero, not above the fee, and no finer than the token. The amount changes no cost. */
function placeholderRebate({ settlementFee }: OrderTerms): Decimal {
	let unit = Decimal.unit(0)
	while (!Decimal.isZero(settlementFee) && settlementFee % unit !== 0n) unit = (unit / 10n) as Decimal
	return Decimal.min(unit, settlementFee)
}

function previewManifest({ outerIds, serviceAccount }: { outerIds: string[]; serviceAccount: string }): string {
	return [
		...outerIds.map((id, at) => `USE_CHILD NamedIntent("order-${at + 1}") Intent("${id}");`),
		...outerIds.flatMap((_, at) => Array<string>(2).fill(`YIELD_TO_CHILD NamedIntent("order-${at + 1}");`)),
		`CALL_METHOD Address("${serviceAccount}") "try_deposit_batch_or_abort" Expression("ENTIRE_WORKTOP") Enum<0u8>();`,
	].join('\n')
}

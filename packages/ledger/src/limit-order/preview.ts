import { Decimal } from '@accord/protocol'
import {
	accountAddress,
	compilePreview,
	composeOuter,
	copyForPreview,
	intentHeader,
	intersectWindows,
	type LimitOrderTerms,
	namedKey,
	type PreviewChild,
	type PublicKey,
	requireTerms,
	type SignedLimitOrder,
} from '../codec.ts'
import type { PreviewReceipt } from '../gateway/preview-receipt.ts'

/**
 * The flags of an order's preview: none, so that it runs as a commit would. Free credit would show its code that it is
 * a preview; assumed proofs would hide that it was signed by a stranger.
 */
export const orderPreviewFlags = {} as const

/** What previews need to know about the service: its account and the keys that sign its outers. */
export type PreviewService = {
	readonly account: string
	readonly publicKey: PublicKey
	readonly formerPublicKey?: PublicKey
}

/** The account of the service's key: its XRD is locked in previews, but a preview spends nothing. */
export function previewPayer({ publicKey: { curve, publicKey } }: PreviewService, networkId: number): string {
	return accountAddress({ curve, publicKey }, networkId)
}

/** Why an order fails its preview. */
export type OrderPreviewRefusal =
	| 'not_owner'
	| 'insufficient_funds'
	| 'verify_parent'
	| 'already_committed'
	| 'unknown_resource'
	| 'allowance_exceeded'
	| 'mint_refused'
	| 'too_many_events'
	| 'fee_not_covered'
	| 'payer_unfunded'
	| 'other'

/** The outcome of a preview of {@link composeOrderPreview}. `detail` is in the engine's own words, or Instamint's. */
export type OrderPreview =
	| { readonly ok: true; readonly costXrd: Decimal; readonly executionUnits: number }
	| { readonly ok: false; readonly reason: OrderPreviewRefusal; readonly detail: string }

/** What a preview charges for its own root, on top of an order's cost in a settlement. */
export type PreviewBase = { readonly costXrd: Decimal; readonly executionUnits: number }

/**
 * The base under the ledger's current protocol: the lowest value that {@link measurePreviewBase} finds for any kind of
 * order, rounded down, so that no estimate is too low: that of an order whose fee goes to the vault that pays. For others
 * it is up to 0.03 XRD too low. A test measures it again.
 */
export const previewBase: PreviewBase = { costXrd: Decimal.parse('0.105'), executionUnits: 1_850_000 }

/**
 * What binding adds to an item, the most in any bundle: that of two items, rounded up. A preview cannot show it, since no
 * item can settle without the others of its bundle. A test measures it again.
 */
export const bindingCost: PreviewBase = { costXrd: Decimal.parse('0.131'), executionUnits: 1_250_000 }

/** The ledger's limit on events per transaction, and what an order without a prefix emits in its own preview. */
export const rootEventsMax = 256
export const previewedEvents = 9
/** The most events of a root over two tokens itself, and of a bound item without a prefix: with a surplus and a shared fee. */
export const rootEvents = 9
export const itemEvents = 18

/** The price of creating a vault, in XRD: the buyer may never have held the token. */
export const newVaultCostXrd = Decimal.parse('0.126')

/**
 * The preview that shows who owns an order, whether the funds are there, and what it costs. Each order is copied with the
 * amount of step 4 set to 0 and put into a provisional outer, under a root that returns nothing. So it needs no one's
 * inventory. Several orders of one account share its funds in one preview, in the order given.
 *
 * With `roomForEvents` the root itself emits that many events, so it fails with `too_many_events` if the ledger's limit
 * leaves less room for others. Its cost is then not the order's.
 *
 * The copies carry the orders' real signers and nothing is assumed: only `ok` of {@link readOrderPreview} is a pass. The
 * root locks its fee, as a solver's does, with {@link previewPayer}'s XRD. Returns the compiled preview (hex).
 * @throws Error if one of them is not a limit order
 */
export function composeOrderPreview(options: {
	orders: readonly SignedLimitOrder[]
	service: PreviewService
	lockFeeXrd: Decimal
	networkId: number
	/** The message of each outer. */
	message?: string
	roomForEvents?: number
}): string {
	const { orders, service, lockFeeXrd, networkId, message, roomForEvents = 0 } = options
	const items = orders.map(order => previewedOrder(order, { service, networkId, message }))
	const each = (line: (outerId: string, name: string) => string[]) =>
		items.flatMap(({ outerId }, at) => line(outerId, `NamedIntent("order-${at}")`))
	const payer = previewPayer(service, networkId)
	const manifest = [
		...each((outerId, name) => [`USE_CHILD ${name} Intent("${outerId}");`]),
		`CALL_METHOD Address("${payer}") "lock_fee" Decimal("${Decimal.format(lockFeeXrd)}");`,
		...each((_, name) => [`YIELD_TO_CHILD ${name};`, `YIELD_TO_CHILD ${name};`]),
		// The payer's account accepts all deposits anyway, and a preview changes nothing.
		...Array(roomForEvents).fill(`CALL_METHOD Address("${payer}") "set_default_deposit_rule" Enum<0u8>();`),
		`CALL_METHOD Address("${service.account}") "try_deposit_batch_or_abort" Expression("ENTIRE_WORKTOP") Enum<0u8>();`,
	]
	const { curve, publicKey } = service.publicKey
	return compilePreview({
		manifest: manifest.join('\n'),
		header: intentHeader({ networkId, window: intersectWindows(orders.map(({ header }) => header)) }),
		children: items.map(({ child }) => child),
		signers: [{ curve, publicKey }],
	})
}

/**
 * Decides from the receipt whether the order passes. The cost is the preview's total less the base, always plus what
 * binding costs and one new vault. `base` is {@link previewBase} for one order; if the preview contains more orders, add their cost and units.
 */
export function readOrderPreview(receipt: PreviewReceipt, base: PreviewBase = previewBase): OrderPreview {
	if (receipt.status !== 'Succeeded') {
		const detail = receipt.errorMessage ?? receipt.status
		return mintRefusal(detail) ?? { ok: false, reason: refusal(detail), detail }
	}
	return {
		ok: true,
		costXrd: Decimal.sum([Decimal.subtract(receipt.costXrd, base.costXrd), bindingCost.costXrd, newVaultCostXrd]),
		executionUnits: receipt.executionUnits - base.executionUnits + bindingCost.executionUnits,
	}
}

/**
 * The base implied by an order: the cost of its preview less what the order adds to a root. Each further item adds the
 * same to a root.
 */
export function measurePreviewBase(options: {
	preview: PreviewBase
	roots: { withoutOrder: PreviewBase; withOrder: PreviewBase }
}): PreviewBase {
	const { preview, roots } = options
	return subtractCost(preview, subtractCost(roots.withOrder, roots.withoutOrder))
}

function subtractCost(a: PreviewBase, b: PreviewBase): PreviewBase {
	return {
		costXrd: Decimal.subtract(a.costXrd, b.costXrd),
		executionUnits: a.executionUnits - b.executionUnits,
	}
}

/** A copy of an order in its provisional outer. */
function previewedOrder(
	order: SignedLimitOrder,
	{ service, networkId, message }: { service: PreviewService; networkId: number; message: string | undefined },
): { readonly outerId: string; readonly child: PreviewChild } {
	const terms = requireTerms(order)
	const { accessRuleSborHex, sell, fee, at } = terms
	const keys = [service.publicKey, service.formerPublicKey]
	const { curve, publicKey } = namedKey(keys, { accessRuleSborHex, networkId }) ?? service.publicKey
	const copy = copyForPreview({ subintent: order.rootSubintent, zeroAssertionAt: at.buy, networkId })
	const outer = composeOuter({
		inner: { subintentId: copy.subintentId, header: order.header },
		sellResource: sell.resource,
		platformFee: fee.platformAmount,
		rebate: placeholderRebate(terms),
		serviceAccount: service.account,
		networkId,
		...(message === undefined ? {} : { message }),
	})
	const children = [{ subintent: copy.subintent, signers: order.signers }]
	return {
		outerId: outer.subintentId,
		child: { subintent: outer.subintent, signers: [{ curve, publicKey }], children },
	}
}

/**
 * One unit in the last decimal place of the settlement fee: not zero, not above the fee, and no finer than the token.
 * Its size does not affect the cost.
 */
export function placeholderRebate({ fee: { settlementAmount } }: LimitOrderTerms): Decimal {
	let unit = Decimal.unit(0)
	while (!Decimal.isZero(settlementAmount) && settlementAmount % unit !== 0n) unit = (unit / 10n) as Decimal
	return Decimal.min(unit, settlementAmount)
}

const refusals: readonly (readonly [OrderPreviewRefusal, RegExp])[] = [
	['already_committed', /IntentHashPreviouslyCommitted/],
	['payer_unfunded', /LockFeeInsufficientBalance/],
	['too_many_events', /TooManyEvents/],
	['fee_not_covered', /FeeReserveError\((?:InsufficientBalance|LoanRepaymentFailed)/],
	['unknown_resource', /ReferencedNodeDoesNotExist/],
	['insufficient_funds', /InsufficientBalance|VaultDoesNotExist/],
	['verify_parent', /VerifyParentFailed/],
	['not_owner', /Unauthorized.*"withdraw"/s],
]

/** A refusal by Instamint: it panics with one of its codes, a message, and a place in its source. */
const panicOfMint =
	/PanicMessage\("((?:wrong_badge|one_badge|instamint_paused|customer_paused|resource_not_enabled|amount_not_positive|amount_not_divisible|amount_too_large|allowance_exceeded|price_stale|unknown_customer): [^"\\]*?)(?: @ [^"]*)?"/

function mintRefusal(message: string): Extract<OrderPreview, { ok: false }> | undefined {
	const said = panicOfMint.exec(message)?.[1]
	if (said === undefined) return undefined
	const isBeyond = said.startsWith('allowance_exceeded: ')
	if (isBeyond) return { ok: false, reason: 'allowance_exceeded', detail: said.replace('allowance_exceeded: ', '') }
	return { ok: false, reason: 'mint_refused', detail: `the mint was refused: ${said}` }
}

function refusal(message: string): OrderPreviewRefusal {
	return refusals.find(([, pattern]) => pattern.test(message))?.[0] ?? 'other'
}

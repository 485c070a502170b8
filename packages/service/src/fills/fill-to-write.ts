import { type Amount, Decimal } from '@accord/protocol'
import type { WrappedBundle } from '../bundles/bundles-table.ts'
import { type WrapBundleDeps, wrapBundle } from '../bundles/wrap-bundle.ts'
import { signedLimitOrderRow } from '../intents/accepted-intent.ts'
import type { CheckedIntent } from '../intents/intents.ts'
import type { OpenIntentOfAccount } from '../intents/open-intents-table.ts'
import type { ValidatedOrder } from '../intents/validate-order.ts'
import type { FillOfPart, PartToFill } from './fills-table.ts'
import { storedMints } from './minting-fills-table.ts'
import type { PromisedMint } from './promised-mint.ts'

/** A validated fill. */
export type FillToWrite = {
	readonly intent: CheckedIntent
	readonly part: Pick<PartToFill, 'partId' | 'orderHash' | 'wholeOrder' | 'side' | 'limitQuote'>
	readonly makerId: string
	readonly receivedAtMs: number
	/** Its mint on credit. A fill with a mint is written alone. */
	readonly promised?: PromisedMint | undefined
	/** The bundle of the order that it completes, which is published together with it. */
	readonly bundle?: WrappedBundle
}

/**
 * The fill, with the bundle of the order if it completes one. An order that cannot be wrapped is left to the publishing loop,
 * which reports why.
 */
export function withBundle(deps: WrapBundleDeps, fill: FillToWrite): FillToWrite {
	const { wholeOrder, orderHash } = fill.part
	if (wholeOrder === undefined || fill.promised !== undefined) return fill
	try {
		const { side, limitQuote } = fill.part
		const stored = { ...rowOf(fill, deps.platform.clock.nowMs()).fill, side, limit_quote: limitQuote }
		const bundle = wrapBundle(deps, { orderHash, items: [wholeOrder, stored] })
		return bundle === undefined ? fill : { ...fill, bundle }
	} catch {
		return fill
	}
}

/** The fill as it is stored. */
export function rowOf(
	{ intent, part, makerId, receivedAtMs, promised }: FillToWrite,
	acceptedAtMs: number,
): FillOfPart {
	const fill = {
		...signedLimitOrderRow(intent, { acceptedAtMs }),
		part_id: part.partId,
		order_hash: part.orderHash,
		maker_id: makerId,
		state: 'started' as const,
		vetoed_at_ms: null,
		mints: promised === undefined ? null : storedMints(promised.mint),
		minted: promised?.forItself === undefined ? null : Decimal.format(promised.forItself),
	}
	return { fill, receivedAtMs }
}

/** The fill as one of its account's open intents. */
export function openIntentOf({ intent: { validated } }: FillToWrite): OpenIntentOfAccount {
	const { subintentHash, subintentId, account, payers, withdrawn, hasPrefix } = validated
	return { subintentHash, subintentId, account, role: 'fill', payers, withdrawn, hasPrefix }
}

/** The amount that a fill takes from its account's balance. */
export function wantedOf({ withdrawn }: Pick<ValidatedOrder, 'withdrawn'>, promised: PromisedMint | undefined): Amount {
	const { symbol, amount } = withdrawn
	return { symbol, amount: Decimal.subtract(amount, promised?.forItself ?? Decimal.zero) }
}

export function payersOfFill({ intent }: FillToWrite): readonly string[] {
	return intent.validated.payers
}

export function partOf({ part }: FillToWrite): string {
	return part.partId
}

export function hashOf({ intent }: FillToWrite): string {
	return intent.validated.subintentHash
}

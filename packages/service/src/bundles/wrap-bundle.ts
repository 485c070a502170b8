import { createHash } from 'node:crypto'
import { Decimal } from '@accord/protocol'
import { sharePayment, toOuterShare } from '../integrators/share-payment.ts'
import { commitmentMessage } from '../intents/commitment.ts'
import { bundleExpiryMinMs } from '../intents/deadlines.ts'
import type { IntentReadings } from '../intents/intents.ts'
import type { Platform } from '../platform/platform.ts'
import { bindBundle } from './bind-bundle.ts'
import type { StoredIntent, WrappedBundle } from './bundles-table.ts'
import { packBundle } from './packed-items.ts'
import { deliveriesOf } from './surplus.ts'
import { wrapStored } from './wrap-stored.ts'

export type WrapBundleDeps = {
	readonly platform: Pick<Platform, 'clock' | 'market' | 'feeInfo' | 'surplusMinXrd' | 'service' | 'markers'>
	readonly intents: { readonly readings: Pick<IntentReadings, 'of'> }
}

/**
 * Wraps, binds and signs an order and its fills; undefined if too little time is left.
 * @throws Error if the fills do not add up to the order, or if a row differs from its signed bytes: nothing is signed
 * for it
 */
export function wrapBundle(
	{ platform, intents: { readings: intentReadings } }: WrapBundleDeps,
	{ orderHash, items }: { readonly orderHash: string; readonly items: readonly StoredIntent[] },
): WrappedBundle | undefined {
	const { clock, market, markers, service } = platform
	const expiresAtS = Math.min(...items.map(item => Number(item.expires_at_s)))
	if (expiresAtS * 1000 < bundleExpiryMinMs(clock.nowMs())) return undefined
	requireFillsAddUp(items)
	const deliveries = deliveriesOf(platform, items)
	const { bindings, amounts } = bindBundle(markers, { fills: items.length - 1 })
	const share = items[0] && sharePayment(platform, items[0])
	const wrapped = items.map((item, at) => {
		const [binding, surplus] = [bindings[at], deliveries.ofItems[at]]
		const paying = at === 0 ? share : undefined
		const stored = { ...item, ...(paying && { rebate: paying.rebate }) }
		return wrapStored({ market, service, intentReadings }, stored, {
			...(binding && { binding }),
			...(surplus && { surplus }),
			...toOuterShare(paying),
			...messageOf(item),
		})
	})
	const inner = items.map(item => item.signed_partial_transaction)
	const record = items[0]?.match_record ?? ''
	const packed = packBundle({ inner, items: wrapped, record })
	return {
		order_hash: orderHash,
		items: wrapped,
		packed_bytes: packed,
		packed_record_length: packed === undefined || record === '' ? null : Buffer.byteLength(record),
		subintent_ids: items.map(item => item.subintent_id),
		marker_amounts: amounts.map(Decimal.format),
		expires_at_s: expiresAtS,
		surplus: Decimal.isZero(deliveries.total) ? null : Decimal.format(deliveries.total),
		...(share && { share }),
	}
}

/** An order that was accepted before there were records has none. */
function messageOf({ match_record: record }: StoredIntent): { message?: string } {
	return record == null ? {} : { message: commitmentMessage(createHash('sha256').update(record).digest('hex')) }
}

/**
 * Of every token, the order and its fills must together give what they take, or more, for any number of makers, routes and
 * re-routings.
 */
function requireFillsAddUp(items: readonly StoredIntent[]): void {
	const left = new Map<string, Decimal>()
	const add = (symbol: string, amount: Decimal) =>
		left.set(symbol, Decimal.add(left.get(symbol) ?? Decimal.zero, amount))
	for (const { sell_symbol, sell_amount, buy_symbol, buy_amount } of items) {
		add(sell_symbol, Decimal.parse(sell_amount))
		add(buy_symbol, Decimal.negate(Decimal.parse(buy_amount)))
	}
	const [order] = items
	if (order !== undefined && items.length > 1 && left.values().every(amount => amount >= 0n)) return
	throw new Error(`the fills of ${order?.subintent_hash} do not add up to it: the bundle is not signed`)
}

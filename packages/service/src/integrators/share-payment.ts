import type { OuterAmounts } from '@accord/ledger'
import { Decimal, deliveryCostXrd, type FeeInfo } from '@accord/protocol'
import { isWorth, type Market, rebateOf } from '../market/market.ts'

// The guarantee: an order's outer pays its integrator at most what it has earned and nothing has paid yet, and at most this
// order's platform fee. An amount below the cost of a deposit is carried over to a later trade.

/** An order's share of the platform fee, as stored; amounts are strings, in the token that the order sells. */
export type StoredShare = {
	readonly code: string
	readonly account: string
	/** This order's share. */
	readonly due: string
	/** What its outer pays, once decided: an order that is wrapped again pays the same. */
	readonly paid: string | null
	/** What settled trades left unpaid and no other bundle is already paying; negative after a correction. */
	readonly unclaimed: string
	readonly cost_xrd: string
}

/** What an order's outer pays its integrator, as recorded with the bundle. */
export type SharePayment = {
	readonly code: string
	readonly symbol: string
	readonly account: string
	readonly paid: string
	/** How much of it is owed from earlier trades. */
	readonly claimed: string
	/** The order's cost and rebate: it pays for the delivery, as for that of a surplus. */
	readonly cost_xrd: string
	readonly rebate: string
}

type PayingOrder = {
	readonly share?: StoredShare | null
	readonly sell_symbol: string
	readonly platform_fee: string
	readonly rebate: string
}

type Rules = { readonly market: Market; readonly feeInfo: FeeInfo }

/** Undefined for an order without an integrator. */
export function sharePayment(rules: Rules, order: PayingOrder): SharePayment | undefined {
	const { share, sell_symbol: symbol, rebate } = order
	if (share === undefined || share === null) return undefined
	const { code, account, cost_xrd } = share
	const same = { code, symbol, account, cost_xrd, rebate, claimed: '0' }
	if (share.paid !== null) return { ...same, paid: share.paid }
	const paid = amountToPay(rules, { ...share, ...order })
	if (Decimal.isZero(paid)) return { ...same, paid: '0' }
	const costXrd = Decimal.add(Decimal.parse(cost_xrd), deliveryCostXrd)
	const claimed = Decimal.max(Decimal.subtract(paid, Decimal.parse(share.due)), Decimal.zero)
	return {
		...same,
		paid: Decimal.format(paid),
		claimed: Decimal.format(claimed),
		cost_xrd: Decimal.format(costXrd),
		// Its fees may have been those of former settings: it gets no more than it would without the payment.
		rebate: Decimal.format(Decimal.min(Decimal.parse(rebate), rebateOf(rules, { symbol, costXrd }))),
	}
}

/** What the outer is told; nothing if it pays nothing. */
export function toOuterShare(payment: SharePayment | undefined): Pick<OuterAmounts, 'share'> {
	if (payment === undefined || payment.paid === '0') return {}
	return { share: { amount: Decimal.parse(payment.paid), account: payment.account } }
}

/** Whether a bundle pays what is owed from earlier trades. */
export function isClaiming({ share }: { readonly share?: SharePayment | undefined }): boolean {
	return share !== undefined && share.claimed !== '0'
}

function amountToPay(rules: Rules, order: PayingOrder & Pick<StoredShare, 'due' | 'unclaimed'>): Decimal {
	const { due, unclaimed, platform_fee: fee, sell_symbol: symbol } = order
	const amount = Decimal.min(Decimal.add(Decimal.parse(unclaimed), Decimal.parse(due)), Decimal.parse(fee))
	return isWorth(rules, { symbol, amount, xrd: deliveryCostXrd }) ? amount : Decimal.zero
}

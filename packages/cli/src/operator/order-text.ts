import {
	amountText,
	costText,
	feeText,
	isTerminalOrderState,
	type ListedOrder,
	type OperatorOrder,
	type OrderState,
	rebateText,
	timestampText,
} from '@accord/protocol'
import type { Paint } from '../terminal/paint.ts'
import { formatFacts, formatTable } from '../terminal/table.ts'
import { agoText } from '../terminal/time-text.ts'

type Look = { readonly paint: Paint; readonly nowMs: number }

/** Orders, one per line; with full ids and accounts if `isLong`. */
export function describeOrders(
	orders: readonly ListedOrder[],
	{ paint, nowMs, isLong }: Look & { readonly isLong: boolean },
): string[] {
	if (orders.length === 0) return ['no orders']
	const id = (text: string) => (isLong ? text : shortId(text))
	const columns = ['ORDER', 'STATE', { number: 'SELLS' }, { number: 'BUYS' }, 'ACCOUNT', 'CREATED']
	const rows = orders.map(order => [
		id(order.subintentId),
		stateText(order.state, paint),
		amountText(order.limitOrder.sell),
		amountText(order.limitOrder.buy),
		id(order.account),
		agoText(order.createdAtMs, nowMs),
	])
	return formatTable(columns, rows, paint)
}

/** One order in full. */
export function describeOrder(order: OperatorOrder, paint: Paint): string[] {
	const { limitOrder, estimate, bundleNumber } = order
	const timestamp = (ms: number | undefined) => (ms === undefined ? undefined : timestampText(ms))
	return formatFacts(
		[
			['order', order.subintentId],
			['hash', order.subintentHash],
			['state', stateText(order.state, paint)],
			['account', `${order.account} (level ${order.level})`],
			['sells', amountText(limitOrder.sell)],
			['buys', `at least ${amountText(limitOrder.buy)}`],
			['pair', `${order.pair.base}/${order.pair.quote}, ${order.side}s ${order.pair.base}`],
			['fee', feeText(order.fee)],
			['rebate', rebateText(order)],
			['cost', costText(estimate)],
			['prefix', estimate.hasPrefix ? 'has its own instructions before the schema' : undefined],
			['accepted', timestamp(order.createdAtMs)],
			['filled', timestamp(order.filledAtMs)],
			['published', timestamp(order.publishedAtMs)],
			['ended', timestamp(order.endedAtMs)],
			['expires', timestampText(order.expiresAtS * 1000)],
			['bundle', bundleNumber === undefined ? undefined : `number ${bundleNumber} in the solver stream`],
			['transaction', order.transactionId],
			['signed', `${order.signedPartialTransaction.length / 2} bytes (print them with --json)`],
		],
		paint,
	)
}

const shortLength = 8

/** The first characters of an id after its network prefix: enough to tell ids apart at a glance. */
export function shortId(id: string): string {
	const separator = id.indexOf('1')
	return separator === -1 ? id : id.slice(separator + 1, separator + 1 + shortLength)
}

/** A state in the colour of its kind: settled, open, or ended without a trade. */
export function stateText(state: OrderState, paint: Paint): string {
	if (state === 'settled') return paint.green(state)
	return isTerminalOrderState(state) ? paint.yellow(state) : paint.cyan(state)
}

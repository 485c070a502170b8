import type { AmountWire, ListedOrderWire, OperatorOrderWire } from '@accord/protocol'
import type { Paint } from '../terminal/paint.ts'
import { formatFacts, formatTable } from '../terminal/table.ts'
import { agoText, timestampText } from '../terminal/time-text.ts'

type Look = { readonly paint: Paint; readonly nowMs: number }

/** Orders, one per line; with full ids and accounts if `isLong`. */
export function describeOrders(
	orders: readonly ListedOrderWire[],
	{ paint, nowMs, isLong }: Look & { readonly isLong: boolean },
): string[] {
	if (orders.length === 0) return ['no orders']
	const id = (text: string) => (isLong ? text : shortId(text))
	const columns = [
		{ title: 'ORDER' },
		{ title: 'STATE' },
		{ title: 'SELLS', align: 'right' },
		{ title: 'BUYS', align: 'right' },
		{ title: 'ACCOUNT' },
		{ title: 'CREATED' },
	] as const
	const rows = orders.map(order => [
		id(order.subintent_id),
		stateText(order.state, paint),
		amountText(order.sell),
		amountText(order.buy),
		id(order.account),
		agoText(order.created_at_ms, nowMs),
	])
	return formatTable(columns, rows, paint)
}

/** One order in full. */
export function describeOrder(order: OperatorOrderWire, paint: Paint): string[] {
	const { limit_order: limits, judged } = order
	const timestamp = (ms: number | undefined) => (ms === undefined ? undefined : timestampText(ms))
	return formatFacts(
		[
			['order', order.subintent_id],
			['hash', order.subintent_hash],
			['state', stateText(order.state, paint)],
			['account', `${order.account} (level ${order.level})`],
			['sells', amountText(limits.sell)],
			['buys', `at least ${amountText(limits.buy)}`],
			['pair', `${order.pair.base}/${order.pair.quote}, ${order.side}s ${order.pair.base}`],
			['fee', feeText(order.fee)],
			['rebate', amountText(order.rebate)],
			['cost', costText(judged)],
			['prefix', judged.has_prefix ? 'has its own instructions before the schema' : undefined],
			['accepted', timestamp(order.created_at_ms)],
			['filled', timestamp(order.filled_at_ms)],
			['published', timestamp(order.published_at_ms)],
			['ended', timestamp(order.ended_at_ms)],
			['expires', timestampText(order.expires_at * 1000)],
			['bundle', order.bundle_number === undefined ? undefined : `number ${order.bundle_number} in the solver stream`],
			['transaction', order.transaction_id],
			['signed', `${order.signed_partial_transaction.length / 2} bytes (print them with --json)`],
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

export function amountText({ symbol, amount }: AmountWire): string {
	return `${amount} ${symbol}`
}

/** Both fees of an order or fill. */
export function feeText(fee: OperatorOrderWire['fee']): string {
	return `${fee.anthic_amount} ${fee.symbol} platform fee, ${fee.settlement_amount} ${fee.symbol} settlement fee`
}

/** The previewed cost of an order or fill. */
export function costText({ cost_xrd: cost, execution_units: units }: OperatorOrderWire['judged']): string {
	return `${cost} XRD, ${units} execution units`
}

/** A state in the colour of its kind: settled, open, or ended without a trade. */
export function stateText(state: ListedOrderWire['state'], paint: Paint): string {
	if (state === 'settled') return paint.green(state)
	return ['awaiting_fills', 'filled', 'published'].includes(state) ? paint.cyan(state) : paint.yellow(state)
}

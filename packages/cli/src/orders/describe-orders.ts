import type { AmountWire, ListedOrderWire, OperatorOrderWire } from '@accord/protocol'
import type { Paint } from '../terminal/paint.ts'
import { formatFacts, formatTable } from '../terminal/table.ts'
import { agoText, momentText } from '../terminal/time-text.ts'
import { shortId } from './short-id.ts'

type Look = { readonly paint: Paint; readonly nowMs: number }

/** Orders, one a line; with whole ids and accounts if they are to be copied. */
export function describeOrders(
	orders: readonly ListedOrderWire[],
	{ paint, nowMs, isLong }: Look & { readonly isLong: boolean },
): string[] {
	if (orders.length === 0) return ['no order']
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
		paintState(order.state, paint),
		amountText(order.sell),
		amountText(order.buy),
		id(order.account),
		agoText(order.created_at_ms, nowMs),
	])
	return formatTable(columns, rows, paint)
}

/** Everything that is kept of one order. */
export function describeOrder(order: OperatorOrderWire, paint: Paint): string[] {
	const { limit_order: limits, judged } = order
	const moment = (ms: number | undefined) => (ms === undefined ? undefined : momentText(ms))
	return formatFacts(
		[
			['order', order.subintent_id],
			['hash', order.subintent_hash],
			['state', paintState(order.state, paint)],
			['account', `${order.account} (level ${order.level})`],
			['sells', amountText(limits.sell)],
			['buys', `at least ${amountText(limits.buy)}`],
			['pair', `${order.pair.base}/${order.pair.quote}, ${order.side}s ${order.pair.base}`],
			['fee', feeText(order.fee)],
			['rebate', amountText(order.rebate)],
			['cost', `${judged.cost_xrd} XRD, ${judged.execution_units} execution units`],
			['prefix', judged.has_prefix ? 'instructions of its own before the schema' : undefined],
			['accepted', moment(order.created_at_ms)],
			['filled', moment(order.filled_at_ms)],
			['published', moment(order.published_at_ms)],
			['ended', moment(order.ended_at_ms)],
			['expires', momentText(order.expires_at * 1000)],
			['bundle', order.bundle_number === undefined ? undefined : `number ${order.bundle_number} of the solvers’ log`],
			['transaction', order.transaction_id],
			['signed', `${order.signed_partial_transaction.length / 2} bytes (all of them: --json)`],
		],
		paint,
	)
}

export function amountText({ symbol, amount }: AmountWire): string {
	return `${amount} ${symbol}`
}

/** Both fees of an order or fill in words. */
export function feeText(fee: OperatorOrderWire['fee']): string {
	return `${fee.anthic_amount} ${fee.symbol} to the platform, ${fee.settlement_amount} ${fee.symbol} for the settlement`
}

/** A state in the colour of what it means: done, under way, come to nothing. */
export function paintState(state: ListedOrderWire['state'], paint: Paint): string {
	if (state === 'settled') return paint.green(state)
	return ['awaiting_fills', 'filled', 'published'].includes(state) ? paint.cyan(state) : paint.yellow(state)
}

import { Decimal, durationText, type ListedOrder, type Overview } from '@accord/protocol'
import type { Paint } from '../terminal/paint.ts'
import { formatTable } from '../terminal/table.ts'
import { agoText } from '../terminal/time-text.ts'
import { describeNodes } from './nodes-text.ts'
import { shortId, stateText } from './order-text.ts'

type Look = { readonly paint: Paint; readonly nowMs: number; readonly rowsMax?: number }

const pairsMax = 6

/** The service at a glance, for 80 columns. With fewer rows it shows fewer recent orders. */
export function describeOverview(overview: Overview, { paint, nowMs, rowsMax = 24 }: Look): string[] {
	const { service } = overview
	const uptime = durationText(service.uptimeS * 1000)
	const above = [
		`${paint.bold('Accord')} ${service.version} on ${service.network} (${service.networkId}), up ${uptime}, ${service.url}`,
		healthLine(overview, paint),
		'',
		...books(overview, paint),
		'',
		...counts(overview, paint),
		...describeNodes(overview.nodes, { paint, nowMs }),
	]
	const left = Math.max(0, rowsMax - above.length - 2)
	const newest = overview.recent.slice(0, left)
	return newest.length === 0 ? above : [...above, '', ...newestOrders(newest, { paint, nowMs })]
}

function healthLine({ health }: Overview, paint: Paint): string {
	const checks = health.map(({ name, ok, detail }) =>
		ok ? paint.green(`${name} ok`) : paint.red(`${name} FAIL${detail === undefined ? '' : `: ${detail}`}`),
	)
	return checks.join('  ')
}

function books({ pairs }: Overview, paint: Paint): string[] {
	const columns = [
		'PAIR',
		{ number: 'AMOUNT' },
		{ number: 'BEST BID' },
		{ number: 'BEST ASK' },
		{ number: 'AMOUNT' },
		{ number: 'MAKERS' },
	]
	const rows = pairs
		.slice(0, pairsMax)
		.map(({ pair, bestBid: bid, bestAsk: ask, makers }) => [
			`${pair.base}/${pair.quote}`,
			bid === undefined ? '' : shortAmount(bid.amount),
			bid === undefined ? paint.dim('none') : paint.green(Decimal.format(bid.price)),
			ask === undefined ? paint.dim('none') : paint.red(Decimal.format(ask.price)),
			ask === undefined ? '' : shortAmount(ask.amount),
			String(makers),
		])
	const hidden = pairs.length - rows.length
	return [...formatTable(columns, rows, paint), ...(hidden > 0 ? [paint.dim(`and ${hidden} more: accord book`)] : [])]
}

function counts(overview: Overview, paint: Paint): string[] {
	const { orders, fills, settledLastMinute: settled, makers, sessions, queues, nodes = [] } = overview
	const { open, ended } = orders
	const line = (name: string, facts: string) => `${paint.dim(name.padEnd(9))} ${facts}`
	const isOneOfSeveral = nodes.length > 1
	const here = isOneOfSeveral ? ' at this node' : ''
	const connected = `makers ${sessions.makers}, solvers ${sessions.solvers}, event streams ${sessions.eventStreams}`
	const paused = makers.paused > 0 ? paint.yellow(`, ${makers.paused} paused`) : ''
	return [
		line('open', `${open.awaiting_fills} awaiting fills, ${open.filled} filled, ${open.published} published`),
		line(
			'ended',
			`${ended.settled} settled, ${ended.unfilled} unfilled, ${ended.expired} expired, ${ended.cancelled} cancelled${here || ' since the start'}`,
		),
		line('settling', `${(settled / 60).toFixed(2)} orders per second (${settled} in the last minute)${here}`),
		line('fills', `${fills.asked} requested, ${fills.started} started`),
		line(
			'queues',
			`${queues.previewsRunning} previews running, ${queues.previewsWaiting} waiting, ${queues.ordersToMatch} orders to match${here}`,
		),
		...(isOneOfSeveral
			? [line('sessions', `${connected}${here}`), line('makers', `${makers.registered} registered${paused}`)]
			: [line('sessions', `${connected}; ${makers.registered} makers registered${paused}`)]),
	]
}

function newestOrders(orders: readonly ListedOrder[], { paint, nowMs }: Pick<Look, 'paint' | 'nowMs'>): string[] {
	const columns = ['NEWEST', 'STATE', { number: 'SELLS' }, { number: 'BUYS' }, 'CHANGED']
	const rows = orders.map(order => [
		shortId(order.subintentId),
		stateText(order.state, paint),
		...[order.limitOrder.sell, order.limitOrder.buy].map(({ symbol, amount }) => `${shortAmount(amount)} ${symbol}`),
		agoText(order.updatedAtMs, nowMs),
	])
	return formatTable(columns, rows, paint)
}

const digitsMax = 9

/** The leading digits of an amount, for display only: large amounts without decimal places, small ones with a few. */
export function shortAmount(amount: Decimal): string {
	const [whole = '', places = ''] = Decimal.format(amount).split('.')
	const kept = places.slice(0, Math.max(0, digitsMax - whole.length)).replace(/0+$/, '')
	return kept === '' ? whole : `${whole}.${kept}`
}

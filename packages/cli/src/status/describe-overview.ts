import type { ListedOrderWire, OverviewWire } from '@accord/protocol'
import { paintState } from '../orders/describe-orders.ts'
import { shortId } from '../orders/short-id.ts'
import type { Paint } from '../terminal/paint.ts'
import { formatTable } from '../terminal/table.ts'
import { agoText, lengthText } from '../terminal/time-text.ts'
import { shortAmount } from './short-amount.ts'

type Look = { readonly paint: Paint; readonly nowMs: number; readonly rowsMax?: number }

const pairsMax = 6

/** How the service is, on a screen of 80 columns; with less room the newest orders are fewer. */
export function describeOverview(overview: OverviewWire, { paint, nowMs, rowsMax = 24 }: Look): string[] {
	const { service } = overview
	const uptime = lengthText(service.uptime_s * 1000)
	const above = [
		`${paint.bold('Accord')} ${service.version} on ${service.network} (${service.network_id}), up ${uptime}, ${service.url}`,
		healthLine(overview, paint),
		'',
		...books(overview, paint),
		'',
		...counts(overview, paint),
	]
	const left = Math.max(0, rowsMax - above.length - 2)
	const newest = overview.recent.slice(0, left)
	return newest.length === 0 ? above : [...above, '', ...newestOrders(newest, { paint, nowMs })]
}

function healthLine({ health }: OverviewWire, paint: Paint): string {
	const checks = health.map(({ name, ok, detail }) =>
		ok ? paint.green(`${name} ok`) : paint.red(`${name} WRONG${detail === undefined ? '' : `: ${detail}`}`),
	)
	return checks.join('  ')
}

function books({ pairs }: OverviewWire, paint: Paint): string[] {
	const columns = [
		{ title: 'PAIR' },
		{ title: 'AMOUNT', align: 'right' },
		{ title: 'BEST BID', align: 'right' },
		{ title: 'BEST ASK', align: 'right' },
		{ title: 'AMOUNT', align: 'right' },
		{ title: 'MAKERS', align: 'right' },
	] as const
	const rows = pairs
		.slice(0, pairsMax)
		.map(({ base, quote, best_bid: bid, best_ask: ask, makers }) => [
			`${base}/${quote}`,
			bid === undefined ? '' : shortAmount(bid[1]),
			bid === undefined ? paint.dim('none') : paint.green(bid[0]),
			ask === undefined ? paint.dim('none') : paint.red(ask[0]),
			ask === undefined ? '' : shortAmount(ask[1]),
			String(makers),
		])
	const hidden = pairs.length - rows.length
	return [...formatTable(columns, rows, paint), ...(hidden > 0 ? [paint.dim(`and ${hidden} more: accord book`)] : [])]
}

function counts(
	{ orders, fills, settled_last_minute: settled, makers, sessions, queues }: OverviewWire,
	paint: Paint,
): string[] {
	const { open, ended } = orders
	const line = (name: string, facts: string) => `${paint.dim(name.padEnd(9))} ${facts}`
	return [
		line('open', `${open.awaiting_fills} awaiting fills, ${open.filled} filled, ${open.published} published`),
		line(
			'ended',
			`${ended.settled} settled, ${ended.unfilled} unfilled, ${ended.expired} expired, ${ended.cancelled} cancelled since the start`,
		),
		line('settling', `${(settled / 60).toFixed(2)} orders a second (${settled} in the last minute)`),
		line('fills', `${fills.asked} asked, ${fills.started} started`),
		line(
			'queues',
			`${queues.previews_running} previews running, ${queues.previews_waiting} waiting, ${queues.orders_to_match} orders to match`,
		),
		line(
			'sessions',
			`${sessions.makers} of makers, ${sessions.solvers} of solvers, ${sessions.event_streams} event streams; ` +
				`${makers.registered} makers${makers.paused > 0 ? paint.yellow(`, ${makers.paused} paused`) : ''}`,
		),
	]
}

function newestOrders(orders: readonly ListedOrderWire[], { paint, nowMs }: Pick<Look, 'paint' | 'nowMs'>): string[] {
	const columns = [
		{ title: 'NEWEST' },
		{ title: 'STATE' },
		{ title: 'SELLS', align: 'right' },
		{ title: 'BUYS', align: 'right' },
		{ title: 'SINCE' },
	] as const
	const rows = orders.map(order => [
		shortId(order.subintent_id),
		paintState(order.state, paint),
		...[order.sell, order.buy].map(({ symbol, amount }) => `${shortAmount(amount)} ${symbol}`),
		agoText(order.updated_at_ms, nowMs),
	])
	return formatTable(columns, rows, paint)
}

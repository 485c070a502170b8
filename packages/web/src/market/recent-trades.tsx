import { Decimal, type Trade } from '@accord/protocol'
import { formatRoute } from '../app/route.ts'
import { formatPrice } from '../book/price-tick.ts'
import { clockTime } from '../format/clock-time.ts'
import { formatAmount, placesFor } from '../format/format-amount.ts'
import { useSession } from '../session/session.tsx'
import { useSavedOrders } from '../session/use-saved-orders.ts'
import { Panel } from '../ui/panel.tsx'
import { Empty, Failed, Loading } from '../ui/states.tsx'
import { TableHead } from '../ui/table-head.tsx'
import type { RecentTrades } from './use-trades.ts'
import '../ui/own-mark.css'
import './recent-trades.css'

const amountDigits = 6

/** The pair's latest settled trades; each links to its details. */
export function RecentTradesPanel({ recent, rows }: { recent: RecentTrades; rows: number }) {
	return (
		<Panel title="Settled trades">
			<div className="recent-room">
				<Recent recent={recent} rows={rows} />
			</div>
		</Panel>
	)
}

function Recent({ recent: { data: trades, error }, rows }: { recent: RecentTrades; rows: number }) {
	const { pair, page } = useSession()
	const own = new Set(useSavedOrders(page.networkId).map(({ subintentId }) => subintentId))
	if (trades === undefined)
		return error === undefined ? (
			<Loading what="settled trades" lines={Math.min(7, rows / 2)} />
		) : (
			<Failed title="Couldn’t load trades" error={error} />
		)
	if (trades.length === 0) return <Empty title="No trades yet">The first trade in this pair will appear here.</Empty>
	const shown = trades.slice(0, rows)
	const largest = shown.map(({ baseAmount }) => baseAmount).reduce(Decimal.max, Decimal.zero)
	const places = placesFor(largest, amountDigits)
	return (
		<table className="recent">
			<caption className="visually-hidden">
				Latest settled trades in {pair.base}/{pair.quote}
			</caption>
			<TableHead columns={[`Price (${pair.quote})`, `Amount (${pair.base})`, 'Time']} />
			<tbody>
				{shown.map(trade => (
					<TradeRow key={trade.subintentId} {...{ trade, places }} isOwn={own.has(trade.subintentId)} />
				))}
			</tbody>
		</table>
	)
}

type TradeRowProps = {
	readonly trade: Trade
	readonly places: number
	/** Whether this browser sent it. */
	readonly isOwn: boolean
}

function TradeRow({ trade, places, isOwn }: TradeRowProps) {
	const { pair, subintentId, side, price, baseAmount, settledAtMs } = trade
	const shownPrice = formatPrice(pair, price)
	return (
		<tr className={`recent-${side}`}>
			<td className="recent-price" title={formatAmount(price)}>
				<a href={formatRoute({ view: 'trades', id: subintentId })}>
					<span className="visually-hidden">{side === 'buy' ? 'Bought' : 'Sold'} at </span>
					{shownPrice}
					{isOwn && (
						<span className="own-mark" title="Your order">
							<span className="visually-hidden">, your order</span>
						</span>
					)}
				</a>
			</td>
			<td title={formatAmount(baseAmount)}>{formatAmount(baseAmount, { places, leastPlaces: places })}</td>
			<td>
				<time dateTime={new Date(settledAtMs).toISOString()}>{clockTime(settledAtMs)}</time>
			</td>
		</tr>
	)
}

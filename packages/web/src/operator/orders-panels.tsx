import type { ListedOrder, Overview, PriceLevel } from '@accord/protocol'
import { clockTime } from '../format/clock-time.ts'
import { formatAmount, formatSignificant } from '../format/format-amount.ts'
import { shortId } from '../format/short-id.ts'
import { DataPanel } from '../key-view/data-panel.tsx'
import { StateBadge } from '../order/state-badge.tsx'
import type { RemoteData } from '../session/remote-data.ts'
import { Amount } from '../ui/amount.tsx'
import { Empty } from '../ui/states.tsx'

type OrdersProps = { readonly overview: RemoteData<Overview> }

/** Each pair's best prices, and how many makers quote it. */
export function PairsPanel({ overview }: OrdersProps) {
	return (
		<DataPanel title="Books" data={overview}>
			{({ pairs }) => (
				<div className="table-box">
					<table className="table table-cards">
						<caption className="visually-hidden">The best prices of each pair</caption>
						<thead>
							<tr>
								<th scope="col">Pair</th>
								<th scope="col" className="number">
									Best bid
								</th>
								<th scope="col" className="number">
									Best ask
								</th>
								<th scope="col" className="number">
									Makers
								</th>
							</tr>
						</thead>
						<tbody>
							{pairs.map(({ pair: { base, quote }, bestBid, bestAsk, makers }) => (
								<tr key={`${base}/${quote}`}>
									<td data-label="Pair">
										{base}/{quote}
									</td>
									<td data-label="Best bid" className="number">
										{describeLevel(bestBid)}
									</td>
									<td data-label="Best ask" className="number">
										{describeLevel(bestAsk)}
									</td>
									<td data-label="Makers" className="number">
										{makers}
									</td>
								</tr>
							))}
						</tbody>
					</table>
				</div>
			)}
		</DataPanel>
	)
}

function describeLevel(level: PriceLevel | undefined): string {
	return level === undefined ? 'none' : `${formatAmount(level.price)} for ${formatSignificant(level.amount)}`
}

/** The ten newest orders. */
export function NewestPanel({ overview }: OrdersProps) {
	return (
		<DataPanel title="Newest orders" data={overview}>
			{({ recent }) => (recent.length === 0 ? <Empty title="No orders yet" /> : <NewestTable orders={recent} />)}
		</DataPanel>
	)
}

function NewestTable({ orders }: { orders: readonly ListedOrder[] }) {
	return (
		<div className="table-box">
			<table className="table table-cards">
				<caption className="visually-hidden">The newest orders</caption>
				<thead>
					<tr>
						<th scope="col">Order</th>
						<th scope="col">State</th>
						<th scope="col" className="number">
							Sells
						</th>
						<th scope="col" className="number">
							Buys
						</th>
						<th scope="col">Changed</th>
					</tr>
				</thead>
				<tbody>
					{orders.map(({ subintentId, state, limitOrder: { sell, buy }, updatedAtMs }) => (
						<tr key={subintentId}>
							<td data-label="Order">
								<code title={subintentId}>{shortId(subintentId, { head: 14, tail: 4 })}</code>
							</td>
							<td data-label="State">
								<StateBadge state={state} />
							</td>
							<td data-label="Sells" className="number">
								<Amount {...sell} format={{ places: 8 }} />
							</td>
							<td data-label="Buys" className="number">
								<Amount {...buy} format={{ places: 8 }} />
							</td>
							<td data-label="Changed">
								<time dateTime={new Date(updatedAtMs).toISOString()}>{clockTime(updatedAtMs)}</time>
							</td>
						</tr>
					))}
				</tbody>
			</table>
		</div>
	)
}

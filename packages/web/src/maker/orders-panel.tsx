import type { MakerOrder, MakerOrderPage } from '@accord/protocol'
import type { ReactNode } from 'react'
import { clockTime } from '../format/clock-time.ts'
import { shortId } from '../format/short-id.ts'
import { DataPanel } from '../key-view/data-panel.tsx'
import type { RemoteData } from '../session/remote-data.ts'
import { Amount } from '../ui/amount.tsx'
import { Empty } from '../ui/states.tsx'
import { TableHead } from '../ui/table-head.tsx'
import { openOrdersMax } from './use-maker-data.ts'
import '../order/state-badge.css'

type OrdersProps = { readonly orders: RemoteData<MakerOrderPage> }

/** The orders that the maker is currently asked to fill, and their deadlines. */
export function OpenOrdersPanel({ orders }: OrdersProps) {
	return (
		<DataPanel title="Open orders" data={orders}>
			{({ orders: open }) => (
				<>
					{open.length === 0 && (
						<Empty title="Nothing to answer">Orders wait here for seconds, until you fill or reject them.</Empty>
					)}
					{open.length > 0 && (
						<OrdersTable orders={open} last="Fill before" cell={order => <Deadline order={order} />} />
					)}
					{open.length === openOrdersMax && <p className="key-hint">The newest {openOrdersMax}; there may be more.</p>}
				</>
			)}
		</DataPanel>
	)
}

/** The outcomes of the last orders that the maker was asked to fill. */
export function LatestOrdersPanel({ orders }: OrdersProps) {
	return (
		<DataPanel title="Latest orders" data={orders}>
			{({ orders: latest }) =>
				latest.length === 0 ? (
					<Empty title="No orders yet">Every order that you are asked to fill is listed here.</Empty>
				) : (
					<OrdersTable orders={latest} last="Result" cell={order => <Result order={order} />} />
				)
			}
		</DataPanel>
	)
}

type OrdersTableProps = {
	readonly orders: readonly MakerOrder[]
	readonly last: string
	readonly cell: (order: MakerOrder) => ReactNode
}

function OrdersTable({ orders, last, cell }: OrdersTableProps) {
	return (
		<div className="table-box">
			<table className="table table-cards">
				<TableHead columns={['Asked', 'Order', { number: 'You sell' }, { number: 'You receive' }, last]} />
				<tbody>
					{orders.map(order => (
						<tr key={order.id}>
							<td data-label="Asked">{clockTime(order.createdAtMs)}</td>
							<td data-label="Order">
								<code title={order.id}>{shortId(order.id, { head: 6, tail: 4 })}</code>
							</td>
							<td data-label="You sell" className="number">
								<Amount {...order.fill.sell} format={{ places: 6 }} />
							</td>
							<td data-label="You receive" className="number">
								<Amount {...order.fill.buy} format={{ places: 6 }} />
							</td>
							<td data-label={last}>{cell(order)}</td>
						</tr>
					))}
				</tbody>
			</table>
		</div>
	)
}

function Deadline({ order: { fillBeforeMs } }: { order: MakerOrder }) {
	return <time dateTime={new Date(fillBeforeMs).toISOString()}>{clockTime(fillBeforeMs)}</time>
}

function Result({ order: { state, filled, rejectReason } }: { order: MakerOrder }) {
	if (state === 'asked') return <span className="badge badge-open">Open</span>
	if (state === 'rejected')
		return (
			<span className="badge badge-bad">
				Rejected{rejectReason === undefined ? '' : `: ${rejectReason.slice(0, 40)}`}
			</span>
		)
	if (state === 'timed_out') return <span className="badge badge-bad">Timed out</span>
	if (filled === undefined || filled.state === 'started') return <span className="badge badge-open">Filled</span>
	return <span className={`badge badge-${filled.state === 'Settled' ? 'good' : 'bad'}`}>{filled.state}</span>
}

import { isCalledOff, type MakerOrder, type MakerOrderPage } from '@accord/protocol'
import { clockTime } from '../format/clock-time.ts'
import { shortId } from '../format/short-id.ts'
import { DataPanel } from '../key-view/data-panel.tsx'
import type { RemoteData } from '../session/remote-data.ts'
import { Amount } from '../ui/amount.tsx'
import { DataTable, type TableColumn } from '../ui/data-table.tsx'
import { Empty } from '../ui/states.tsx'
import { ExportOrders, type ExportOrdersProps } from './export-orders.tsx'
import { lostWords } from './lost-words.ts'
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
						<OrdersTable orders={open} last={{ name: 'Fill before', cell: order => <Deadline order={order} /> }} />
					)}
					{open.length === openOrdersMax && <p className="key-hint">The newest {openOrdersMax}; there may be more.</p>}
				</>
			)}
		</DataPanel>
	)
}

/** The outcomes of the last orders that the maker was asked to fill. */
export function LatestOrdersPanel({ orders, api, maker }: OrdersProps & ExportOrdersProps) {
	return (
		<DataPanel title="Latest orders" data={orders} actions={<ExportOrders api={api} maker={maker} />}>
			{({ orders: latest }) =>
				latest.length === 0 ? (
					<Empty title="No orders yet">Every order that you are asked to fill is listed here.</Empty>
				) : (
					<OrdersTable orders={latest} last={{ name: 'Result', cell: order => <Result order={order} /> }} />
				)
			}
		</DataPanel>
	)
}

type OrdersTableProps = { readonly orders: readonly MakerOrder[]; readonly last: TableColumn<MakerOrder> }

function OrdersTable({ orders, last }: OrdersTableProps) {
	return (
		<DataTable
			caption="Orders you were asked to fill"
			columns={[...columns, last]}
			rows={orders}
			keyOf={({ id }) => id}
		/>
	)
}

const columns: readonly TableColumn<MakerOrder>[] = [
	{ name: 'Asked', cell: ({ createdAtMs }) => clockTime(createdAtMs) },
	{ name: 'Order', cell: ({ id }) => <code title={id}>{shortId(id, { head: 6, tail: 4 })}</code> },
	{ name: 'You sell', kind: 'figure', cell: ({ fill }) => <Amount {...fill.sell} format={{ places: 6 }} /> },
	{ name: 'You receive', kind: 'figure', cell: ({ fill }) => <Amount {...fill.buy} format={{ places: 6 }} /> },
]

function Deadline({ order: { fillBeforeMs } }: { order: MakerOrder }) {
	return <time dateTime={new Date(fillBeforeMs).toISOString()}>{clockTime(fillBeforeMs)}</time>
}

function Result({ order }: { order: MakerOrder }) {
	const { state, filled, rejectReason, refusedFills } = order
	if (state === 'asked') return <span className="badge badge-open">Open</span>
	if (state === 'rejected')
		return (
			<span className="badge badge-bad">
				Rejected{rejectReason === undefined ? '' : `: ${rejectReason.slice(0, 40)}`}
			</span>
		)
	if (isCalledOff(order)) return <span className="badge badge-open">{lostWords.called_off}</span>
	if (state === 'timed_out') {
		const [refused] = refusedFills ?? []
		const why = refused === undefined ? lostWords.not_answered : `${lostWords.fill_refused}: ${refused.code}`
		return <span className="badge badge-bad">{why}</span>
	}
	if (filled === undefined || filled.state === 'started') return <span className="badge badge-open">Filled</span>
	return <span className={`badge badge-${filled.state === 'Settled' ? 'good' : 'bad'}`}>{filled.state}</span>
}

import type { ListedOrder } from '@accord/protocol'
import { clockTime } from '../format/clock-time.ts'
import { shortId } from '../format/short-id.ts'
import { StateBadge } from '../order/state-badge.tsx'
import { Amount } from '../ui/amount.tsx'
import { DataTable, type TableColumn } from '../ui/data-table.tsx'
import { formatOperatorRoute, noteEntered } from './operator-route.ts'

const columns: readonly TableColumn<ListedOrder>[] = [
	{ name: 'Order', cell: ({ subintentId }) => <OrderLink subintentId={subintentId} /> },
	{ name: 'State', cell: ({ state }) => <StateBadge state={state} /> },
	{ name: 'Sells', kind: 'figure', cell: ({ limitOrder }) => <Amount {...limitOrder.sell} format={{ places: 8 }} /> },
	{ name: 'Buys', kind: 'figure', cell: ({ limitOrder }) => <Amount {...limitOrder.buy} format={{ places: 8 }} /> },
	{
		name: 'Changed',
		cell: ({ updatedAtMs: atMs }) => <time dateTime={new Date(atMs).toISOString()}>{clockTime(atMs)}</time>,
	},
]

/** Orders, each of which leads to its trace. */
export function OrdersTable({ caption, orders }: { caption: string; orders: readonly ListedOrder[] }) {
	return <DataTable caption={caption} columns={columns} rows={orders} keyOf={({ subintentId }) => subintentId} />
}

/** An order's id, which opens its trace. */
function OrderLink({ subintentId }: { subintentId: string }) {
	return (
		<a
			className="operator-link"
			title={subintentId}
			href={formatOperatorRoute({ order: subintentId })}
			onClick={noteEntered}
		>
			<span className="visually-hidden">{'Trace of '}</span>
			<code translate="no">{shortId(subintentId, { head: 14, tail: 4 })}</code>
		</a>
	)
}

import { formatRoute } from '../app/route.ts'
import { shortId } from '../format/short-id.ts'
import { StateBadge } from '../order/state-badge.tsx'
import { Amount } from '../ui/amount.tsx'
import { TableHead } from '../ui/table-head.tsx'
import { exchangedBy, type HistoryRow } from './history-rows.ts'
import '../ui/table.css'

const columns = ['Sent', { number: 'You pay' }, { number: 'You receive' }, 'Status', 'Account', 'Order']

/** Orders, newest first; each links to its details. */
export function OrdersTable({ rows }: { rows: readonly HistoryRow[] }) {
	return (
		<div className="table-box">
			<table className="table table-cards">
				<TableHead columns={columns} />
				<tbody>
					{rows.map(row => (
						<Row key={row.subintentId} row={row} />
					))}
				</tbody>
			</table>
		</div>
	)
}

function Row({ row }: { row: HistoryRow }) {
	const { subintentId, account, sentAtMs, state } = row
	const { sell, buy } = exchangedBy(row)
	const sent = new Date(sentAtMs)
	return (
		<tr>
			<td data-label="Sent">
				<time dateTime={sent.toISOString()}>
					{sent.toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'medium', hourCycle: 'h23' })}
				</time>
			</td>
			<td data-label="You pay" className="number">
				<Amount {...sell} format={{ places: 8 }} />
			</td>
			<td data-label="You receive" className="number">
				<Amount {...buy} format={{ places: 8 }} />
			</td>
			<td data-label="Status">
				{state === undefined && <span className="badge badge-open">…</span>}
				{state === 'unknown' && <span className="badge badge-bad">Unknown</span>}
				{state !== undefined && state !== 'unknown' && <StateBadge state={state} />}
			</td>
			<td data-label="Account">
				<code title={account}>{shortId(account, { head: 14, tail: 4 })}</code>
			</td>
			<td data-label="Order">
				<a href={formatRoute({ view: 'history', id: subintentId })}>
					<code>{shortId(subintentId, { head: 14, tail: 4 })}</code>
					<span className="visually-hidden">: details</span>
				</a>
			</td>
		</tr>
	)
}

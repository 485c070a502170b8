import { formatRoute } from '../app/route.ts'
import type { Outcome } from '../check/check.ts'
import { shortId } from '../format/short-id.ts'
import { StateBadge } from '../order/state-badge.tsx'
import { useTicks } from '../receipt/use-ticks.ts'
import { Amount } from '../ui/amount.tsx'
import { Icon } from '../ui/icon.tsx'
import { TableHead } from '../ui/table-head.tsx'
import { exchangedBy, type HistoryRow } from './history-rows.ts'
import '../check/check-mark.css'
import '../ui/table.css'

const columns = ['Sent', { number: 'You pay' }, { number: 'You receive' }, 'Status', 'Checked', 'Account', 'Order']

/** Orders, newest first; each links to its details. */
export function OrdersTable({ rows }: { rows: readonly HistoryRow[] }) {
	const ticks = useTicks(rows.filter(({ state }) => state === 'settled').map(figuresOf))
	return (
		<div className="table-box">
			<table className="table table-cards">
				<TableHead columns={columns} />
				<tbody>
					{rows.map(row => (
						<Row key={row.subintentId} row={row} tick={ticks.get(row.subintentId)} />
					))}
				</tbody>
			</table>
		</div>
	)
}

function figuresOf({ subintentId, account, limitOrder, status }: HistoryRow) {
	const { surplus } = status ?? {}
	return { subintentId, account, limitOrder, ...(surplus === undefined ? {} : { surplus }) }
}

const tickWords = {
	holds: 'This browser has checked it: it is what was signed',
	fails: 'This browser has checked it: something differs. Open the order',
	unknown: 'Not everything could be checked',
} as const

const tickIcons = { holds: 'check', fails: 'cross', unknown: 'info' } as const

/** What this browser found when it checked the order. */
function Tick({ outcome }: { outcome: Outcome }) {
	return (
		<span className={`history-tick check-${outcome}`} title={tickWords[outcome]}>
			<span className="check-mark">
				<Icon name={tickIcons[outcome]} size={14} />
			</span>
			<span className="visually-hidden">{tickWords[outcome]}</span>
		</span>
	)
}

type RowProps = { readonly row: HistoryRow; readonly tick: Outcome | undefined }

function Row({ row, tick }: RowProps) {
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
			<td data-label="Checked">{tick === undefined ? <span aria-hidden="true">–</span> : <Tick outcome={tick} />}</td>
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

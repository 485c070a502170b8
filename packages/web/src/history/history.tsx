import type { OrderStatuses } from '@accord/protocol'
import { useState } from 'react'
import { useAccount } from '../account/account.tsx'
import { formatRoute } from '../app/route.ts'
import { shortId } from '../format/short-id.ts'
import { OrderPanel } from '../order/order-panel.tsx'
import { StateBadge } from '../order/state-badge.tsx'
import { ownStorage } from '../session/browser-storage.ts'
import { useRemoteData } from '../session/remote-data.ts'
import { readSavedOrders, removeOrders, type SavedOrder } from '../session/saved-orders.ts'
import { useSession } from '../session/session.tsx'
import { Amount } from '../ui/amount.tsx'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { Panel } from '../ui/panel.tsx'
import { Select } from '../ui/select.tsx'
import { Empty, Failed } from '../ui/states.tsx'
import { type HistoryRow, hasOpen, historyRows } from './history-rows.ts'
import '../ui/table.css'
import './history.css'

/** The orders sent from this browser, or one of them. */
export function History({ subintentId }: { subintentId?: string }) {
	if (subintentId === undefined) return <Orders />
	return (
		<div className="history-one">
			<h1 className="visually-hidden">Order</h1>
			<a className="history-back" href={formatRoute({ view: 'history' })}>
				<Icon name="back" /> All orders
			</a>
			<OrderPanel key={subintentId} subintentId={subintentId} />
		</div>
	)
}

function Orders() {
	const { account } = useAccount()
	const [whose, setWhose] = useState<'all' | 'account'>('all')
	const isOwn = whose === 'account' && account !== undefined
	const { rows, error, retry, removeUnknown } = useHistory(isOwn ? account.address : undefined)
	const chooser = account !== undefined && (
		<Select label="Show orders of" value={whose} onChange={event => setWhose(event.target.value as typeof whose)}>
			<option value="all">All accounts</option>
			<option value="account">{account.name}</option>
		</Select>
	)
	return (
		<div className="history">
			<h1 className="visually-hidden">History</h1>
			<Panel title="Orders from this browser" actions={chooser}>
				{rows.length === 0 && (
					<Empty title="No orders yet">
						Swaps you make in this browser are listed here. <a href="#/swap">Make a swap</a>
					</Empty>
				)}
				{rows.length > 0 && error !== undefined && (
					<Failed title="Couldn’t load order status" error={error} onRetry={retry} />
				)}
				{rows.length > 0 && <OrdersTable rows={rows} />}
				{rows.some(({ state }) => state === 'unknown') && (
					<Button onClick={removeUnknown}>Remove unknown orders</Button>
				)}
			</Panel>
		</div>
	)
}

function OrdersTable({ rows }: { rows: readonly HistoryRow[] }) {
	return (
		<div className="table-box">
			<table className="table table-cards">
				<thead>
					<tr>
						<th scope="col">Sent</th>
						<th scope="col" className="number">
							You pay
						</th>
						<th scope="col" className="number">
							You receive
						</th>
						<th scope="col">Status</th>
						<th scope="col">Account</th>
						<th scope="col">Order</th>
					</tr>
				</thead>
				<tbody>
					{rows.map(row => (
						<Row key={row.subintentId} row={row} />
					))}
				</tbody>
			</table>
		</div>
	)
}

function Row({ row: { subintentId, account, limitOrder, sentAtMs, state } }: { row: HistoryRow }) {
	const sent = new Date(sentAtMs)
	return (
		<tr>
			<td data-label="Sent">
				<time dateTime={sent.toISOString()}>
					{sent.toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'medium', hourCycle: 'h23' })}
				</time>
			</td>
			<td data-label="You pay" className="number">
				<Amount {...limitOrder.sell} format={{ places: 8 }} />
			</td>
			<td data-label="You receive" className="number">
				<Amount {...limitOrder.buy} format={{ places: 8 }} />
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

const everyMs = 2_000

/** The orders sent from this browser on this network, and their states, polled while one is open. */
function useHistory(account?: string) {
	const { dex, page } = useSession()
	const [saved, setSaved] = useState<readonly SavedOrder[]>(() => readSavedOrders(ownStorage, page.networkId))
	const subintentIds = saved.map(({ subintentId }) => subintentId)
	const { data, error, retry } = useRemoteData<OrderStatuses>({
		queryKey: ['orders', subintentIds],
		queryFn: () => dex.orders(subintentIds),
		enabled: saved.length > 0,
		refetchInterval: ({ state }) => (hasOpen(historyRows(saved, state.data)) ? everyMs : false),
	})
	const removeUnknown = () => {
		removeOrders(ownStorage, data?.unknown ?? [])
		setSaved(readSavedOrders(ownStorage, page.networkId))
	}
	return {
		rows: historyRows(saved, data, account),
		error: data === undefined ? error : undefined,
		retry,
		removeUnknown,
	}
}

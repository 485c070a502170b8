import { useState } from 'react'
import { useAccount } from '../account/account.tsx'
import { formatRoute } from '../app/route.ts'
import { timeZone } from '../format/clock-time.ts'
import { OrderPanel } from '../order/order-panel.tsx'
import { useSession } from '../session/session.tsx'
import { Button } from '../ui/button.tsx'
import { ExportCsv } from '../ui/export-csv.tsx'
import { Icon } from '../ui/icon.tsx'
import { Panel } from '../ui/panel.tsx'
import { Select } from '../ui/select.tsx'
import { Empty, Failed, Loading } from '../ui/states.tsx'
import { filterChoices, filterRows, type HistoryFilter, noFilter } from './filter-rows.ts'
import { historyCsv } from './history-csv.ts'
import { type HistoryData, type HistoryRow, historyRows } from './history-rows.ts'
import { OrdersTable } from './orders-table.tsx'
import { type AccountOrders, allAccountOrders, useAccountOrders, useOwnOrders } from './use-history.ts'
import './history.css'

/** The orders sent from this browser, the published orders of the account, or one of them. */
export function History({ subintentId }: { subintentId?: string }) {
	if (subintentId === undefined)
		return (
			<div className="history">
				<h1 className="visually-hidden">History</h1>
				<Orders />
			</div>
		)
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

/** The orders of this browser and of the account, or of only one of the two. */
type Whose = 'all' | 'browser' | 'account'

/** The orders of this browser, those of the account, or both. */
export function Orders() {
	const { account } = useAccount()
	const [chosen, setWhose] = useState<Whose>('all')
	const whose: Whose = account === undefined ? 'browser' : chosen
	const own = useOwnOrders()
	const elsewhere = useAccountOrders(whose === 'browser' ? undefined : account?.address)
	const data = { saved: own.saved, statuses: own.statuses.data, listed: elsewhere.orders ?? [], nowMs: Date.now() }
	const rows = historyRows(data, whose === 'account' ? account?.address : undefined)
	const [filter, setFilter] = useState(noFilter)
	const listed = filterRows(rows, filter, useSession().pairs)
	const isLoading = whose !== 'browser' && elsewhere.orders === undefined && elsewhere.error === undefined
	return (
		<Panel
			title="Orders"
			actions={
				<div className="history-actions">
					{account !== undefined && <WhoseOrders name={account.name} whose={whose} choose={setWhose} />}
					{rows.length > 0 && <Filters rows={rows} filter={filter} choose={setFilter} />}
					{rows.length > 0 && <ExportButton data={data} whose={whose} />}
				</div>
			}
		>
			{rows.length === 0 && isLoading && <Loading what="your orders" />}
			{rows.length === 0 && !isLoading && <NoOrders />}
			{own.saved.length > 0 && own.statuses.data === undefined && own.statuses.error !== undefined && (
				<Failed title="Couldn’t load order status" error={own.statuses.error} onRetry={own.statuses.retry} />
			)}
			{elsewhere.error !== undefined && (
				<Failed title="Couldn’t load the account’s orders" error={elsewhere.error} onRetry={elsewhere.retry} />
			)}
			<p className="history-note" role="status">
				{filter !== noFilter && `${listed.length} of ${rows.length} orders`}
			</p>
			{listed.length > 0 && <OrdersTable rows={listed} />}
			<Older orders={elsewhere} />
			{rows.some(({ state }) => state === 'unknown') && (
				<Button onClick={own.removeUnknown}>Remove unknown orders</Button>
			)}
			<p className="history-note">
				Listed are the orders sent from this browser
				{account === undefined ? (
					'. With an account, also'
				) : (
					<>
						{' '}
						and, for <bdi>{account.name}</bdi>,
					</>
				)}{' '}
				those that were published to solvers, wherever they were sent from. Times are in {timeZone()}.
			</p>
		</Panel>
	)
}

type WhoseOrdersProps = { readonly name: string; readonly whose: Whose; readonly choose: (whose: Whose) => void }

function WhoseOrders({ name, whose, choose }: WhoseOrdersProps) {
	return (
		<Select label="Show orders of" value={whose} onChange={event => choose(event.target.value as Whose)}>
			<option value="all">Both</option>
			<option value="browser">This browser</option>
			<option value="account">{name}</option>
		</Select>
	)
}

type FiltersProps = {
	readonly rows: readonly HistoryRow[]
	readonly filter: HistoryFilter
	readonly choose: (filter: HistoryFilter) => void
}

/** What is listed, by pair and state. */
function Filters({ rows, filter, choose }: FiltersProps) {
	const { pairs, states } = filterChoices(rows, filter, useSession().pairs)
	const choice = (what: 'pair' | 'state', all: string, words: readonly string[]) => (
		<Select
			label={`Show ${what}`}
			value={filter[what]}
			onChange={({ target }) => {
				const next = { ...filter, [what]: target.value }
				choose(next.pair === '' && next.state === '' ? noFilter : next)
			}}
		>
			<option value="">{all}</option>
			{words.map(word => (
				<option key={word} value={word}>
					{word}
				</option>
			))}
		</Select>
	)
	return (
		<>
			{choice('pair', 'All pairs', pairs)}
			{choice('state', 'All states', states)}
		</>
	)
}

type ExportButtonProps = { readonly data: HistoryData; readonly whose: Whose }

/** Saves all orders, also those that the list has not loaded. */
function ExportButton({ data, whose }: ExportButtonProps) {
	const { dex } = useSession()
	const { account } = useAccount()
	const read = async () => {
		const address = whose === 'browser' ? undefined : account?.address
		const all = address === undefined ? { orders: [], isCut: false } : await allAccountOrders(dex, address)
		const rows = historyRows({ ...data, listed: all.orders }, whose === 'account' ? address : undefined)
		return { text: historyCsv(rows), saved: `${all.isCut ? 'The newest' : 'All'} ${rows.length} orders were saved` }
	}
	return <ExportCsv name="orders" noteClass="history-note" read={read} />
}

function NoOrders() {
	return (
		<Empty title="No orders yet">
			Swaps you make are listed here. <a href="#/swap">Make a swap</a>
		</Empty>
	)
}

function Older({ orders: { orders, more, isLoadingMore, isCut } }: { orders: AccountOrders }) {
	if (isCut) return <p className="history-note">The newest {orders?.length} of the account; there are more.</p>
	if (more === undefined) return null
	return (
		<Button isBusy={isLoadingMore} onClick={more}>
			Show older orders
		</Button>
	)
}

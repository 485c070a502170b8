import type { Decimal } from '@accord/protocol'
import { useMemo, useSyncExternalStore } from 'react'
import { formatRoute } from '../app/route.ts'
import type { Outcome } from '../check/check.ts'
import { fullTime } from '../format/clock-time.ts'
import { formatPercent } from '../format/format-amount.ts'
import { shortId } from '../format/short-id.ts'
import { StateBadge } from '../order/state-badge.tsx'
import { type KeptReceipt, readReceipts, receiptsText, subscribeReceipts } from '../receipt/kept-receipts.ts'
import { useTicks } from '../receipt/use-ticks.ts'
import { ownStorage } from '../session/browser-storage.ts'
import { useSession } from '../session/session.tsx'
import { Amount } from '../ui/amount.tsx'
import { Icon } from '../ui/icon.tsx'
import { TableHead } from '../ui/table-head.tsx'
import { exchangedBy, type HistoryRow } from './history-rows.ts'
import { type OrderFigures, orderFigures } from './order-figures.ts'
import '../check/check-mark.css'
import '../ui/table.css'

const columns = [
	'Sent',
	{ number: 'You pay' },
	{ number: 'You receive' },
	{ number: 'Price' },
	{ number: 'Total cost' },
	'Status',
	'Account',
	'Order',
]

/** Orders, newest first; each links to its details. In a narrow place each is two lines. */
export function OrdersTable({ rows }: { rows: readonly HistoryRow[] }) {
	const ticks = useTicks(rows.filter(({ state }) => state === 'settled').map(figuresOf))
	const receipts = useKeptReceipts()
	return (
		<div className="history-box">
			<table className="table history-table">
				<TableHead columns={columns} />
				<tbody>
					{rows.map(row => (
						<Row
							key={row.subintentId}
							row={row}
							tick={ticks.get(row.subintentId)}
							mid={receipts.get(row.subintentId)?.mid}
						/>
					))}
				</tbody>
			</table>
		</div>
	)
}

/** What this browser keeps of its orders, as it changes. */
function useKeptReceipts(): ReadonlyMap<string, KeptReceipt> {
	const kept = useSyncExternalStore(subscribeReceipts, () => receiptsText(ownStorage))
	// biome-ignore lint/correctness/useExhaustiveDependencies: the text stands for what is kept
	return useMemo(() => readReceipts(ownStorage), [kept])
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

type RowProps = { readonly row: HistoryRow; readonly tick: Outcome | undefined; readonly mid: Decimal | undefined }

function Row({ row, tick, mid }: RowProps) {
	const { subintentId, account, sentAtMs, state } = row
	const { sell, buy } = exchangedBy(row)
	const figures = orderFigures(row, { pairs: useSession().pairs, mid })
	return (
		<tr>
			<td className="history-sent">
				<Sent atMs={sentAtMs} />
			</td>
			<td className="number history-pay">
				<Amount {...sell} digits={6} />
			</td>
			<td className="number history-receive">
				<Amount {...buy} digits={6} />
			</td>
			<td className="number history-price">
				{figures === undefined ? none : <Amount {...figures.price} digits={5} />}
			</td>
			<td className="number history-cost">{figures === undefined ? none : <Cost {...figures} />}</td>
			<td className="history-status">
				<span className="history-state">
					{tick !== undefined && <Tick outcome={tick} />}
					{state === undefined && <span className="badge badge-open">…</span>}
					{state === 'unknown' && <span className="badge badge-bad">Unknown</span>}
					{state !== undefined && state !== 'unknown' && <StateBadge state={state} />}
				</span>
			</td>
			<td className="history-account">
				<code title={account}>{shortId(account, { head: 12, tail: 4 })}</code>
			</td>
			<td className="history-order">
				<a href={formatRoute({ view: 'history', id: subintentId })}>
					<code>{shortId(subintentId, { head: 12, tail: 4 })}</code>
					<span className="visually-hidden">: details</span>
				</a>
			</td>
		</tr>
	)
}

const none = <span className="history-none">–</span>

/** The total, and what it is of the amount sold; or that it is the fees alone. */
function Cost({ cost, fraction }: OrderFigures) {
	return (
		<>
			<span className="history-word">{fraction === undefined ? 'fees' : 'cost'} </span>
			<Amount {...cost} digits={3} />{' '}
			<span className="history-share" title="Of the amount sold">
				{fraction === undefined ? 'fees alone' : formatPercent(fraction)}
			</span>
		</>
	)
}

/** When, in full or, where there is less room, without seconds and year. */
function Sent({ atMs }: { atMs: number }) {
	const sent = new Date(atMs)
	const long = sent.toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'medium', hourCycle: 'h23' })
	const short = sent.toLocaleString(undefined, {
		day: 'numeric',
		month: 'short',
		hour: '2-digit',
		minute: '2-digit',
		hourCycle: 'h23',
	})
	return (
		<time dateTime={sent.toISOString()} title={fullTime(atMs)}>
			<span className="history-full">{long}</span>
			<span className="history-short">{short}</span>
		</time>
	)
}

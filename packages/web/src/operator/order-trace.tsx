import { isTerminalOrderState, type OperatorPart, type OrderTrace, type TraceEventKind } from '@accord/protocol'
import { useState } from 'react'
import { shortId } from '../format/short-id.ts'
import { useKeyAccess, usePolled } from '../key-view/key-sessions.ts'
import { StateBadge } from '../order/state-badge.tsx'
import { formatDuration } from '../trades/trade-times.ts'
import { Amount } from '../ui/amount.tsx'
import { Copyable } from '../ui/copyable.tsx'
import { DataTable, type TableColumn } from '../ui/data-table.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Fact, Facts } from '../ui/facts.tsx'
import { Failed, Loading } from '../ui/states.tsx'
import { type OperatorSession, operatorSessions } from './operator-session.ts'

/** An order's id, which opens its trace. */
export function OrderLink({ subintentId }: { subintentId: string }) {
	const [isOpen, setOpen] = useState(false)
	const { session } = useKeyAccess(operatorSessions)
	return (
		<>
			<button type="button" className="operator-link" title={subintentId} onClick={() => setOpen(true)}>
				<span className="visually-hidden">{'Trace of '}</span>
				<code translate="no">{shortId(subintentId, { head: 14, tail: 4 })}</code>
			</button>
			{isOpen && session !== undefined && (
				<Dialog title="Trace of an order" onClose={() => setOpen(false)}>
					<Trace session={session} subintentId={subintentId} />
				</Dialog>
			)}
		</>
	)
}

const everyMs = 2_000

function Trace({ session: { id, api }, subintentId }: { session: OperatorSession; subintentId: string }) {
	const { data: trace, error } = usePolled(operatorSessions, [id, `trace ${subintentId}`], {
		everyMs,
		read: () => api.orderTrace(subintentId),
		isFinal: trace => trace !== undefined && isTerminalOrderState(trace.state),
	})
	if (trace !== undefined) return <Traced trace={trace} />
	if (error === undefined) return <Loading what="the trace" lines={8} />
	return <Failed title="Couldn’t load the trace" error={error} />
}

function Traced({ trace }: { trace: OrderTrace }) {
	const { state, subintentId, account, limitOrder, transactionId } = trace
	return (
		<>
			<Facts>
				<Fact name="State">
					<StateBadge state={state} />
				</Fact>
				<Fact name="Order">
					<Copyable text={subintentId} label="order id" />
				</Fact>
				<Fact name="Account">
					<Copyable text={account} label="account address" />
				</Fact>
				<Fact name="Sells">
					<Amount {...limitOrder.sell} />
				</Fact>
				<Fact name="Buys at least">
					<Amount {...limitOrder.buy} />
				</Fact>
				{transactionId !== undefined && (
					<Fact name="Transaction">
						<Copyable text={transactionId} label="transaction id" />
					</Fact>
				)}
			</Facts>
			<Events trace={trace} />
			<Facts>
				{trace.parts.map(part => (
					<Fact key={part.id} name={part.maker} hint={`Part ${shortId(part.id, { head: 6, tail: 4 })}`}>
						<PartEnd part={part} />
					</Fact>
				))}
			</Facts>
		</>
	)
}

type Event = OrderTrace['events'][number]

const words: Readonly<Record<TraceEventKind, string>> = {
	accepted: 'Accepted',
	asked: 'Maker asked',
	fill_refused: 'Fill refused',
	fill_accepted: 'Fill accepted',
	rejected: 'Rejected',
	timed_out: 'Timed out',
	filled: 'Filled',
	published: 'Published',
	settled: 'Settled',
	unfilled: 'Not filled',
	expired: 'Expired',
	cancelled: 'Cancelled',
	fill_settled: 'Fill settled',
	fill_expired: 'Fill expired',
	fill_released: 'Fill released',
}

function Events({ trace: { createdAtMs, events } }: { trace: OrderTrace }) {
	const columns: readonly TableColumn<Event & { readonly at: number }>[] = [
		{
			name: 'After',
			kind: 'figure',
			cell: ({ atMs }) => (
				<time dateTime={new Date(atMs).toISOString()} title={new Date(atMs).toLocaleString()}>
					{formatDuration(Math.max(0, atMs - createdAtMs))}
				</time>
			),
		},
		{
			name: 'What',
			kind: 'long',
			cell: ({ kind, code }) => (
				<span>
					<span>{words[kind]}</span>
					{code !== undefined && <code translate="no">{` ${code}`}</code>}
				</span>
			),
		},
		{ name: 'Maker', kind: 'long', cell: ({ maker }) => <span translate="no">{maker ?? '–'}</span> },
	]
	return (
		<DataTable
			caption="What happened to the order"
			columns={columns}
			rows={events.map((event, at) => ({ ...event, at }))}
			keyOf={({ at }) => String(at)}
		/>
	)
}

const partStates = { asked: 'Asked', filled: 'Filled', rejected: 'Rejected', timed_out: 'Timed out' } as const

function PartEnd({ part: { state, rejectReason, askedAtMs, answeredAtMs } }: { part: OperatorPart }) {
	const after = answeredAtMs === undefined ? '' : ` after ${formatDuration(Math.max(0, answeredAtMs - askedAtMs))}`
	return (
		<span className="operator-long">
			<span>{`${partStates[state]}${after}`}</span>
			{rejectReason !== undefined && <span>{`: ${rejectReason}`}</span>}
		</span>
	)
}

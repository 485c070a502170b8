import { isTerminalOrderState, type OperatorPart, type OrderTrace, type TraceEventKind } from '@accord/protocol'
import { currentHash } from '../app/navigate.ts'
import { shortId } from '../format/short-id.ts'
import { usePolled } from '../key-view/key-sessions.ts'
import { StateBadge } from '../order/state-badge.tsx'
import { formatDuration } from '../trades/trade-times.ts'
import { Amount } from '../ui/amount.tsx'
import { Copyable } from '../ui/copyable.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Fact, Facts } from '../ui/facts.tsx'
import { Failed, Loading } from '../ui/states.tsx'
import { TableHead } from '../ui/table-head.tsx'
import { leavePlace, parseOperatorRoute } from './operator-route.ts'
import { type OperatorSession, operatorSessions } from './operator-session.ts'

/** The trace of an order over the rest of the view, at an address of its own. */
export function OrderTraceDialog({ session, subintentId }: TraceProps) {
	// A dialog also closes because its address, or the session, was left.
	const close = () => {
		const isShown = parseOperatorRoute(currentHash()).order === subintentId
		if (isShown && operatorSessions.access().session === session) leavePlace()
	}
	return (
		<Dialog title="Trace of an order" onClose={close}>
			<Trace session={session} subintentId={subintentId} />
		</Dialog>
	)
}

type TraceProps = { readonly session: OperatorSession; readonly subintentId: string }

const everyMs = 2_000

function Trace({ session: { id, api }, subintentId }: TraceProps) {
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

const words: Readonly<Record<TraceEventKind, string>> = {
	accepted: 'Accepted',
	asked: 'Maker asked',
	fill_refused: 'Fill refused',
	fill_accepted: 'Fill accepted',
	rejected: 'Rejected',
	timed_out: 'Timed out',
	called_off: 'Called off',
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

/** One line for each event, in a narrow window too. */
function Events({ trace: { createdAtMs, events } }: { trace: OrderTrace }) {
	return (
		<table className="table operator-events">
			<caption className="visually-hidden">What happened to the order</caption>
			<TableHead columns={[{ number: 'After' }, 'What', 'Maker']} />
			<tbody>
				{events.map(({ atMs, kind, code, maker }, at) => (
					// biome-ignore lint/suspicious/noArrayIndexKey: events are only added at the end
					<tr key={at}>
						<td className="number">
							<time dateTime={new Date(atMs).toISOString()} title={new Date(atMs).toLocaleString()}>
								{formatDuration(Math.max(0, atMs - createdAtMs))}
							</time>
						</td>
						<td className="table-long" data-label="What">
							<span>{words[kind]}</span>
							{code !== undefined && <code translate="no">{` ${code}`}</code>}
						</td>
						<td className="table-long" translate="no">
							{maker ?? '–'}
						</td>
					</tr>
				))}
			</tbody>
		</table>
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

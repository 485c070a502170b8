import {
	eventText,
	isTerminalOrderState,
	type OrderTrace,
	orderFacts,
	partFacts,
	partText,
	rootFacts,
	settlementCosts,
	type TraceFact,
	tracedManifests,
} from '@accord/protocol'
import type { ReactNode } from 'react'
import { currentHash } from '../app/navigate.ts'
import { capital } from '../format/capital.ts'
import { usePolled } from '../key-view/key-sessions.ts'
import { StateBadge } from '../order/state-badge.tsx'
import { formatDuration } from '../trades/trade-times.ts'
import { Copyable } from '../ui/copyable.tsx'
import { Details } from '../ui/details.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Fact, Facts } from '../ui/facts.tsx'
import { Failed, Loading } from '../ui/states.tsx'
import { TableHead } from '../ui/table-head.tsx'
import { formatOperatorRoute, leavePlace, parseOperatorRoute } from './operator-route.ts'
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
		// Why an order expired is known a little later.
		isFinal: trace => trace !== undefined && isTerminalOrderState(trace.state) && trace.state !== 'expired',
	})
	if (trace !== undefined) return <Traced trace={trace} />
	if (error === undefined) return <Loading what="the trace" lines={8} />
	return <Failed title="Couldn’t load the trace" error={error} />
}

/** All that the command `accord orders trace` prints, in the same words. */
function Traced({ trace }: { trace: OrderTrace }) {
	const { state, subintentId, transactionId } = trace
	const address = new URL(formatOperatorRoute({ order: subintentId }), window.location.href).href
	return (
		<div className="operator-trace">
			<Facts>
				<Fact name="State">
					<StateBadge state={state} />
				</Fact>
				<Fact name="Order">
					<Copyable text={subintentId} label="order id" />
				</Fact>
				{transactionId !== undefined && (
					<Fact name="Transaction">
						<Copyable text={transactionId} label="transaction id" />
					</Fact>
				)}
				<Fact name="This trace">
					<Copyable text={address} label="the address of this trace" shown="Link" />
				</Fact>
				{factsOf(orderFacts(trace).map(capitalName))}
			</Facts>
			<Events trace={trace} />
			{trace.parts.map(part => (
				<Section key={part.id} title={`Part of ${part.maker}: ${partText(part)}`}>
					{factsOf([['id', part.id] as const, ...partFacts(part, trace)].map(capitalName))}
				</Section>
			))}
			{trace.roots.map(root => (
				<Section key={root.transactionId} title="On the ledger">
					{factsOf([['transaction', root.transactionId] as const, ...rootFacts(root, trace)].map(capitalName))}
				</Section>
			))}
			{trace.roots.length > 0 && <Section title="Costs">{factsOf(settlementCosts(trace))}</Section>}
			{tracedManifests(trace).map(([title, manifest], at) => (
				// biome-ignore lint/suspicious/noArrayIndexKey: items are only added at the end
				<Details key={at} title={title}>
					<pre className="operator-manifest" translate="no">
						{manifest}
					</pre>
				</Details>
			))}
		</div>
	)
}

function Section({ title, children }: { title: string; children: ReactNode }) {
	return (
		<section aria-label={title}>
			<h3>{title}</h3>
			<Facts>{children}</Facts>
		</section>
	)
}

function capitalName([name, text]: TraceFact): TraceFact {
	return [capital(name), text]
}

function factsOf(facts: readonly TraceFact[]): ReactNode {
	return facts.map(
		([name, text], at) =>
			text !== undefined && (
				// biome-ignore lint/suspicious/noArrayIndexKey: a maker may be in it twice
				<Fact key={at} name={name}>
					<span className="operator-long">{withIds(text, name)}</span>
				</Fact>
			),
	)
}

/** A text whose ids and addresses are shortened, and copied in full. */
function withIds(text: string, name: string): ReactNode {
	return text
		.split(/((?:subtxid|txid|account)_\w+)/)
		.map((piece, at) => (at % 2 === 0 ? piece : <Copyable key={piece} text={piece} label={name.toLowerCase()} />))
}

/** One line for each event, in a narrow window too. */
function Events({ trace }: { trace: OrderTrace }) {
	return (
		<table className="table operator-events">
			<caption className="visually-hidden">What happened to the order</caption>
			<TableHead columns={[{ number: 'After' }, 'What', 'Maker']} />
			<tbody>
				{trace.events.map((event, at) => (
					// biome-ignore lint/suspicious/noArrayIndexKey: events are only added at the end
					<tr key={at}>
						<td className="number">
							<time dateTime={new Date(event.atMs).toISOString()} title={new Date(event.atMs).toLocaleString()}>
								{formatDuration(Math.max(0, event.atMs - trace.createdAtMs))}
							</time>
						</td>
						<td className="table-long" data-label="What">
							{capital(eventText(event, trace))}
						</td>
						<td className="table-long" translate="no">
							{event.maker ?? '–'}
						</td>
					</tr>
				))}
			</tbody>
		</table>
	)
}

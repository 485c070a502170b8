import { type TradeTrace, withSurplus } from '@accord/protocol'
import { stateName } from '../order/timeline.ts'
import { isRouted, waysOfTrade } from '../quote/ways.ts'
import { Amount } from '../ui/amount.tsx'
import { Copyable } from '../ui/copyable.tsx'
import { WaysText } from '../ui/ways-text.tsx'
import { flowStations } from './flow-stations.ts'
import { formatDuration, type TradeTimes } from './trade-times.ts'
import './trade-summary.css'

/** A trade at a glance: the swap, its state and its steps. */
export function TradeSummary({ trace, times }: { trace: TradeTrace; times: TradeTimes }) {
	const { sell, buy } = withSurplus(trace.limitOrder, trace.surplus)
	const ways = waysOfTrade(trace)
	return (
		<section className="panel flow-summary">
			<div>
				<h2 id="flow-title">
					<Amount {...sell} digits={6} /> for <Amount {...buy} digits={6} />
				</h2>
				{isRouted(ways) && (
					<p className="flow-route">
						Route: <WaysText ways={ways} between="and" />
					</p>
				)}
				<p className="flow-ids">
					<Copyable text={trace.subintentId} label="the user’s intent" />
					{trace.transactionId !== undefined && <Copyable text={trace.transactionId} label="the transaction" />}
				</p>
			</div>
			<p className={`flow-state flow-state-${trace.state}`} translate="no">
				{stateName(trace.state)}
				{times.committedMs !== undefined && (
					<span className="flow-state-time"> in {formatDuration(times.committedMs)}</span>
				)}
			</p>
			<FlowStrip trace={trace} />
		</section>
	)
}

/** Who did what, and how long after the order was accepted. */
function FlowStrip({ trace }: { trace: TradeTrace }) {
	return (
		<ol className="strip" aria-label="Steps of this trade">
			{flowStations(trace).map(({ kind, party, action, isReached, afterMs }) => (
				<li key={kind} className={`strip-step ${isReached ? `strip-${kind}` : 'strip-ahead'}`}>
					<b>{party}</b>
					<span className="strip-action">{action}</span>
					{afterMs !== undefined && (
						<span className="strip-at">{afterMs === 0 ? '0 ms' : `after ${formatDuration(afterMs)}`}</span>
					)}
				</li>
			))}
		</ol>
	)
}

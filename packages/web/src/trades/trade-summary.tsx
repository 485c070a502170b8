import type { OrderState, TradeTraceWire } from '@accord/protocol'
import { formatSignificant } from '../format/format-amount.ts'
import { Copyable } from '../ui/copyable.tsx'
import { flowStations } from './flow-stations.ts'
import { formatDuration, type TradeTimes } from './trade-times.ts'
import './trade-summary.css'

/** A trade at a glance: what was swapped, how it ended, and its way. */
export function TradeSummary({ trace, times }: { trace: TradeTraceWire; times: TradeTimes }) {
	const { sell, buy } = trace.limit_order
	return (
		<section className="panel flow-summary">
			<div>
				<h2 id="flow-title">
					{formatSignificant(sell.amount)} {sell.symbol} for {formatSignificant(buy.amount)} {buy.symbol}
				</h2>
				<p className="flow-ids">
					<Copyable text={trace.subintent_id} label="the user’s intent" />
					{trace.transaction_id !== undefined && <Copyable text={trace.transaction_id} label="the transaction" />}
				</p>
			</div>
			<p className={`flow-state flow-state-${trace.state}`}>
				{endings[trace.state]}
				{times.committedMs !== undefined && <span> in {formatDuration(times.committedMs)}</span>}
			</p>
			<FlowStrip trace={trace} />
		</section>
	)
}

const endings: Readonly<Record<OrderState, string>> = {
	awaiting_fills: 'Waiting for makers',
	filled: 'Filled',
	published: 'Waiting for the ledger',
	settled: 'Settled',
	unfilled: 'Not filled',
	expired: 'Expired',
	cancelled: 'Cancelled',
}

/** The whole way at a glance: who signed what, and how long after the user's order. */
function FlowStrip({ trace }: { trace: TradeTraceWire }) {
	return (
		<ol className="strip" aria-label="The way of this trade">
			{flowStations(trace).map(({ kind, who, says, isReached, afterMs }) => (
				<li key={kind} className={`strip-station ${isReached ? `strip-${kind}` : 'strip-ahead'}`}>
					<b>{who}</b>
					<span className="strip-says">{says}</span>
					{afterMs !== undefined && (
						<span className="strip-at">{afterMs === 0 ? '0 ms' : `after ${formatDuration(afterMs)}`}</span>
					)}
				</li>
			))}
		</ol>
	)
}

import type { TradeTraceWire } from '@accord/protocol'
import { flowStations } from './flow-stations.ts'
import { formatDuration } from './trade-times.ts'
import './flow-strip.css'

/** The whole way at a glance: who signed what, and how long after the user's order. */
export function FlowStrip({ trace }: { trace: TradeTraceWire }) {
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

import type { TradeTraceWire } from '@accord/protocol'
import { formatSignificant } from '../ui/format-amount.ts'
import { countMakers } from './count-makers.ts'
import { formatDuration, type TradeTimes } from './trade-times.ts'
import './flow-strip.css'

type FlowStripProps = { trace: TradeTraceWire; times: TradeTimes }

/** The whole way at a glance: who signed what, and how long after the user's order. */
export function FlowStrip({ trace, times }: FlowStripProps) {
	const { sell, buy } = trace.limit_order
	const { asked, signed } = countMakers(trace.parts)
	const items = trace.items.filter(({ outer }) => outer !== undefined).length
	return (
		<ol className="strip" aria-label="The way of this trade">
			<Station kind="user" who="User" says={`signs away ${text(sell)}`} at="0 ms" />
			<Station
				kind="maker"
				who={asked === 1 ? 'Maker' : `${signed} of ${asked} makers`}
				says={`${signed === 1 ? 'signs' : 'sign'} away ${text(buy)}`}
				at={passed(times.filledMs)}
			/>
			<Station kind="service" who="Service" says={`wraps ${items} intents`} at={passed(times.publishedMs)} />
			<Station kind="solver" who="Solver" says="makes one transaction" at={undefined} />
			<Station kind="ledger" who="Ledger" says="moves all of it at once" at={passed(times.committedMs)} />
		</ol>
	)
}

type StationProps = { kind: string; who: string; says: string; at: string | undefined }

function Station({ kind, who, says, at }: StationProps) {
	return (
		<li className={`strip-station strip-${kind}`}>
			<b>{who}</b>
			<span className="strip-says">{says}</span>
			{at !== undefined && <span className="strip-at">{at}</span>}
		</li>
	)
}

function text({ amount, symbol }: { amount: string; symbol: string }): string {
	return `${formatSignificant(amount)} ${symbol}`
}

function passed(ms: number | undefined): string | undefined {
	return ms === undefined ? undefined : `after ${formatDuration(ms)}`
}

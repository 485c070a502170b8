import { type Decimal, type Pair, pairKey } from '@accord/protocol'
import { useState } from 'react'
import { clockTime } from '../format/clock-time.ts'
import { formatSignificant } from '../format/format-amount.ts'
import { useNow } from '../order/use-now.ts'
import { midLine, type SeenMid, withMid } from './mid-line.ts'
import './mid-chart.css'

const size = { width: 1000, height: 200 }
const margin = 20
const digits = 7

/** The middle of the book since the page was opened, in place of prices that do not exist yet. */
export function MidChart({ pair, mid }: { pair: Pair; mid: Decimal }) {
	const nowMs = useNow()
	const seen = useSeenMids(pair, mid)
	const { path, low, high, y } = midLine(seen, mid, { ...size, nowMs })
	const top = ((y + margin) / (size.height + 2 * margin)) * 100
	const since = clockTime(seen[0]?.atMs ?? nowMs)
	return (
		<figure className="mid-chart">
			<figcaption>
				<b>
					Mid price {formatSignificant(mid, digits)} {pair.quote}
				</b>{' '}
				<span>
					from the order book, since {since}. Nothing has been traded yet: swap {pair.base} for {pair.quote} to make the
					first price.
				</span>
			</figcaption>
			<div className="mid-chart-plot">
				<svg
					aria-hidden="true"
					viewBox={`0 ${-margin} ${size.width} ${size.height + 2 * margin}`}
					preserveAspectRatio="none"
				>
					<path className="mid-chart-level" d={`M0 ${y}H${size.width}`} />
					<path className="mid-chart-line" d={path} />
				</svg>
				<span className="mid-chart-label" aria-hidden="true" style={{ insetBlockStart: `${top}%` }}>
					Mid {formatSignificant(mid, digits)}
				</span>
			</div>
			<p className="mid-chart-range">
				{low !== high && `Between ${formatSignificant(low, digits)} and ${formatSignificant(high, digits)} so far`}
			</p>
		</figure>
	)
}

/** Those of another pair are another line. */
function useSeenMids(pair: Pair, mid: Decimal): readonly SeenMid[] {
	const key = pairKey(pair)
	const [kept, setKept] = useState<{ readonly key: string; readonly seen: readonly SeenMid[] }>({ key, seen: [] })
	const former = kept.key === key ? kept.seen : []
	if (former.at(-1)?.mid === mid) return former
	const seen = withMid(former, { atMs: Date.now(), mid })
	setKept({ key, seen })
	return seen
}

import { type Decimal, type Pair, pairKey } from '@accord/protocol'
import { useState } from 'react'
import { clockTime } from '../format/clock-time.ts'
import { formatSignificant } from '../format/format-amount.ts'
import { useNow } from '../order/use-now.ts'
import { midLine, type SeenMid, withMid } from './mid-line.ts'
import './mid-chart.css'

const size = { width: 1000, height: 200 }
const digits = 7

/** The middle of the book since the page was opened, in place of prices that do not exist yet. */
export function MidChart({ pair, mid }: { pair: Pair; mid: Decimal }) {
	const nowMs = useNow()
	const seen = useSeenMids(pair, mid)
	const line = midLine(seen, { ...size, nowMs })
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
			<svg viewBox={`0 -8 ${size.width} ${size.height + 16}`} preserveAspectRatio="none" aria-hidden="true">
				<path d={line?.path ?? ''} />
			</svg>
			<div className="mid-chart-range">
				<span>Low {line === undefined ? '…' : formatSignificant(line.low, digits)}</span>
				<span>High {line === undefined ? '…' : formatSignificant(line.high, digits)}</span>
			</div>
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

import { type Decimal, type Pair, pairKey } from '@accord/protocol'
import { formatPrice } from '../book/price-tick.ts'
import { clockTime } from '../format/clock-time.ts'
import { useNow } from '../order/use-now.ts'
import { midLine, type SeenMid, withMid } from './mid-line.ts'
import './mid-chart.css'

const size = { width: 1000, height: 200 }
const margin = 20

type MidChartProps = {
	readonly pair: Pair
	readonly mid: Decimal
	/** Those seen since the page was opened, oldest first. */
	readonly seen: readonly SeenMid[]
	readonly hasTrades: boolean
}

/** The middle of the book since the page was opened: prices before there are trades, and beside them. */
export function MidChart({ pair, mid, seen, hasTrades }: MidChartProps) {
	const nowMs = useNow()
	const price = (value: Decimal) => formatPrice(pair, value)
	const { path, low, high, y } = midLine(seen, mid, { ...size, nowMs })
	const top = ((y + margin) / (size.height + 2 * margin)) * 100
	const since = clockTime(seen[0]?.atMs ?? nowMs)
	return (
		<figure className="mid-chart">
			<figcaption>
				<b>
					Mid price {price(mid)} {pair.quote}
				</b>{' '}
				<span>
					from the order book, since {since}.
					{!hasTrades && ` Nothing has been traded yet: swap ${pair.base} for ${pair.quote} to make the first price.`}
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
					Mid {price(mid)}
				</span>
			</div>
			<p className="mid-chart-range">{low !== high && `Between ${price(low)} and ${price(high)} so far`}</p>
		</figure>
	)
}

const seenOf = new Map<string, readonly SeenMid[]>()

/** The mids of each pair that were seen while it was shown, in this view or before. */
export function useSeenMids(pair: Pair, mid: Decimal | undefined): readonly SeenMid[] {
	const key = pairKey(pair)
	const former = seenOf.get(key) ?? []
	if (mid === undefined) return former
	const seen = withMid(former, { atMs: Date.now(), mid })
	seenOf.set(key, seen)
	return seen
}

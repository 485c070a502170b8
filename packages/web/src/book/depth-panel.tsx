import type { Decimal, Pair, Side } from '@accord/protocol'
import { type PointerEvent, useState } from 'react'
import { formatAmount, formatSignificant, placesFor } from '../format/format-amount.ts'
import { useOrderBook, useSession } from '../session/session.tsx'
import { Panel } from '../ui/panel.tsx'
import { Empty, Loading } from '../ui/states.tsx'
import { depthOf } from './depth.ts'
import { type DepthCurve, type DepthPoint, depthCurve } from './depth-curve.ts'
import './depth-panel.css'

const size = { width: 1000, height: 240 }

/** How much can be sold and bought up to each price. */
export function DepthPanel() {
	const { pair } = useSession()
	const { book } = useOrderBook()
	const depth = book === undefined ? undefined : depthOf(book)
	const curve = depth === undefined ? undefined : depthCurve(depth, size)
	return (
		<Panel title="Depth">
			<div className="depth-room">
				{depth === undefined && <Loading what="the depth" lines={5} />}
				{depth !== undefined && curve === undefined && <Empty title="No liquidity right now" />}
				{curve !== undefined && <DepthDrawing curve={curve} pair={pair} />}
			</div>
		</Panel>
	)
}

function DepthDrawing({ curve, pair }: { curve: DepthCurve; pair: Pair }) {
	const [at, setAt] = useState<number>()
	const point = at === undefined ? undefined : nearest(curve.points, at)
	const follow = (event: PointerEvent<SVGSVGElement>) => {
		const box = event.currentTarget.getBoundingClientRect()
		setAt(((event.clientX - box.left) / box.width) * size.width)
	}
	return (
		<figure className="depth">
			<figcaption className="depth-caption">
				{point === undefined ? <SideTotals curve={curve} pair={pair} /> : <PointTotal point={point} pair={pair} />}
			</figcaption>
			<svg
				className="depth-drawing"
				viewBox={`0 0 ${size.width} ${size.height}`}
				preserveAspectRatio="none"
				aria-hidden="true"
				onPointerMove={follow}
				onPointerLeave={() => setAt(undefined)}
			>
				<SidePath name="bids" path={curve.bids} />
				<SidePath name="asks" path={curve.asks} />
				{point !== undefined && <path className="depth-here" d={`M${point.x} 0V${size.height}`} />}
			</svg>
			<Axis from={curve.from} to={curve.to} />
		</figure>
	)
}

/** The line is open where the area is cut off. */
function SidePath({ name, path }: { name: Side; path: string }) {
	if (path === '') return null
	return (
		<g className={`depth-${name}`}>
			<path className="depth-area" d={`${path}V${size.height}Z`} />
			<path className="depth-line" d={path} />
		</g>
	)
}

/** Shown while the pointer is not on a level. */
function SideTotals({ curve, pair }: { curve: DepthCurve; pair: Pair }) {
	const bought = curve.points.find(({ side }) => side === 'bids')
	const sold = curve.points.findLast(({ side }) => side === 'asks')
	return (
		<>
			<span className="depth-buyers">
				{bought === undefined ? 'No bids' : `Bids ${formatSignificant(bought.total)} ${pair.base}`}
			</span>
			<span className="depth-sellers">
				{sold === undefined ? 'No asks' : `Asks ${formatSignificant(sold.total)} ${pair.base}`}
			</span>
		</>
	)
}

function PointTotal({ point, pair }: { point: DepthPoint; pair: Pair }) {
	const isBid = point.side === 'bids'
	return (
		<span className={isBid ? 'depth-buyers' : 'depth-sellers'}>
			{isBid ? 'Sell' : 'Buy'} up to {formatSignificant(point.total)} {pair.base} at {formatAmount(point.price)}{' '}
			{pair.quote} or better
		</span>
	)
}

function Axis({ from, to }: { from: Decimal; to: Decimal }) {
	const middle = ((from + to) / 2n) as Decimal
	const places = placesFor(middle, 4)
	return (
		<div className="depth-axis">
			{[from, middle, to].map(price => (
				<span key={`${price}`}>{formatAmount(price, { places, leastPlaces: places })}</span>
			))}
		</div>
	)
}

function nearest(points: readonly DepthPoint[], x: number): DepthPoint | undefined {
	return points.reduce<DepthPoint | undefined>((best, point) => {
		return best === undefined || Math.abs(point.x - x) < Math.abs(best.x - x) ? point : best
	}, undefined)
}

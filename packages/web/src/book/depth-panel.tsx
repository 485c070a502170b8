import type { Decimal, Pair } from '@accord/sdk'
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
				{depth !== undefined && curve === undefined && <Empty title="Nothing is quoted now" />}
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
			<figcaption className="depth-says">
				{point === undefined ? <Sums curve={curve} pair={pair} /> : <Says point={point} pair={pair} />}
			</figcaption>
			<svg
				className="depth-drawing"
				viewBox={`0 0 ${size.width} ${size.height}`}
				preserveAspectRatio="none"
				aria-hidden="true"
				onPointerMove={follow}
				onPointerLeave={() => setAt(undefined)}
			>
				<Side name="bids" path={curve.bids} />
				<Side name="asks" path={curve.asks} />
				{point !== undefined && <path className="depth-here" d={`M${point.x} 0V${size.height}`} />}
			</svg>
			<Axis from={curve.from} to={curve.to} />
		</figure>
	)
}

/** The area has no border where it is cut off. */
function Side({ name, path }: { name: 'bids' | 'asks'; path: string }) {
	if (path === '') return null
	return (
		<g className={`depth-${name}`}>
			<path className="depth-area" d={`${path}V${size.height}Z`} />
			<path className="depth-line" d={path} />
		</g>
	)
}

/** What the whole drawing shows, for as long as nothing in it is pointed at. */
function Sums({ curve, pair }: { curve: DepthCurve; pair: Pair }) {
	const bought = curve.points.find(({ side }) => side === 'bids')
	const sold = curve.points.findLast(({ side }) => side === 'asks')
	return (
		<>
			<span className="depth-buyers">
				{bought === undefined ? 'No buyers' : `Buyers take ${formatSignificant(bought.total)} ${pair.base}`}
			</span>
			<span className="depth-sellers">
				{sold === undefined ? 'No sellers' : `Sellers offer ${formatSignificant(sold.total)} ${pair.base}`}
			</span>
		</>
	)
}

function Says({ point, pair }: { point: DepthPoint; pair: Pair }) {
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

import { Decimal, type Side } from '@accord/protocol'
import type { Depth, DepthLevel } from './depth.ts'

/** A level and its place in the drawing. */
export type DepthPoint = DepthLevel & { readonly side: Side; readonly x: number; readonly y: number }

/** The curves as SVG paths, open at the bottom; the levels from left to right; and the prices at both edges. */
export type DepthCurve = {
	readonly bids: string
	readonly asks: string
	readonly points: readonly DepthPoint[]
	readonly from: Decimal
	readonly to: Decimal
}

type Size = { readonly width: number; readonly height: number }

/**
 * Cumulative amounts by price, as steps. Both sides extend equally far from the middle: as far as the shorter side, but
 * at least half as far as the longer one, so that neither a distant level nor an empty side takes up all the space.
 */
export function depthCurve({ bids, asks, largest }: Depth, size: Size): DepthCurve | undefined {
	const middle = middleOf(bids[0]?.price, asks[0]?.price)
	if (middle === undefined || largest === 0n) return undefined
	const reach = reachOf(middle, bids, asks)
	const from = (middle - reach) as Decimal
	const to = (middle + reach) as Decimal
	const isShown = ({ price }: DepthLevel) => price >= from && price <= to
	const shown = { bids: bids.filter(isShown), asks: asks.filter(isShown) }
	const highest = Decimal.max(lastTotal(shown.bids), lastTotal(shown.asks))
	const x = (price: Decimal) => round(ratio(price - from, to - from) * size.width)
	const y = (total: Decimal) => round(size.height - ratio(total, highest) * size.height * 0.92)
	const path = (levels: readonly DepthLevel[], edge: number) => stepPath(levels, { x, y, edge, bottom: size.height })
	const pointsOf = (side: DepthPoint['side']) =>
		shown[side].map(level => ({ ...level, side, x: x(level.price), y: y(level.total) }))
	const points = [...pointsOf('bids').reverse(), ...pointsOf('asks')]
	return { bids: path(shown.bids, 0), asks: path(shown.asks, size.width), points, from, to }
}

function middleOf(bid: Decimal | undefined, ask: Decimal | undefined): bigint | undefined {
	if (bid !== undefined && ask !== undefined) return (bid + ask) / 2n
	return bid ?? ask
}

function reachOf(middle: bigint, bids: readonly DepthLevel[], asks: readonly DepthLevel[]): bigint {
	const down = middle - (bids.at(-1)?.price ?? middle)
	const up = (asks.at(-1)?.price ?? middle) - middle
	const [shorter, longer] = down < up ? [down, up] : [up, down]
	const reach = shorter * 2n < longer ? longer / 2n : shorter
	const withMargin = reach + reach / 20n
	const least = middle / 1000n
	const wanted = withMargin > least ? withMargin : least
	return wanted > 0n ? wanted : 1n
}

type Scales = {
	readonly x: (price: Decimal) => number
	readonly y: (total: Decimal) => number
	readonly edge: number
	readonly bottom: number
}

/** Draws from the best price outwards to the edge: up at each level, then along to the next. */
function stepPath(levels: readonly DepthLevel[], { x, y, edge, bottom }: Scales): string {
	const [best] = levels
	if (best === undefined) return ''
	const steps = levels.map(({ price, total }) => `H${x(price)}V${y(total)}`)
	return `M${x(best.price)} ${bottom}${steps.join('')}H${edge}`
}

function lastTotal(levels: readonly DepthLevel[]): Decimal {
	return levels.at(-1)?.total ?? Decimal.zero
}

/** A millionth of the drawing is finer than any screen. */
function ratio(part: bigint, whole: bigint): number {
	if (whole === 0n) return 0
	return Number((part * 1_000_000n) / whole) / 1_000_000
}

function round(pixels: number): number {
	return Math.round(pixels * 10) / 10
}

import type { Decimal } from '@accord/protocol'
import { type IPriceLine, LineStyle } from 'lightweight-charts'
import type { DrawnChart } from './chart-drawing.ts'

/** A line across the chart, and where it is drawn. */
export type DrawnLine = { readonly line: IPriceLine; readonly drawn: number }

/** A dashed line at the middle of the book, with its price on the scale. */
export function drawMid(drawn: DrawnChart, mid: Decimal | undefined): void {
	if (drawn.mid !== undefined) drawn.prices.removePriceLine(drawn.mid.line)
	drawn.mid = mid === undefined ? undefined : lineAt(drawn, mid, { title: 'Mid', color: drawn.colours.accent })
	scaleAgain(drawn)
}

/** A line at each price that the reader waits for. */
export function drawOwn(drawn: DrawnChart, own: readonly Decimal[]): void {
	for (const { line } of drawn.own) drawn.prices.removePriceLine(line)
	drawn.own = own.map(price => lineAt(drawn, price, { title: 'My price', color: drawn.colours.muted }))
	scaleAgain(drawn)
}

function lineAt({ prices, scale }: DrawnChart, price: Decimal, look: { title: string; color: string }): DrawnLine {
	const at = scale.drawn(price)
	const lineStyle = LineStyle.Dashed
	return {
		line: prices.createPriceLine({ price: at, lineWidth: 1, lineStyle, axisLabelVisible: true, ...look }),
		drawn: at,
	}
}

/** Computes the scale again, unless the reader has set another one. */
function scaleAgain({ prices }: DrawnChart): void {
	const scale = prices.priceScale()
	if (scale.options().autoScale) scale.applyOptions({ autoScale: true })
}

/** The prices of one candle, as numbers: for drawing only. */
export type DrawnPrices = { readonly low: number; readonly high: number; readonly close: number }

/**
 * The price range of a chart's scale: all prices except those far outside most of the others, so that one odd trade
 * does not flatten the rest. Undefined if there are none.
 */
export function priceRange(shown: readonly DrawnPrices[]): { minValue: number; maxValue: number } | undefined {
	const closes = shown.map(({ close }) => close).sort((a, b) => a - b)
	const at = (part: number) => closes[Math.floor((closes.length - 1) * part)]
	const [lower, middle, upper] = [at(0.25), at(0.5), at(0.75)]
	if (lower === undefined || middle === undefined || upper === undefined) return undefined
	const reach = fencesWide * (upper - lower) + leastReach * middle
	const inside = (value: number) => Math.min(Math.max(value, lower - reach), upper + reach)
	return {
		minValue: Math.min(...shown.map(({ low }) => inside(low))),
		maxValue: Math.max(...shown.map(({ high }) => inside(high))),
	}
}

/** How far the scale may reach beyond the middle half of the prices, in multiples of the width of that half. */
const fencesWide = 4
/** The minimum if most prices are alike, as a fraction of the price. */
const leastReach = 0.01

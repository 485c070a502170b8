/** The prices of one candle, as numbers: for drawing only. */
export type DrawnPrices = { readonly low: number; readonly high: number; readonly close: number }

/** The candles in sight, oldest first, and the prices that must be on the scale whatever the candles are. */
export type SeenPrices = { readonly candles: readonly DrawnPrices[]; readonly always: readonly number[] }

/**
 * The price range of a chart's scale. One odd trade must not flatten the others, so a price far from most of them is
 * cut off, but only if it is the sole one: what at least two candles reach is a move. Undefined if there are no candles.
 */
export function priceRange({ candles, always }: SeenPrices): { minValue: number; maxValue: number } | undefined {
	const closes = candles.map(({ close }) => close).sort((a, b) => a - b)
	const at = (part: number) => closes[Math.floor((closes.length - 1) * part)]
	const [lower, middle, upper] = [at(0.25), at(0.5), at(0.75)]
	if (lower === undefined || middle === undefined || upper === undefined) return undefined
	const reach = fencesWide * (upper - lower) + leastReach * middle
	const [lowest = middle, secondLowest = lowest] = candles.map(({ low }) => low).sort((a, b) => a - b)
	const [highest = middle, secondHighest = highest] = candles.map(({ high }) => high).sort((a, b) => b - a)
	return {
		minValue: Math.min(secondLowest, Math.max(lowest, lower - reach), ...always),
		maxValue: Math.max(secondHighest, Math.min(highest, upper + reach), ...always),
	}
}

/** How far the scale may reach beyond the middle half of the prices, in multiples of the width of that half. */
const fencesWide = 4
/** The minimum if most prices are alike, as a fraction of the price. */
const leastReach = 0.01

/** Those of other prices that are near enough to a range to be on the scale as well without flattening it. */
export function nearPrices(prices: readonly number[], { minValue, maxValue }: { minValue: number; maxValue: number }) {
	const reach = Math.max(maxValue - minValue, maxValue * nearReach)
	return prices.filter(price => price >= minValue - reach && price <= maxValue + reach)
}

/** The least distance that is near, as a fraction of the price. */
const nearReach = 0.02

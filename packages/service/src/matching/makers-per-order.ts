const unitsOfItems = 96_000_000
const unitsOfFill = 12_000_000

/**
 * How many more makers an order may be split over: the configured number, or as many fills as its ledger transaction has
 * execution units for (decision 17), less the parts it has already.
 */
export function makersMaxOf(
	{ makersPerOrder }: { readonly makersPerOrder: number },
	{ executionUnits, liveParts }: { readonly executionUnits: number; readonly liveParts: number },
): number {
	return Math.min(makersPerOrder, Math.floor((unitsOfItems - executionUnits) / unitsOfFill)) - liveParts
}

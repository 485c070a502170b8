import { type Binding, bindingOf, type Markers, randomMarkerAmount } from '@accord/ledger'
import { Decimal } from '@accord/protocol'

// The guarantee: the items of a bundle settle in one transaction or not at all. Amounts are drawn each time a bundle is
// wrapped and never used again, so items of two bundles, or of one that was wrapped twice, never add up.

/** The bindings of a bundle's items, in item order: each fill has its own amount, and the order's is their sum. */
export type BoundItems = { readonly bindings: readonly Binding[]; readonly amounts: readonly Decimal[] }

/** Binds an order to its fills, of which there is at least one. */
export function bindBundle(markers: Markers, { fills }: { readonly fills: number }): BoundItems {
	const ofFills = Array.from({ length: fills }, randomMarkerAmount)
	const amounts = [Decimal.sum(ofFills), ...ofFills]
	const bindings = amounts.map((amount, at) => bindingOf(markers, { role: at === 0 ? 'order' : 'fill', amount }))
	return { bindings, amounts }
}

/** One side of a maker's book, best first: price and amount as texts of short decimals. */
export type SideText = readonly (readonly [price: string, amount: string])[]
export type BookSides = { readonly bids: SideText; readonly asks: SideText }

/** A book that several makers quote and others take from. */
export type Contender = {
	readonly name: string
	/** Puts a maker's book in the place of its earlier one. */
	replace(maker: number, book: BookSides): void
	/** The whole book as it would be shown. */
	show(): unknown
	/** Sells so much base at the best bids, at a price that is good enough. */
	take(amount: string): void
	/** What is left at the best bid, as text. */
	left(): string
}

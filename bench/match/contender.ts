/** One side of a maker's book, best first: price and amount as short decimal strings. */
export type SideText = readonly (readonly [price: string, amount: string])[]
export type BookSides = { readonly bids: SideText; readonly asks: SideText }

/** A book that several makers quote and others take from. */
export type Contender = {
	readonly name: string
	/** Replaces a maker's book. */
	replace(maker: number, book: BookSides): void
	/** The whole book as it would be shown. */
	show(): unknown
	/** Sells this much base at the best bids, with a limit price that matches. */
	take(amount: string): void
	/** The rest at the best bid, as a decimal string. */
	left(): string
}

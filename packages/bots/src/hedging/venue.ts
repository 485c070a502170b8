/** A number as a venue gives it: CCXT's default is a number, its option `number: String` a text. */
export type VenueNumber = number | string | null | undefined

type Bounds = { readonly min?: VenueNumber; readonly max?: VenueNumber }

/** CCXT's market structure, as far as a hedge needs it. */
export type VenueMarketInfo = {
	readonly symbol: string
	readonly base: string
	readonly quote: string
	readonly spot?: boolean | undefined
	readonly taker?: VenueNumber
	readonly precision: { readonly amount?: VenueNumber; readonly price?: VenueNumber }
	readonly limits: { readonly amount?: Bounds | undefined; readonly cost?: Bounds | undefined }
}

export type VenueBook = {
	/** `[price, amount]`, best first. */
	readonly bids: readonly (readonly VenueNumber[])[]
	readonly asks: readonly (readonly VenueNumber[])[]
	/** The venue's own time in milliseconds, if it says one. */
	readonly timestamp?: number | undefined
}

type VenueFee = { readonly cost?: VenueNumber; readonly currency?: string | undefined }

export type VenueOrder = {
	readonly id?: string | undefined
	readonly clientOrderId?: string | undefined
	readonly status?: string | undefined
	readonly filled?: VenueNumber
	readonly cost?: VenueNumber
	readonly fee?: VenueFee | undefined
	readonly fees?: readonly VenueFee[]
}

/**
 * What a hedge needs of an exchange, in the words of CCXT: an exchange object of `ccxt` is one, unchanged. Errors are
 * told apart by the names of CCXT's classes.
 */
export type Venue = {
	readonly id: string
	readonly precisionMode: number | undefined
	loadMarkets(): Promise<unknown>
	market(symbol: string): VenueMarketInfo
	fetchOrderBook(symbol: string, limit?: number): Promise<VenueBook>
	createOrder(
		symbol: string,
		type: string,
		side: 'buy' | 'sell',
		amount: number,
		price?: number,
		params?: { readonly clientOrderId: string; readonly timeInForce: string },
	): Promise<VenueOrder>
	fetchOrder(id: string, symbol?: string, params?: { readonly clientOrderId?: string }): Promise<VenueOrder>
	fetchBalance(): Promise<unknown>
}

/** CCXT's ways of stating precision. */
export const precisionModes = { decimalPlaces: 2, tickSize: 4 } as const

/** Whether an error is of one of CCXT's classes, or of one derived from it; CCXT itself is not needed to tell. */
export function isVenueError(error: unknown, name: string): boolean {
	for (let at = error; typeof at === 'object' && at !== null; at = Object.getPrototypeOf(at)) {
		if (Object.hasOwn(at, 'constructor') && at.constructor.name === name) return true
	}
	return false
}

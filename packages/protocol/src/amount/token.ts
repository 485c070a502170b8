/** A token that is traded. `divisibility` is the number of decimal places an amount of it may have (0 to 18). */
export type Token = {
	readonly symbol: string
	readonly resourceAddress: string
	readonly divisibility: number
	readonly name: string
	readonly iconUrl: string
}

import { Decimal } from '@accord/protocol'

/** An amount promised in a fill that the ledger has not decided yet. */
type Reservation = {
	readonly symbol: string
	readonly amount: Decimal
	/** How much of the amount the fill itself mints; none if absent. */
	readonly minted?: Decimal
	/** The time after which the fill certainly can no longer be settled. */
	readonly untilMs: number
}

/**
 * What a maker holds and what it has promised. A promise counts until its fill has ended *and* the balances have been
 * read again since, so that nothing is promised twice.
 */
export class Inventory {
	readonly #readBalances: () => Promise<ReadonlyMap<string, Decimal>>
	readonly #reservations = new Map<string, Reservation>()
	readonly #ended = new Set<string>()
	#balances: ReadonlyMap<string, Decimal> = new Map()

	/** `readBalances` reads the ledger: amounts by symbol. */
	constructor(readBalances: () => Promise<ReadonlyMap<string, Decimal>>) {
		this.#readBalances = readBalances
	}

	/** The balances last read from the ledger; promises are not subtracted. */
	get balances(): ReadonlyMap<string, Decimal> {
		return this.#balances
	}

	/** Reads the balances again, and drops the promises that had ended by then. */
	async refresh(nowMs: number): Promise<void> {
		const ended = new Set(this.#ended)
		for (const [orderId, { untilMs }] of this.#reservations) if (untilMs <= nowMs) ended.add(orderId)
		this.#balances = await this.#readBalances()
		for (const orderId of ended) {
			this.#ended.delete(orderId)
			this.#reservations.delete(orderId)
		}
	}

	/** What is left to promise. */
	free(symbol: string): Decimal {
		const promised = [...this.#reservations.values()].filter(reservation => reservation.symbol === symbol)
		const held = this.#balances.get(symbol) ?? Decimal.zero
		return Decimal.subtract(held, Decimal.sum(promised.map(takenFromStock)))
	}

	/** The mints of open fills, by symbol. */
	minting(): ReadonlyMap<string, Decimal> {
		const sums = new Map<string, Decimal>()
		for (const { symbol, minted } of this.#reservations.values()) {
			if (minted !== undefined) sums.set(symbol, Decimal.add(sums.get(symbol) ?? Decimal.zero, minted))
		}
		return sums
	}

	/** The amount promised to an order. */
	promised(orderId: string): Reservation | undefined {
		return this.#reservations.get(orderId)
	}

	/** Promises the amount to an order if it is free or already promised to it; false otherwise. */
	reserve(orderId: string, reservation: Reservation): boolean {
		if (this.#reservations.has(orderId)) return true
		if (this.free(reservation.symbol) < takenFromStock(reservation)) return false
		this.#reservations.set(orderId, reservation)
		return true
	}

	/** The fill was not accepted, so its promise ends immediately. */
	release(orderId: string): void {
		this.#reservations.delete(orderId)
		this.#ended.delete(orderId)
	}

	/** The fill has ended; its promise ends with the next {@link refresh}. */
	end(orderId: string): void {
		if (this.#reservations.has(orderId)) this.#ended.add(orderId)
	}
}

function takenFromStock({ amount, minted = Decimal.zero }: Reservation): Decimal {
	return Decimal.subtract(amount, minted)
}

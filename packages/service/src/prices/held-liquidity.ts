import { Decimal, type PriceLevel } from '@accord/protocol'
import type { Side } from '../db/tables.ts'
import type { Held } from './available-levels.ts'

/** Liquidity that a part takes off one side of its maker's book. */
export type Promised = { readonly side: Side; readonly levels: readonly PriceLevel[] }

type Settled = Promised & { readonly endedAtMs: number }

/** Entries of what settled are added up when there are more. */
const settledMax = 64

/**
 * What is held of one maker's book: what is open, added up by price, and what settled, until the book is replaced. However
 * much is held, no more is kept than there are prices.
 */
export class HeldLiquidity {
	/** Another one after each change. */
	version = 0
	readonly #open: Record<Side, Map<Decimal, Decimal>> = { bids: new Map(), asks: new Map() }
	#openBase = Decimal.zero
	#settled: readonly Settled[] = []

	get isEmpty(): boolean {
		return this.#open.bids.size === 0 && this.#open.asks.size === 0 && this.#settled.length === 0
	}

	open({ side, levels }: Promised): void {
		for (const { price, amount } of levels) this.#add(side, price, amount)
	}

	close({ side, levels }: Promised): void {
		for (const { price, amount } of levels) this.#add(side, price, Decimal.subtract(Decimal.zero, amount))
	}

	/** What settled before the book in force was set, at `setAtMs`, is in that book. */
	settle(settled: Settled, setAtMs: number): void {
		this.#settled = addedUp([...this.#settled, settled].filter(({ endedAtMs }) => endedAtMs >= setAtMs))
	}

	/** What is taken off a side of a book that was set at `setAtMs`. */
	of(side: Side, setAtMs: number): Held {
		const open = Array.from(this.#open[side], ([price, amount]) => ({ price, amount }))
		const settled = this.#settled.filter(each => each.side === side && each.endedAtMs >= setAtMs)
		return { levels: [...open, ...settled.flatMap(({ levels }) => levels)], openBase: this.#openBase }
	}

	#add(side: Side, price: Decimal, amount: Decimal): void {
		const sums = this.#open[side]
		const sum = Decimal.add(sums.get(price) ?? Decimal.zero, amount)
		if (Decimal.isZero(sum)) sums.delete(price)
		else sums.set(price, sum)
		this.#openBase = Decimal.add(this.#openBase, amount)
	}
}

/** Adds up all but the newest entries: a book that is set later than they settled replaces all of them at once. */
function addedUp(settled: readonly Settled[]): readonly Settled[] {
	if (settled.length <= settledMax) return settled
	const newestMs = Math.max(...settled.map(({ endedAtMs }) => endedAtMs))
	const [newest, older] = [settled.filter(isNewest), settled.filter(each => !isNewest(each))]
	const olderMs = Math.max(...older.map(({ endedAtMs }) => endedAtMs))
	const sums = Array.from(
		Map.groupBy(older, ({ side }) => side),
		([side, ofSide]) => {
			return { side, levels: sumByPrice(ofSide.flatMap(({ levels }) => levels)), endedAtMs: olderMs }
		},
	)
	return [...sums, ...newest]

	function isNewest({ endedAtMs }: Settled): boolean {
		return endedAtMs === newestMs
	}
}

function sumByPrice(levels: readonly PriceLevel[]): PriceLevel[] {
	const byPrice = Map.groupBy(levels, ({ price }) => price)
	return Array.from(byPrice, ([price, ofPrice]) => ({
		price,
		amount: Decimal.sum(ofPrice.map(({ amount }) => amount)),
	}))
}

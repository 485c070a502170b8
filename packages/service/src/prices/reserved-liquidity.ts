import { Decimal, type PriceLevel, type Side } from '@accord/protocol'
import type { MakerBook } from './maker-book.ts'
import type { Deductions } from './maker-side.ts'

/** Levels reserved for a part on one side of its maker's book. */
export type ReservedLevels = { readonly side: Side; readonly levels: readonly PriceLevel[] }

/** Levels reserved for a part that has been written. */
export type ReservedPart = ReservedLevels & { readonly partId: string; readonly number: bigint }

type SettledLevels = ReservedLevels & { readonly settledNumber: number; readonly number: bigint }

/**
 * What a maker's book accounts for: the order it names and all earlier ones, or everything settled up to an entry of
 * its log.
 */
export type Accounting = Pick<MakerBook, 'settledUpTo' | 'netOf'>

/** Whether a reservation, open or settled (see `settledNumber`), is subtracted from a book. */
export function countsAgainst(
	{ number, settledNumber }: { readonly number: bigint; readonly settledNumber?: number },
	{ netOf, settledUpTo }: Accounting,
): boolean {
	if (netOf !== undefined) return number > netOf.number
	return settledNumber === undefined || settledNumber > settledUpTo
}

/** How many of the latest settlements are kept as separate entries. */
const settledEntriesMax = 64

/**
 * One maker's reservations: the open ones, and the latest settled ones, which count until a book that knows about them
 * replaces the current one. The sums grow with the number of prices, not of orders.
 */
export class ReservedLiquidity {
	/** Differs after each change. */
	version = 0
	readonly #all = new OpenLevels()
	/** The open reservations for which the most recently examined book does not account. */
	#later: LaterParts = { after: 0n, levels: this.#all }
	#settled: readonly SettledLevels[] = []

	get isEmpty(): boolean {
		return this.#all.parts.size === 0 && this.#settled.length === 0
	}

	open(part: ReservedPart): void {
		this.#all.add(part)
		if (this.#later.levels !== this.#all && part.number > this.#later.after) this.#later.levels.add(part)
	}

	close({ partId }: Pick<ReservedPart, 'partId'>): void {
		this.#all.remove(partId)
		this.#later.levels.remove(partId)
	}

	/**
	 * Keeps older ones only if the current book does not account for them: another node may send a book that knows about
	 * fewer settlements.
	 */
	settle(settled: SettledLevels, book: Accounting): void {
		const all = [...this.#settled, settled].sort((a, b) => a.settledNumber - b.settledNumber)
		const older = all.slice(0, -settledEntriesMax).filter(each => countsAgainst(each, book))
		this.#settled = [...merged(older), ...all.slice(-settledEntriesMax)]
	}

	/** What to subtract from a side of a book. */
	deductions(side: Side, book: Accounting): Deductions {
		const { levels: later } = this.#openAfter(book.netOf?.number)
		const levels: PriceLevel[] = []
		for (const [price, amount] of later.sums[side]) levels.push({ price, amount })
		for (const each of this.#settled) {
			if (each.side === side && countsAgainst(each, book)) levels.push(...each.levels)
		}
		return { levels, openBase: this.#all.base }
	}

	/** The open parts with higher numbers. Moving to a later number costs no more than the parts that it leaves behind. */
	#openAfter(number: bigint | undefined): LaterParts {
		if (number === undefined) return { after: 0n, levels: this.#all }
		if (this.#later.levels === this.#all || number < this.#later.after) {
			const levels = new OpenLevels()
			for (const part of this.#all.parts.values()) if (part.number > number) levels.add(part)
			this.#later = { after: number, levels }
		} else if (number > this.#later.after) {
			const { levels } = this.#later
			for (const part of levels.parts.values()) if (part.number <= number) levels.remove(part.partId)
			this.#later = { after: number, levels }
		}
		return this.#later
	}
}

type LaterParts = { readonly after: bigint; readonly levels: OpenLevels }

/** Open parts, added up by side and price. */
class OpenLevels {
	readonly parts = new Map<string, ReservedPart>()
	readonly sums: Record<Side, Map<Decimal, Decimal>> = { bids: new Map(), asks: new Map() }
	/** The total base of all parts. */
	base = Decimal.zero

	add(part: ReservedPart): void {
		this.parts.set(part.partId, part)
		for (const { price, amount } of part.levels) this.#change(part.side, price, amount)
	}

	remove(partId: string): void {
		const part = this.parts.get(partId)
		if (part === undefined) return
		this.parts.delete(partId)
		for (const { price, amount } of part.levels) this.#change(part.side, price, Decimal.subtract(Decimal.zero, amount))
	}

	#change(side: Side, price: Decimal, amount: Decimal): void {
		const sums = this.sums[side]
		const sum = Decimal.add(sums.get(price) ?? Decimal.zero, amount)
		if (Decimal.isZero(sum)) sums.delete(price)
		else sums.set(price, sum)
		this.base = Decimal.add(this.base, amount)
	}
}

/** Adds up each side: a book that knows about the last of them replaces all of them together. */
function merged(older: readonly SettledLevels[]): readonly SettledLevels[] {
	const settledNumber = Math.max(...older.map(each => each.settledNumber))
	// A book that is net of an order is refused if a part reserved later has settled, so it never leaves part of a sum
	// behind.
	const number = older.reduce((last, each) => (each.number > last ? each.number : last), 0n)
	return Array.from(
		Map.groupBy(older, ({ side }) => side),
		([side, ofSide]) => ({ side, levels: sumByPrice(ofSide.flatMap(({ levels }) => levels)), settledNumber, number }),
	)
}

function sumByPrice(levels: readonly PriceLevel[]): PriceLevel[] {
	const byPrice = Map.groupBy(levels, ({ price }) => price)
	return Array.from(byPrice, ([price, ofPrice]) => ({
		price,
		amount: Decimal.sum(ofPrice.map(({ amount }) => amount)),
	}))
}

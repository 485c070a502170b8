import { Decimal, type Pair, type PriceLevel, pairKey, type Side } from '@accord/protocol'
import type { Database } from '../db/tables.ts'
import type { Deductions } from './available-levels.ts'
import type { PriceBooks } from './price-books.ts'
import { forgetForeignTransactions, type ReservationChange, selectReservationChanges } from './reservations-table.ts'

type BookTimes = Pick<PriceBooks, 'setAtMsOf'>

/** The last applied change of a part, kept until no read can return it again. */
type AppliedChange = { readonly changedBy: bigint; readonly isOpen: boolean }

/**
 * What is reserved of all makers' books, kept in memory: each read returns only what has changed since the one before.
 * Reads may overlap and finish in any order: an older one never undoes what a newer one applied. The first read must come
 * before the first book is set: what settled before it counts against no book.
 */
export class Reservations {
	readonly #books: BookTimes
	readonly #open = new Map<string, ReservedLevels>()
	readonly #byPair = new Map<string, Map<string, ReservedLiquidity>>()
	readonly #applied = new Map<string, AppliedChange>()
	/** Every change made by a transaction older than this one has been applied. */
	#oldestRunning: bigint | undefined
	#versions = 0

	constructor({ books }: { books: BookTimes }) {
		this.#books = books
	}

	/**
	 * Applies all that is committed when it is called. In a transaction that holds a pair's lock, nothing more can be
	 * reserved of that pair until the transaction ends.
	 */
	async read(db: Database): Promise<void> {
		if (this.#oldestRunning === undefined) await forgetForeignTransactions(db)
		const since = this.#oldestRunning
		const { changes, oldestRunning } = await selectReservationChanges(db, { since })
		for (const change of changes) if (this.#isNew(change)) this.#apply(change)
		this.#oldestRunning = this.#nextOldestRunning({ since, oldestRunning })
		for (const [partId, { changedBy }] of this.#applied) {
			if (changedBy < this.#oldestRunning) this.#applied.delete(partId)
		}
	}

	/** A read of all open reservations does not include those that ended, so only the first such read to finish counts. */
	#nextOldestRunning({ since, oldestRunning }: { since: bigint | undefined; oldestRunning: bigint }): bigint {
		const former = this.#oldestRunning
		if (former === undefined) return oldestRunning
		return since !== undefined && oldestRunning > former ? oldestRunning : former
	}

	/** What is reserved of a maker's book; undefined if nothing is. */
	reservedOf(pair: Pair, makerId: string): ReservedLiquidity | undefined {
		return this.#byPair.get(pairKey(pair))?.get(makerId)
	}

	#isNew({ partId, changedBy, state }: ReservationChange): boolean {
		if (this.#oldestRunning !== undefined && changedBy < this.#oldestRunning) return false
		const applied = this.#applied.get(partId)
		return applied === undefined || (applied.isOpen && state !== 'open')
	}

	#apply({ partId, makerId, pair, state, endedAtMs, changedBy, side, levels }: ReservationChange): void {
		const former = this.#open.get(partId)
		this.#applied.set(partId, { changedBy, isOpen: state === 'open' })
		const byMaker = this.#byPair.get(pairKey(pair)) ?? new Map<string, ReservedLiquidity>()
		this.#byPair.set(pairKey(pair), byMaker)
		const reserved = byMaker.get(makerId) ?? new ReservedLiquidity()
		byMaker.set(makerId, reserved)
		if (state === 'open' && former === undefined) {
			this.#open.set(partId, { side, levels })
			reserved.open({ side, levels })
		}
		if (state !== 'open' && former !== undefined) {
			this.#open.delete(partId)
			reserved.close(former)
		}
		if (state === 'settled') reserved.settle({ side, levels, endedAtMs }, this.#books.setAtMsOf(makerId, pair) ?? 0)
		this.#versions += 1
		reserved.version = this.#versions
		if (reserved.isEmpty) byMaker.delete(makerId)
	}
}

/** Levels reserved for a part on one side of its maker's book. */
export type ReservedLevels = { readonly side: Side; readonly levels: readonly PriceLevel[] }

type SettledLevels = ReservedLevels & { readonly endedAtMs: number }

/** Beyond this number, settled entries are merged. */
const settledEntriesMax = 64

/**
 * What is reserved of one maker's book: open reservations, added up by price, and settled ones until the book is replaced.
 * However many there are, memory is bounded by the number of prices.
 */
export class ReservedLiquidity {
	/** Differs after each change. */
	version = 0
	readonly #open: Record<Side, Map<Decimal, Decimal>> = { bids: new Map(), asks: new Map() }
	#openBase = Decimal.zero
	#settled: readonly SettledLevels[] = []

	get isEmpty(): boolean {
		return this.#open.bids.size === 0 && this.#open.asks.size === 0 && this.#settled.length === 0
	}

	open({ side, levels }: ReservedLevels): void {
		for (const { price, amount } of levels) this.#add(side, price, amount)
	}

	close({ side, levels }: ReservedLevels): void {
		for (const { price, amount } of levels) this.#add(side, price, Decimal.subtract(Decimal.zero, amount))
	}

	/** Ignores what settled before the current book was set, at `setAtMs`: that book already accounts for it. */
	settle(settled: SettledLevels, setAtMs: number): void {
		this.#settled = mergeOlder([...this.#settled, settled].filter(({ endedAtMs }) => endedAtMs >= setAtMs))
	}

	/** What to subtract from a side of a book that was set at `setAtMs`. */
	deductions(side: Side, setAtMs: number): Deductions {
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

/** Merges all but the newest entries: a book set after the last of them settled replaces all of them at once. */
function mergeOlder(settled: readonly SettledLevels[]): readonly SettledLevels[] {
	if (settled.length <= settledEntriesMax) return settled
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

	function isNewest({ endedAtMs }: SettledLevels): boolean {
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

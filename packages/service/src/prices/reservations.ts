import { Decimal, type Pair, type PriceLevel, pairKey } from '@accord/protocol'
import type { Database, Side } from '../db/tables.ts'
import type { Held } from './available-levels.ts'
import type { PriceBooks } from './price-books.ts'
import { forgetForeignNumbers, type ReservationChange, selectReservationChanges } from './reservations-table.ts'

type SettingTimes = Pick<PriceBooks, 'setAtMsOf'>

/** The last change of a part that was applied, until no reading can bring it again. */
type Applied = { readonly changedBy: bigint; readonly isOpen: boolean }

/**
 * What is reserved of all makers' books, kept in memory: each reading brings only what has changed since the one before.
 * Readings may overlap and end in any order; what one has brought, an older one does not take back. It is made before the
 * first book is set: what settled before counts against no book.
 */
export class Reservations {
	readonly #books: SettingTimes
	readonly #open = new Map<string, Promised>()
	readonly #held = new Map<string, Map<string, ReservedLiquidity>>()
	readonly #applied = new Map<string, Applied>()
	/** What transactions before this one have changed is all applied. */
	#unfinished: bigint | undefined
	#versions = 0

	constructor({ books }: { books: SettingTimes }) {
		this.#books = books
	}

	/**
	 * Brings what is reserved up to all that is committed when it is called. In a transaction that holds a pair's lock
	 * nothing more is reserved of the pair until the transaction ends.
	 */
	async read(db: Database): Promise<void> {
		if (this.#unfinished === undefined) await forgetForeignNumbers(db)
		const since = this.#unfinished
		const { changes, unfinished } = await selectReservationChanges(db, { since })
		for (const change of changes) if (this.#isNew(change)) this.#apply(change)
		this.#unfinished = this.#toldUpTo({ since, unfinished })
		for (const [partId, { changedBy }] of this.#applied) {
			if (changedBy < this.#unfinished) this.#applied.delete(partId)
		}
	}

	/** A reading of all that is open tells nothing of what has ended: only the first one to arrive can be read on from. */
	#toldUpTo({ since, unfinished }: { since: bigint | undefined; unfinished: bigint }): bigint {
		const former = this.#unfinished
		if (former === undefined) return unfinished
		return since !== undefined && unfinished > former ? unfinished : former
	}

	/** What is held of a maker's book; nothing if that is nothing. */
	heldOf(pair: Pair, makerId: string): ReservedLiquidity | undefined {
		return this.#held.get(pairKey(pair))?.get(makerId)
	}

	#isNew({ partId, changedBy, state }: ReservationChange): boolean {
		if (this.#unfinished !== undefined && changedBy < this.#unfinished) return false
		const applied = this.#applied.get(partId)
		return applied === undefined || (applied.isOpen && state !== 'open')
	}

	#apply({ partId, makerId, pair, state, endedAtMs, changedBy, ...promised }: ReservationChange): void {
		const former = this.#open.get(partId)
		this.#applied.set(partId, { changedBy, isOpen: state === 'open' })
		const ofPair = this.#held.get(pairKey(pair)) ?? new Map<string, ReservedLiquidity>()
		this.#held.set(pairKey(pair), ofPair)
		const held = ofPair.get(makerId) ?? new ReservedLiquidity()
		ofPair.set(makerId, held)
		if (state === 'open' && former === undefined) {
			this.#open.set(partId, promised)
			held.open(promised)
		}
		if (state !== 'open' && former !== undefined) {
			this.#open.delete(partId)
			held.close(former)
		}
		if (state === 'settled') held.settle({ ...promised, endedAtMs }, this.#books.setAtMsOf(makerId, pair) ?? 0)
		this.#versions += 1
		held.version = this.#versions
		if (held.isEmpty) ofPair.delete(makerId)
	}
}

/** Liquidity that a part takes off one side of its maker's book. */
export type Promised = { readonly side: Side; readonly levels: readonly PriceLevel[] }

type Settled = Promised & { readonly endedAtMs: number }

/** Entries of what settled are added up when there are more. */
const settledMax = 64

/**
 * What is held of one maker's book: what is open, added up by price, and what settled, until the book is replaced. However
 * much is held, no more is kept than there are prices.
 */
export class ReservedLiquidity {
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

import { type Pair, pairKey } from '@accord/protocol'
import type { Database } from '../db/tables.ts'
import { HeldLiquidity, type Promised } from './held-liquidity.ts'
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
	readonly #held = new Map<string, Map<string, HeldLiquidity>>()
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
	heldOf(pair: Pair, makerId: string): HeldLiquidity | undefined {
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
		const ofPair = this.#held.get(pairKey(pair)) ?? new Map<string, HeldLiquidity>()
		this.#held.set(pairKey(pair), ofPair)
		const held = ofPair.get(makerId) ?? new HeldLiquidity()
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

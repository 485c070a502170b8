import { type Pair, pairKey } from '@accord/protocol'
import type { Database } from '../db/tables.ts'
import type { Accounting } from './available-levels.ts'
import type { AskedPart, MakerBook } from './maker-book.ts'
import {
	forgetForeignTransactions,
	type ReservationChange,
	selectReservationChanges,
	selectSettledBefore,
} from './reservations-table.ts'
import { ReservedLiquidity, type ReservedPart } from './reserved-liquidity.ts'

type BooksSet = { readonly bookOf: (makerId: string, pair: Pair) => Accounting | undefined }

/** The last applied change of a part, kept until no read can return it again. */
type AppliedChange = { readonly changedBy: bigint; readonly isOpen: boolean }

/**
 * What is reserved of all makers' books, kept in memory: each read returns only what has changed since the one before.
 * Reads may overlap and finish in any order: an older one never undoes what a newer one applied. The first read must come
 * before the first book is set: what settled before it counts against no book.
 */
export class Reservations {
	readonly #books: BooksSet
	readonly #open = new Map<string, OpenPart>()
	/** The last parts that ended, oldest first. */
	readonly #ended = new Map<string, Omit<OpenPart, 'part'>>()
	/** By maker and pair: of the parts seen to settle, the one with the highest number. */
	readonly #lastSettled = new Map<string, AskedPart>()
	readonly #byPair = new Map<string, Map<string, ReservedLiquidity>>()
	readonly #applied = new Map<string, AppliedChange>()
	/** Every change made by a transaction older than this one has been applied. */
	#oldestRunning: bigint | undefined
	/** What older transactions settled was not read at first. */
	#firstOldestRunning: bigint | undefined
	/** By maker and pair: since when what had settled before the first read is known. */
	readonly #settledKnownSinceMs = new Map<string, number>()
	#versions = 0

	constructor({ books }: { books: BooksSet }) {
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
		this.#firstOldestRunning ??= oldestRunning
		for (const [partId, { changedBy }] of this.#applied) {
			if (changedBy < this.#oldestRunning) this.#applied.delete(partId)
		}
	}

	/**
	 * Reads what settled before the first read, and after these books were set: another node had them before this one began.
	 * What each says of a maker and pair is read once.
	 */
	async readSettledBefore(db: Database, books: readonly MakerBook[]): Promise<void> {
		const before = this.#firstOldestRunning
		if (before === undefined) throw new Error('reservations were not read yet')
		const unknown = books.filter(({ makerId, pair, setAtMs }) => {
			return setAtMs < (this.#settledKnownSinceMs.get(settledKey(makerId, pair)) ?? Number.POSITIVE_INFINITY)
		})
		if (unknown.length === 0) return
		const sinceMs = Math.min(...unknown.map(({ setAtMs }) => setAtMs))
		const changes = await selectSettledBefore(db, { before, sinceMs })
		for (const book of unknown) {
			const key = settledKey(book.makerId, book.pair)
			const knownSinceMs = this.#settledKnownSinceMs.get(key) ?? Number.POSITIVE_INFINITY
			this.#settledKnownSinceMs.set(key, book.setAtMs)
			for (const change of changes) {
				const isOfBook = settledKey(change.makerId, change.pair) === key
				if (isOfBook && change.endedAtMs >= book.setAtMs && change.endedAtMs < knownSinceMs) this.#settle(change, book)
			}
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

	/** A part that is open, or one of the last 10,000 that were; undefined for any other. */
	partOf(partId: string): (AskedPart & { readonly makerId: string }) | undefined {
		return this.#open.get(partId) ?? this.#ended.get(partId)
	}

	/** Of the maker's parts in a pair that have settled since the first read or were noted, the one that was reserved last. */
	lastSettledOf(makerId: string, pair: Pair): AskedPart | undefined {
		return this.#lastSettled.get(settledKey(makerId, pair))
	}

	/** Notes that a part of the pair has settled. */
	noteSettled(makerId: string, pair: Pair, part: AskedPart): void {
		const key = settledKey(makerId, pair)
		const last = this.#lastSettled.get(key)
		if (last === undefined || part.number > last.number) this.#lastSettled.set(key, part)
	}

	#noteEnded(ended: Omit<OpenPart, 'part'>): void {
		this.#ended.set(ended.orderId, ended)
		const [oldest] = this.#ended.keys()
		if (oldest !== undefined && this.#ended.size > endedMax) this.#ended.delete(oldest)
	}

	#isNew({ partId, changedBy, state }: ReservationChange): boolean {
		if (this.#oldestRunning !== undefined && changedBy < this.#oldestRunning) return false
		const applied = this.#applied.get(partId)
		return applied === undefined || (applied.isOpen && state !== 'open')
	}

	#apply(change: ReservationChange): void {
		const { partId, makerId, pair, state, endedAtMs, changedBy, number } = change
		const former = this.#open.get(partId)
		this.#applied.set(partId, { changedBy, isOpen: state === 'open' })
		const reserved = this.#reservedFor(pair, makerId)
		if (state === 'open' && former === undefined) {
			this.#open.set(partId, { makerId, orderId: partId, number, part: change })
			reserved.open(change)
		}
		if (state !== 'open' && former !== undefined) {
			this.#open.delete(partId)
			reserved.close(former.part)
		}
		if (state !== 'open') this.#noteEnded({ makerId, orderId: partId, number })
		if (state === 'settled') this.#settle({ ...change, endedAtMs }, this.#books.bookOf(makerId, pair) ?? { setAtMs: 0 })
		this.#versions += 1
		reserved.version = this.#versions
		if (reserved.isEmpty) this.#byPair.get(pairKey(pair))?.delete(makerId)
	}

	#settle(change: ReservationChange, accounting: Accounting): void {
		const { makerId, pair, partId, number } = change
		this.noteSettled(makerId, pair, { orderId: partId, number })
		const reserved = this.#reservedFor(pair, makerId)
		reserved.settle(change, accounting)
		this.#versions += 1
		reserved.version = this.#versions
	}

	#reservedFor(pair: Pair, makerId: string): ReservedLiquidity {
		const byMaker = this.#byPair.get(pairKey(pair)) ?? new Map<string, ReservedLiquidity>()
		this.#byPair.set(pairKey(pair), byMaker)
		const reserved = byMaker.get(makerId) ?? new ReservedLiquidity()
		byMaker.set(makerId, reserved)
		return reserved
	}
}

type OpenPart = AskedPart & { readonly makerId: string; readonly part: ReservedPart }

const endedMax = 10_000

function settledKey(makerId: string, pair: Pair): string {
	return `${pairKey(pair)} ${makerId}`
}

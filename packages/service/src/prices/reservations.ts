import { type Pair, pairKey } from '@accord/protocol'
import type { Database } from '../db/tables.ts'
import { type Ask, askOne } from '../db/together.ts'
import type { LogsRead } from './logs-read.ts'
import type { AskedPart, MakerBook } from './maker-book.ts'
import {
	forgetForeignTransactions,
	type ReservationChange,
	type ReservationChanges,
	reservationChanges,
	selectLogEnds,
	selectSettledBetween,
} from './reservations-table.ts'
import type { Accounting } from './reserved-liquidity.ts'
import { ReservedLiquidity, type ReservedPart } from './reserved-liquidity.ts'

/** The facts known about the books that are set. */
type Accounts = {
	readonly bookOf: (makerId: string, pair: Pair) => Accounting | undefined
	readonly logsRead: LogsRead
}

/** The last applied change of a part, kept until no read can return it again. */
type AppliedChange = { readonly changedBy: bigint; readonly isOpen: boolean }

/**
 * The reservations of all makers' books, kept in memory: each read returns only the changes since the previous one.
 * Reads may overlap and finish in any order: an older one never undoes a newer one. The first read must come before the
 * first book is set, because earlier settlements count against no book.
 */
export class Reservations {
	readonly #makerQuotes: Accounts
	readonly #open = new Map<string, OpenPart>()
	/** The most recently ended parts, oldest first. */
	readonly #ended = new Map<string, Omit<OpenPart, 'part'>>()
	/** By maker and pair: the settled part with the highest number. */
	readonly #lastSettled = new Map<string, AskedPart>()
	readonly #byPair = new Map<string, Map<string, ReservedLiquidity>>()
	readonly #applied = new Map<string, AppliedChange>()
	/** Every change made by a transaction older than this one has been applied. */
	#oldestRunning: bigint | undefined
	/** Settlements by older transactions were not in the first read. */
	#firstOldestRunning: bigint | undefined
	/** By maker: the length of its log at the first read. */
	readonly #firstLogEnds = new Map<string, number>()
	/** By maker and pair: the log entry after which all settlements before the first read are known. */
	readonly #settledKnownAfter = new Map<string, number>()
	#versions = 0

	constructor({ makerQuotes }: { makerQuotes: Accounts }) {
		this.#makerQuotes = makerQuotes
	}

	/**
	 * Applies everything that is committed when it is called. In a transaction that holds a pair's lock, nothing more can
	 * be reserved from that pair until the transaction ends.
	 */
	async read(db: Database): Promise<void> {
		if (this.#oldestRunning === undefined) await forgetForeignTransactions(db)
		const isFirst = !this.wasRead
		await askOne(db, this.#changesSince(this.#oldestRunning))
		if (isFirst) await this.#readLogEnds(db)
	}

	get wasRead(): boolean {
		return this.#firstOldestRunning !== undefined
	}

	/** A read to combine with others; not for the first read. */
	changes(): Ask<void> {
		if (this.#oldestRunning === undefined) throw new Error('reservations were not read yet')
		return this.#changesSince(this.#oldestRunning)
	}

	/** Applies the reservations of a committed transaction. */
	noteReserved(changes: readonly ReservationChange[]): void {
		for (const change of changes) if (this.#isNew(change)) this.#apply(change)
	}

	#changesSince(since: bigint | undefined): Ask<void> {
		const { query, read } = reservationChanges({ since })
		return { query, read: rows => this.#applyAll(read(rows), since) }
	}

	#applyAll({ changes, oldestRunning }: ReservationChanges, since: bigint | undefined): void {
		this.noteReserved(changes)
		this.#oldestRunning = this.#nextOldestRunning({ since, oldestRunning })
		this.#firstOldestRunning ??= oldestRunning
		for (const [partId, { changedBy }] of this.#applied) {
			if (changedBy < this.#oldestRunning) this.#applied.delete(partId)
		}
	}

	/**
	 * Whether a book of another node knows about fewer settlements than the first read, so that {@link readSettledBefore}
	 * must be called first.
	 */
	needsSettledBefore({ makerId, pair, settledUpTo }: MakerBook): boolean {
		return settledUpTo < this.#knownAfter(makerId, pair)
	}

	/**
	 * Reads settlements from before the first read that these books do not account for, because another node had the books
	 * before this one started. Each maker and pair is read once, a page at a time.
	 */
	async readSettledBefore(db: Database, books: readonly MakerBook[]): Promise<void> {
		for (const book of books) {
			while (this.needsSettledBefore(book)) await this.#readSettledPage(db, book)
		}
	}

	/** The newest entries first, so that all entries after the oldest known one are known. */
	async #readSettledPage(db: Database, book: MakerBook): Promise<void> {
		const before = this.#firstOldestRunning
		if (before === undefined) throw new Error('reservations were not read yet')
		const { makerId, pair, settledUpTo: after } = book
		const upTo = this.#knownAfter(makerId, pair)
		const changes = await selectSettledBetween(db, { makerId, pair, after, upTo, before, limit: settledPage })
		// Reads may overlap, so changes that another read has already applied are skipped.
		if (this.#knownAfter(makerId, pair) !== upTo) return
		const first = changes.length < settledPage ? after : (changes.at(-1)?.settledNumber ?? 1) - 1
		this.#settledKnownAfter.set(settledKey(makerId, pair), first)
		for (const change of changes) this.#settle(change, book)
	}

	#knownAfter(makerId: string, pair: Pair): number {
		return this.#settledKnownAfter.get(settledKey(makerId, pair)) ?? this.#firstLogEnds.get(makerId) ?? 0
	}

	/** Read after the open parts: a later read returns anything that settles after both. */
	async #readLogEnds(db: Database): Promise<void> {
		for (const { makerId, entry } of await selectLogEnds(db)) {
			this.#makerQuotes.logsRead.note(makerId, entry)
			this.#firstLogEnds.set(makerId, entry)
		}
	}

	/**
	 * A read of all open reservations does not include those that have ended, so only the first such read to finish
	 * counts.
	 */
	#nextOldestRunning({ since, oldestRunning }: { since: bigint | undefined; oldestRunning: bigint }): bigint {
		const former = this.#oldestRunning
		if (former === undefined) return oldestRunning
		return since !== undefined && oldestRunning > former ? oldestRunning : former
	}

	/** The reservations of a maker's book; undefined if there are none. */
	reservedOf(pair: Pair, makerId: string): ReservedLiquidity | undefined {
		return this.#byPair.get(pairKey(pair))?.get(makerId)
	}

	/** A part that is open, or one of the last 10,000 that were; undefined for any other part. */
	partOf(partId: string): (AskedPart & { readonly makerId: string }) | undefined {
		return this.#open.get(partId) ?? this.#ended.get(partId)
	}

	/** The last reserved of the maker's parts in a pair that have settled since the first read or were recorded. */
	lastSettledOf(makerId: string, pair: Pair): AskedPart | undefined {
		return this.#lastSettled.get(settledKey(makerId, pair))
	}

	/** Records that a part of the pair has settled. */
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
		const { partId, makerId, pair, state, changedBy, number } = change
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
		if (state === 'settled') this.#settle(change, this.#makerQuotes.bookOf(makerId, pair) ?? { settledUpTo: 0 })
		this.#versions += 1
		reserved.version = this.#versions
		if (reserved.isEmpty) this.#byPair.get(pairKey(pair))?.delete(makerId)
	}

	#settle(change: ReservationChange, accounting: Accounting): void {
		const { makerId, pair, partId, number, settledNumber } = change
		this.#makerQuotes.logsRead.note(makerId, settledNumber)
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
const settledPage = 1_000

function settledKey(makerId: string, pair: Pair): string {
	return `${pairKey(pair)} ${makerId}`
}

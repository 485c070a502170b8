import type { DatabaseLanes } from '../db/database-lanes.ts'
import type { Database } from '../db/tables.ts'
import { type Ask, askOne, type HandOver } from '../db/together.ts'
import { bundleExpiryMinMs } from '../intents/deadlines.ts'
import { filledOrders, type StoredIntent } from './bundles-table.ts'

/** Filled orders by their hashes: each with its fills. */
type FilledByHash = ReadonlyMap<string, readonly StoredIntent[]>

/** How many are published at once, and may wait. */
export const filledOrdersMax = 16
/** Shorter than the second after which whoever publishes looks by itself. */
const looksEveryMs = 500

/**
 * The filled orders that are to be published. Those that are filled at this node come with the transaction that wrote the last
 * fill; nothing depends on that: all are looked for every second, when more are filled than wait here, and after a fill that another
 * one may have completed the order with at the same time.
 */
export class FilledOrders {
	readonly #db: Database
	#waiting = new Map<string, readonly StoredIntent[]>()
	/** More may be filled than wait here. */
	#isShort = false
	#lookedAtMs = Number.NEGATIVE_INFINITY

	constructor({ db }: { readonly db: Pick<DatabaseLanes, 'looks'> }) {
		this.#db = db.looks
	}

	/** Which of these orders are filled: to be asked by whoever has written fills of them. */
	next({ orderHashes, nowMs }: { orderHashes: readonly string[]; nowMs: number }): Ask<HandOver> {
		const { query, read } = filledOrders({ ...due(nowMs), among: orderHashes })
		return {
			query,
			read: rows => {
				const filled = byHash(read(rows))
				return () => this.#note(filled, { asked: orderHashes.length })
			},
		}
	}

	/** After a run that failed: the next one looks for all, so that it does not pass for one that has nothing to do. */
	lookAgain(): void {
		this.#isShort = true
	}

	/** At most so many as are published at once, the first to be accepted first if they are looked for. */
	async take(nowMs: number): Promise<FilledByHash> {
		const taken = this.#waiting
		this.#waiting = new Map()
		// A clock may be set back, too.
		const isLate = nowMs - this.#lookedAtMs >= looksEveryMs || nowMs < this.#lookedAtMs
		if (!this.#isShort && !isLate) return taken
		this.#isShort = false
		const filled = byHash(await askOne(this.#db, filledOrders(due(nowMs))))
		if (filled.size === filledOrdersMax) this.#isShort = true
		this.#lookedAtMs = nowMs
		return filled
	}

	#note(filled: FilledByHash, { asked }: { asked: number }): void {
		if (filled.size < asked) this.#isShort = true
		for (const [orderHash, rows] of filled) {
			if (this.#waiting.size < filledOrdersMax) this.#waiting.set(orderHash, rows)
			else this.#isShort = true
		}
	}
}

function due(nowMs: number) {
	return { nowMs, expiresAfterMs: bundleExpiryMinMs(nowMs), limit: filledOrdersMax }
}

function byHash(rows: readonly StoredIntent[]): FilledByHash {
	return Map.groupBy(rows, row => row.order_hash)
}

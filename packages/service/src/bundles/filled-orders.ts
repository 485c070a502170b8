import type { DatabaseLanes } from '../db/database-lanes.ts'
import type { Database } from '../db/tables.ts'
import { type Ask, askOne, type HandOver } from '../db/together.ts'
import { bundleExpiryMinMs } from '../intents/deadlines.ts'
import { filledOrders, type StoredIntent } from './bundles-table.ts'

/** Filled orders by their hashes, each with its fills. */
type FilledByHash = ReadonlyMap<string, readonly StoredIntent[]>

/** How many orders are published in one run, and how many may wait. */
export const filledOrdersMax = 16
/** Shorter than the second after which the publishing loop checks anyway. */
const looksEveryMs = 500

/**
 * The filled orders that are to be published. Orders filled at this node come with the transaction that wrote the last
 * fill, but only to save time. A search for all of them runs every second, when more are filled than may wait here, and
 * after a fill that may have completed its order at the same time as another fill.
 */
export class FilledOrders {
	readonly #db: Database
	#waiting = new Map<string, readonly StoredIntent[]>()
	/** More orders may be filled than may wait here. */
	#isShort = false
	#lookedAtMs = Number.NEGATIVE_INFINITY

	constructor({ db }: { readonly db: Pick<DatabaseLanes, 'looks'> }) {
		this.#db = db.looks
	}

	/** Those of the given orders that are filled, read by the transaction that wrote their fills. */
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

	/** After a failed run: makes the next one search for all orders, so that there does not seem to be nothing to do. */
	lookAgain(): void {
		this.#isShort = true
	}

	/** At most as many as are published at a time; a search returns those accepted first. */
	async take(nowMs: number): Promise<FilledByHash> {
		const taken = this.#waiting
		this.#waiting = new Map()
		// A clock may also be set back.
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

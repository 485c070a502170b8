import type { Database } from '../db/tables.ts'
import { type Ask, askOne, type HandOver } from '../db/together.ts'
import { bundleExpiryMinMs } from '../intents/deadlines.ts'
import { filledOrders, type StoredIntent } from './bundles-table.ts'

/** Filled orders by their hashes: each with its fills. */
type FilledByHash = ReadonlyMap<string, readonly StoredIntent[]>

/** How many are published at once, and may wait. */
export const filledOrdersMax = 16
const looksEveryMs = 1_000

/**
 * The filled orders that are to be published. Those that are filled at this node come with the transaction that wrote the last
 * fill; nothing depends on that: all are looked for every second, and when more are filled than wait here.
 */
export class FilledOrders {
	readonly #db: Database
	#waiting = new Map<string, readonly StoredIntent[]>()
	#isOverfull = false
	#lookedAtMs = Number.NEGATIVE_INFINITY

	constructor({ db }: { readonly db: Database }) {
		this.#db = db
	}

	/** Which of these orders are filled: to be asked by whoever has written fills of them. */
	next({ orderHashes, nowMs }: { orderHashes: readonly string[]; nowMs: number }): Ask<HandOver> {
		const { query, read } = filledOrders({ ...due(nowMs), among: orderHashes })
		return {
			query,
			read: rows => {
				const filled = byHash(read(rows))
				return () => this.#note(filled)
			},
		}
	}

	/** At most so many as are published at once, the first to be accepted first if they are looked for. */
	async take(nowMs: number): Promise<FilledByHash> {
		const taken = this.#waiting
		this.#waiting = new Map()
		const isDue = this.#isOverfull || nowMs - this.#lookedAtMs >= looksEveryMs
		if (taken.size > 0 && !isDue) return taken
		this.#isOverfull = false
		const filled = await askOne(this.#db, filledOrders(due(nowMs)))
		this.#lookedAtMs = nowMs
		return byHash(filled)
	}

	#note(filled: FilledByHash): void {
		for (const [orderHash, rows] of filled) {
			if (this.#waiting.size < filledOrdersMax) this.#waiting.set(orderHash, rows)
			else this.#isOverfull = true
		}
	}
}

function due(nowMs: number) {
	return { nowMs, expiresAfterMs: bundleExpiryMinMs(nowMs), limit: filledOrdersMax }
}

function byHash(rows: readonly StoredIntent[]): FilledByHash {
	return Map.groupBy(rows, row => row.order_hash)
}

import type { DatabaseLanes } from '../db/database-lanes.ts'
import type { Database } from '../db/tables.ts'
import { type Ask, askOne, type HandOver } from '../db/together.ts'
import { Pace } from '../queues/pace.ts'
import {
	type OpenBundle,
	openBundlesAfter,
	type SolverEvent,
	type SolverPages,
	solverEventsAfter,
	solverPagesAfter,
} from './solver-events.ts'

type Page = { readonly after: number; readonly limit: number }
type Asked = { bundles?: Page; events?: Page; readonly pages: Promise<SolverPages | undefined> }
/** The pages of the logs after these numbers; undefined for a log that nobody is reading. */
type NextPages = { readonly bundlesAfter: number | undefined; readonly eventsAfter: number | undefined } & SolverPages

/**
 * Reads the two logs of solvers as they grow. If both are requested at the same time, one statement reads both: it
 * begins after both requests, so it sees everything committed by then.
 */
export class SolverReads {
	readonly #db: Database
	readonly #pace = new Pace({ restMaxMs: 20 })
	#wake = () => {}
	#asked: Asked | undefined
	#reading = 0
	/** How far each log was last read; undefined if that is not known. */
	#bundlesReached: number | undefined
	#eventsReached: number | undefined
	#limit = 0
	#handedOver: NextPages | undefined

	constructor({ db }: { readonly db: Pick<DatabaseLanes, 'looks'> }) {
		this.#db = db.looks
	}

	/** Wakes the readers of either log, which then take the pages that were handed over. */
	onHandedOver(wake: () => void): void {
		this.#wake = wake
	}

	/**
	 * The entries after everything read so far; undefined if they are being read, or if there are no readers. Handing them
	 * over answers the readers waiting so far; a read in progress by then is repeated. Returns whether readers were woken.
	 */
	next(): Ask<HandOver<boolean>> | undefined {
		const [bundlesAfter, eventsAfter] = [this.#bundlesReached, this.#eventsReached]
		if (this.#reading > 0 || (bundlesAfter === undefined && eventsAfter === undefined)) return undefined
		const { query, read } = solverPagesAfter({
			bundlesAfter: bundlesAfter ?? Number.MAX_SAFE_INTEGER,
			eventsAfter: eventsAfter ?? Number.MAX_SAFE_INTEGER,
			limit: this.#limit,
		})
		return {
			query,
			read: rows => {
				const pages = read(rows)
				return () => this.#handOver(pages && { bundlesAfter, eventsAfter, ...pages })
			},
		}
	}

	#handOver(pages: NextPages | undefined): boolean {
		// A log that nobody requests now has no reader left, so it is not read again.
		this.#bundlesReached = undefined
		this.#eventsReached = undefined
		if (pages === undefined) return false
		this.#handedOver = pages
		this.#wake()
		this.#handedOver = undefined
		return true
	}

	/** The next open bundles by number. */
	async bundlesAfter(page: Page): Promise<readonly OpenBundle[]> {
		const handedOver = this.#handedOver?.bundlesAfter === page.after ? this.#handedOver.bundles : undefined
		const bundles = handedOver ?? (await this.#counted(() => this.#readBundles(page)))
		this.#bundlesReached = bundles.at(-1)?.bundleNumber ?? page.after
		this.#limit = page.limit
		return bundles
	}

	/** The next entries of the log of publications and withdrawals. @throws TradeError `sequence_too_old` */
	async eventsAfter(page: Page): Promise<readonly SolverEvent[]> {
		const handedOver = this.#handedOver?.eventsAfter === page.after ? this.#handedOver.events : undefined
		const events = handedOver ?? (await this.#counted(() => this.#readEvents(page)))
		this.#eventsReached = events.at(-1)?.number ?? page.after
		this.#limit = page.limit
		return events
	}

	async #readBundles(page: Page): Promise<readonly OpenBundle[]> {
		const asked = this.#ask()
		if (asked.bundles === undefined) {
			asked.bundles = page
			const pages = await asked.pages
			if (pages !== undefined) return pages.bundles
		}
		return await openBundlesAfter(this.#db, page)
	}

	async #readEvents(page: Page): Promise<readonly SolverEvent[]> {
		const asked = this.#ask()
		if (asked.events === undefined) {
			asked.events = page
			const pages = await asked.pages
			if (pages !== undefined) return pages.events
		}
		return await solverEventsAfter(this.#db, page)
	}

	async #counted<T>(read: () => Promise<T>): Promise<T> {
		this.#reading += 1
		try {
			return await read()
		} finally {
			this.#reading -= 1
		}
	}

	#ask(): Asked {
		this.#asked ??= { pages: this.#pace.turn().then(() => this.#read()) }
		return this.#asked
	}

	/** Undefined if only one log was requested, or if they must be read page by page. */
	async #read(): Promise<SolverPages | undefined> {
		const { bundles, events } = this.#asked ?? {}
		this.#asked = undefined
		if (bundles === undefined || events === undefined) return undefined
		const limit = Math.min(bundles.limit, events.limit)
		const both = { bundlesAfter: bundles.after, eventsAfter: events.after, limit }
		const pages = await askOne(this.#db, solverPagesAfter(both))
		this.#pace.ran(pages?.events.length ?? limit)
		return pages
	}
}

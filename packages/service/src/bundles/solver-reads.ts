import type { Database } from '../db/tables.ts'
import { Pace } from '../loops/pace.ts'
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

/**
 * Reads the two logs of solvers as they grow. What is asked of both at once, since both were woken, is read with one statement:
 * it begins after both have asked, so it reads what was committed by then.
 */
export class SolverReads {
	readonly #db: Database
	readonly #pace = new Pace()
	#asked: Asked | undefined

	constructor({ db }: { readonly db: Database }) {
		this.#db = db
	}

	/** The next open bundles by number. */
	async bundlesAfter(page: Page): Promise<readonly OpenBundle[]> {
		const asked = this.#ask()
		if (asked.bundles === undefined) {
			asked.bundles = page
			const pages = await asked.pages
			if (pages !== undefined) return pages.bundles
		}
		return await openBundlesAfter(this.#db, page)
	}

	/** The next entries of the log of publications and withdrawals. @throws TradeError `sequence_too_old` */
	async eventsAfter(page: Page): Promise<readonly SolverEvent[]> {
		const asked = this.#ask()
		if (asked.events === undefined) {
			asked.events = page
			const pages = await asked.pages
			if (pages !== undefined) return pages.events
		}
		return await solverEventsAfter(this.#db, page)
	}

	#ask(): Asked {
		this.#asked ??= { pages: this.#pace.turn().then(() => this.#read()) }
		return this.#asked
	}

	/** Undefined if only one was asked for, or if they must be read page by page. */
	async #read(): Promise<SolverPages | undefined> {
		const { bundles, events } = this.#asked ?? {}
		this.#asked = undefined
		if (bundles === undefined || events === undefined) return undefined
		const limit = Math.min(bundles.limit, events.limit)
		const pages = await solverPagesAfter(this.#db, { bundlesAfter: bundles.after, eventsAfter: events.after, limit })
		this.#pace.ran(pages?.events.length ?? limit)
		return pages
	}
}

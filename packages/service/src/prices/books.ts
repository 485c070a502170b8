import type { Platform } from '../platform/platform.ts'
import { IncomingBooks } from './incoming-books.ts'
import { LiveBooks } from './live-books.ts'
import { MakerBooks } from './maker-books.ts'
import { PriceBooks } from './price-books.ts'
import { ShownBooks } from './shown-books.ts'

/** The makers' books: as they were sent, as they can be matched, as everyone sees them, and as their makers do. */
export type Books = {
	readonly priceBooks: PriceBooks
	/** Takes what makers send. */
	readonly incoming: IncomingBooks
	readonly liveBooks: LiveBooks
	readonly shownBooks: ShownBooks
	readonly makerBooks: MakerBooks
}

type BooksDeps = {
	readonly platform: Platform
	readonly withdrawAfterMs: number
	readonly opened: AsyncDisposableStack
}

/** Reads the reservations before any maker can send a book; what is opened here closes with `opened`. */
export async function openBooks({ platform, withdrawAfterMs, opened }: BooksDeps): Promise<Books> {
	const { clock, bus, db, log, market, feeInfo, limits } = platform
	const onError = (error: unknown) => log.error({ err: error }, 'books could not be read')
	const priceBooks = new PriceBooks({ clock, bus, withdrawAfterMs })
	const liveBooks = new LiveBooks({ market, feeInfo, limits, books: priceBooks })
	const shownBooks = new ShownBooks({ platform, liveBooks, onError })
	await shownBooks.start()
	opened.defer(() => shownBooks.stop())
	return {
		priceBooks,
		incoming: new IncomingBooks({ db, books: priceBooks, reservations: liveBooks.reservations }),
		liveBooks,
		shownBooks,
		makerBooks: new MakerBooks({ platform, books: priceBooks, liveBooks }),
	}
}

import type { Platform } from '../platform/platform.ts'
import { Books } from './books.ts'
import { IncomingQuotes } from './incoming-quotes.ts'
import { MakerBooks } from './maker-books.ts'
import { MakerQuotes } from './maker-quotes.ts'
import type { PriceBandOf } from './price-band.ts'
import { ShownBooks } from './shown-books.ts'

/** The makers' books: as sent, as matched, as shown to everyone, and as shown to their makers. */
export type Prices = {
	readonly makerQuotes: MakerQuotes
	/** Accepts makers' books. */
	readonly incoming: IncomingQuotes
	readonly books: Books
	readonly shownBooks: ShownBooks
	readonly makerBooks: MakerBooks
}

type PricesDeps = {
	readonly platform: Pick<
		Platform,
		'clock' | 'log' | 'db' | 'bus' | 'terms' | 'market' | 'feeInfo' | 'limits' | 'makersPerOrder'
	>
	readonly withdrawAfterMs: number
	/** If absent, levels count at any price. */
	readonly priceBandOf?: PriceBandOf
	readonly opened: AsyncDisposableStack
}

/** Reads the reservations before any maker can send a book; everything opened here closes with `opened`. */
export async function openPrices({ platform, opened, ...rules }: PricesDeps): Promise<Prices> {
	const { clock, bus, db, log } = platform
	const onError = (error: unknown) => log.error({ err: error }, 'books could not be read')
	const makerQuotes = new MakerQuotes({ clock, bus, ...rules })
	const books = new Books({ platform, makerQuotes })
	const shownBooks = new ShownBooks({ platform, books, onError })
	await shownBooks.start()
	opened.defer(() => shownBooks.stop())
	const changed = platform.terms.onChanged(() => {
		books.takeTerms()
		shownBooks.takeTerms()
		makerQuotes.reviewBooks()
	})
	opened.defer(changed)
	return {
		makerQuotes,
		incoming: new IncomingQuotes({ db, makerQuotes, reservations: books.reservations }),
		books,
		shownBooks,
		makerBooks: new MakerBooks({ platform, makerQuotes, books, ...rules }),
	}
}

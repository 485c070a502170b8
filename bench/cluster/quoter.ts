import { fullBook } from '../full-book.ts'
import { BookLoad, bookMessage } from '../ingest/book-load.ts'
import { textFrame } from '../socket-load.ts'
import type { ClusterNetwork } from './cluster-network.ts'
import { bases, quote } from './market.ts'
import { people } from './people.ts'

const levels = 50
// Far from every other amount of these books.
const markFrom = 100_000

/** The maker that only quotes, at the first node: books of 50 levels a side, every level changed each time. */
export function openQuoter({ nodes }: ClusterNetwork): Promise<BookLoad> {
	const url = nodes[0]?.ready.url ?? ''
	return BookLoad.open(`${url.replace(/^http/, 'ws')}/flash`, people.quoter.apiKey)
}

/** Its n-th book as sent. The best bid's amount identifies it. */
export function bookFrame(n: number): Buffer {
	const book = fullBook(`${bases[0]}/${quote}`, { levels, nudge: n })
	const [best = '', ...others] = book.bids
	const marked = `${best.split(' ')[0]} ${markFrom + n}.25`
	return textFrame(bookMessage({ ...book, bids: [marked, ...others] }))
}

/** Which of these books a text contains. */
export function booksIn(text: string): number[] {
	return [...text.matchAll(/\b(1\d{5})\.25\b/g)].map(([, amount]) => Number(amount) - markFrom)
}

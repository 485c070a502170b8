import type { BookText } from '../test/network/book-text.ts'

/** A book of the maximum size, 50 levels a side around 0.05; `nudge` changes every level. */
export function fullBook(
	pair: string,
	{ levels = 50, nudge = 0 }: { levels?: number; nudge?: number } = {},
): Required<BookText> {
	const places = Array.from({ length: levels }, (_, at) => at)
	const price = (ticks: number) => (0.05 + ticks * 1e-5).toFixed(5)
	return {
		pair,
		bids: places.map(at => `${price(-1 - at)} ${10_000 + 37 * at + nudge}.25`),
		asks: places.map(at => `${price(1 + at)} ${10_000 + 41 * at + nudge}.75`),
	}
}

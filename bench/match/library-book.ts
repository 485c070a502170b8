import type { BookSides, Contender } from './contender.ts'

type Limit = { readonly id: string; readonly side: 'buy' | 'sell'; readonly price: number; readonly size: number }

/** What both npm libraries have in common. Their amounts are JavaScript numbers. */
type Library = {
	limit(order: Limit): { readonly err: unknown }
	market(order: { side: 'buy' | 'sell'; size: number }): { readonly err: unknown }
	cancel(id: string): unknown
	depth(): [asks: [price: number, size: number][], bids: [price: number, size: number][]]
}

/** An npm order book: a maker's book is a set of limit orders, and replacing it cancels them. Undefined if it is not installed. */
export async function openLibrary(name: string): Promise<Contender | undefined> {
	const found: { OrderBook: new () => Library } | undefined = await import(name).catch(() => undefined)
	return found === undefined ? undefined : new LibraryBook(name, new found.OrderBook())
}

class LibraryBook implements Contender {
	readonly name: string
	readonly #library: Library
	readonly #ordersOf = new Map<number, string[]>()
	#orders = 0

	constructor(name: string, library: Library) {
		this.name = name
		this.#library = library
	}

	replace(maker: number, { bids, asks }: BookSides): void {
		for (const id of this.#ordersOf.get(maker) ?? []) this.#library.cancel(id)
		const ids: string[] = []
		for (const [price, size] of bids) ids.push(this.#place({ side: 'buy', price: Number(price), size: Number(size) }))
		for (const [price, size] of asks) ids.push(this.#place({ side: 'sell', price: Number(price), size: Number(size) }))
		this.#ordersOf.set(maker, ids)
	}

	show() {
		return this.#library.depth()
	}

	take(amount: string): void {
		const { err } = this.#library.market({ side: 'sell', size: Number(amount) })
		if (err !== null) throw err
	}

	left(): string {
		const [, bids] = this.show()
		return String(bids.toSorted((a, b) => b[0] - a[0])[0]?.[1])
	}

	#place(order: Omit<Limit, 'id'>): string {
		const id = String(++this.#orders)
		const { err } = this.#library.limit({ id, ...order })
		if (err !== null) throw err
		return id
	}
}

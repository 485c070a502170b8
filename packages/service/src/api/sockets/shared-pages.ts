/** Reads the entries numbered above `after` and up to `upTo`. */
export type ReadRange<Entry> = (after: number, upTo: number) => Promise<readonly Entry[]>

type SharedPagesOptions<Entry> = {
	readonly readRange: ReadRange<Entry>
	/** Whether an entry stays unchanged forever; a page of such entries is kept. */
	readonly isFinal: (entry: Entry) => boolean
	readonly pageSize: number
	readonly pagesMax?: number
	/** The source of the pages; a different source makes all of them stale. */
	readonly version?: () => string
}

/**
 * The pages of a log's history, which begin at multiples of their size: clients share a page if they read it at the
 * same time or soon after one another. A page that may still change is shared only while it is read.
 */
export class SharedPages<Entry> {
	readonly #options: SharedPagesOptions<Entry>
	readonly #pagesMax: number
	/** Pages by the number that each begins after, in the order of their last use. */
	readonly #pages = new Map<number, Promise<readonly Entry[]>>()
	#version: string | undefined

	constructor(options: SharedPagesOptions<Entry>) {
		this.#options = options
		this.#pagesMax = options.pagesMax ?? 32
	}

	/** The number at which the page with the entry after `after` ends. */
	endOf(after: number): number {
		const { pageSize } = this.#options
		return (Math.floor(after / pageSize) + 1) * pageSize
	}

	/** The page that contains the entry after `after`; it may begin earlier. */
	page(after: number): Promise<readonly Entry[]> {
		const upTo = this.endOf(after)
		const { readRange, pageSize, version } = this.#options
		if (version?.() !== this.#version) this.#pages.clear()
		this.#version = version?.()
		const page = this.#pages.get(upTo) ?? readRange(upTo - pageSize, upTo)
		this.#pages.delete(upTo)
		this.#pages.set(upTo, page)
		const [oldest] = this.#pages.keys()
		if (this.#pages.size > this.#pagesMax && oldest !== undefined) this.#pages.delete(oldest)
		this.#forgetUnlessFinal(upTo, page)
		return page
	}

	#forgetUnlessFinal(upTo: number, page: Promise<readonly Entry[]>): void {
		const forget = () => {
			if (this.#pages.get(upTo) === page) this.#pages.delete(upTo)
		}
		page.then(entries => entries.every(this.#options.isFinal) || forget(), forget)
	}
}

import { type Pair, pairKey, type ShownOrderBook, TradeError } from '@accord/protocol'
import type { DexClient } from '@accord/sdk'

/** A book that is being followed; its last state is kept while the connection is lost. */
export type LiveBook = { readonly book?: ShownOrderBook; readonly error?: TradeError }

type Followed = {
	current: LiveBook
	readonly listeners: Set<() => void>
	stop: (() => void) | undefined
}

const loading: LiveBook = {}
const tryAgainAfterMs = 1_000
/** Readers cannot follow more changes in a second than these, and drawing them would keep the browser busy. */
const changesPerSecond = 4

/**
 * The order books that the page shows, each followed once however many components use it, unless it has no subscribers
 * or the tab is hidden.
 */
export class LiveBooks {
	readonly #dex: Pick<DexClient, 'followOrderBook'>
	readonly #books = new Map<string, Followed>()
	readonly #isVisible: () => boolean

	constructor(dex: Pick<DexClient, 'followOrderBook'>, isVisible: () => boolean = () => true) {
		this.#dex = dex
		this.#isVisible = isVisible
	}

	/** The pair's latest book; the same object until it changes. */
	current(pair: Pair): LiveBook {
		return this.#books.get(pairKey(pair))?.current ?? loading
	}

	/** Follows the pair's book from now on, for a subscriber that is about to come. */
	begin(pair: Pair): void {
		this.#follow(pair, this.#followed(pair))
	}

	/** Follows the pair's book while there are subscribers. */
	subscribe(pair: Pair, onChange: () => void): () => void {
		const followed = this.#followed(pair)
		followed.listeners.add(onChange)
		this.#follow(pair, followed)
		return () => {
			followed.listeners.delete(onChange)
			if (followed.listeners.size === 0) this.#stopFollowing(followed)
		}
	}

	/** To be called when the tab is shown or hidden. */
	visibilityChanged(): void {
		for (const [key, followed] of this.#books) {
			const [base = '', quote = ''] = key.split('/')
			if (!this.#isVisible()) this.#stopFollowing(followed)
			else if (followed.listeners.size > 0) this.#follow({ base, quote }, followed)
		}
	}

	#followed(pair: Pair): Followed {
		const key = pairKey(pair)
		const followed = this.#books.get(key) ?? { current: loading, listeners: new Set(), stop: undefined }
		this.#books.set(key, followed)
		return followed
	}

	#follow(pair: Pair, followed: Followed): void {
		if (followed.stop !== undefined || !this.#isVisible()) return
		const aborter = new AbortController()
		followed.stop = () => aborter.abort()
		void this.#read(pair, followed, aborter.signal)
	}

	#stopFollowing(followed: Followed): void {
		followed.stop?.()
		followed.stop = undefined
	}

	async #read(pair: Pair, followed: Followed, signal: AbortSignal): Promise<void> {
		while (!signal.aborted) {
			try {
				const books = this.#dex.followOrderBook(pair, {
					signal,
					giveUpAfterMs: Number.POSITIVE_INFINITY,
					maxHz: changesPerSecond,
				})
				for await (const book of books) if (!signal.aborted) show(followed, { book })
			} catch (error) {
				if (signal.aborted) return
				if (error instanceof TradeError) show(followed, { ...followed.current, error })
			}
			if (!signal.aborted) await new Promise(resolve => setTimeout(resolve, tryAgainAfterMs))
		}
	}
}

function show(followed: Followed, book: LiveBook): void {
	followed.current = book
	for (const listener of followed.listeners) listener()
}

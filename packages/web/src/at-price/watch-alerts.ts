import { type Pair, pairKey, type ShownOrderBook, type Token } from '@accord/protocol'
import type { DexClient } from '@accord/sdk'
import { placesOfPair } from '../quote/pair-places.ts'
import type { BrowserStorage } from '../session/browser-storage.ts'
import { type Alert, isWaiting, type PriceAlert } from './alert.ts'
import { subscribeAlerts } from './alerts-text.ts'
import { isReached } from './price-limit.ts'
import { timeState } from './repeat-times.ts'
import { claimRing, readAlerts, skipMissed } from './saved-alerts.ts'

/** What the watch needs of the page. */
export type WatchedMarket = {
	readonly dex: Pick<DexClient, 'followOrderBook'>
	readonly storage: BrowserStorage
	readonly networkId: number
	readonly tokens: ReadonlyMap<string, Token>
	readonly onRing: (alert: Alert) => void
}

const tickMs = 1_000
const tryAgainAfterMs = 2_000
/** Enough for a reader who must sign anyway. */
const changesPerSecond = 2

/**
 * Follows the book of each pair with a price to wait for, also while the tab is hidden, and looks at the clock for
 * repeats, until aborted. Every price rings once, and so does every time.
 */
export function watchAlerts(market: WatchedMarket, signal: AbortSignal): void {
	const followed = new Map<string, AbortController>()
	const follow = () => {
		const pairs = new Map(waitingIn(market).map(({ pair }) => [pairKey(pair), pair]))
		for (const [key, pair] of pairs) {
			if (followed.has(key)) continue
			const aborter = new AbortController()
			followed.set(key, aborter)
			void readBooks(pair, market, AbortSignal.any([aborter.signal, signal]))
		}
		for (const [key, aborter] of followed) {
			if (pairs.has(key)) continue
			aborter.abort()
			followed.delete(key)
		}
	}
	const unsubscribe = subscribeAlerts(follow)
	const timer = setInterval(() => ringRepeats(market, Date.now()), tickMs)
	signal.addEventListener('abort', () => {
		unsubscribe()
		clearInterval(timer)
	})
	follow()
}

function waitingIn({ storage, networkId }: WatchedMarket): PriceAlert[] {
	return readAlerts(storage, networkId).filter(alert => alert.kind === 'price' && isWaiting(alert)) as PriceAlert[]
}

async function readBooks(pair: Pair, market: WatchedMarket, signal: AbortSignal): Promise<void> {
	while (!signal.aborted) {
		try {
			const options = { signal, giveUpAfterMs: Number.POSITIVE_INFINITY, maxHz: changesPerSecond }
			for await (const book of market.dex.followOrderBook(pair, options)) if (!signal.aborted) ringAt(book, market)
		} catch {
			// The page itself says that the service does not answer.
		}
		if (!signal.aborted) await new Promise(resolve => setTimeout(resolve, tryAgainAfterMs))
	}
}

function ringAt(book: ShownOrderBook, market: WatchedMarket): void {
	const places = placesOfPair(book.pair, market.tokens)
	if (places === undefined) return
	for (const alert of waitingIn(market)) {
		if (pairKey(alert.pair) !== pairKey(book.pair) || !isReached(alert.limit, book, places)) continue
		if (claimRing(market.storage, alert.id, Date.now())) market.onRing(alert)
	}
}

function ringRepeats({ storage, networkId, onRing }: WatchedMarket, nowMs: number): void {
	for (const alert of readAlerts(storage, networkId)) {
		if (alert.kind !== 'repeat') continue
		const state = timeState(alert, nowMs)
		if (state === 'missed') skipMissed(storage, alert.id, nowMs)
		else if (state === 'due' && claimRing(storage, alert.id, nowMs)) onRing(alert)
	}
}

/** Does the work in one of the browser's tabs, and in another one when that is closed; without Web Locks in each. */
export function inOneTab(work: (signal: AbortSignal) => void, signal: AbortSignal): void {
	if (navigator.locks === undefined) {
		work(signal)
		return
	}
	const untilLeft = () =>
		new Promise<void>(resolve => {
			if (signal.aborted) return resolve()
			signal.addEventListener('abort', () => resolve())
			work(signal)
		})
	navigator.locks.request('accord.alerts', { signal }, untilLeft).catch(() => undefined)
}

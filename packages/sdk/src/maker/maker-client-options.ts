import type { BookHeldBack, BreakerChange, NewOrder, Pair, NewOrdersOptions as ParsedOptions } from '@accord/protocol'
import { type DecimalLike, toDecimal } from '../transport/amount-like.ts'
import type { LogRestart } from '../transport/log-restart.ts'
import type { RemovedEntries } from '../transport/removed-entries.ts'
import type { Backoff } from '../transport/retry.ts'
import type { OwnMinting } from './fill-mints.ts'
import type { FillResult } from './new-order-answers.ts'

/** Where the Flash Liquidity API is, and what to call when something happens. */
export type MakerClientOptions = {
	/** The Flash Liquidity API, for instance `ws://127.0.0.1:8480/flash`. */
	readonly flashUrl: string
	readonly apiKey: string
	/** The Trade API, for `api`; by default `flashUrl` without its `/flash`. */
	readonly baseUrl?: string
	/** The maker is this customer of Instamint: the fills of `api.composeFill` mint on credit what they sell. */
	readonly instamint?: OwnMinting
	/**
	 * Called when a connection opens, when it ends, and when one cannot be made; `detail` is the reason. If absent, the
	 * first failed attempt of an outage is reported on the console.
	 */
	readonly onState?: (state: 'connected' | 'disconnected', detail?: string) => void
	/** Called with the result of each fill that the handler of `onNewOrder` returned; refusals go to `onError`, too. */
	readonly onFilled?: (order: NewOrder, result: FillResult) => void
	/** Called when the circuit breaker pauses the books or ends the pause; after a reconnection, check `api.stats()`. */
	readonly onBreaker?: (change: BreakerChange) => void
	/**
	 * Called when books are no longer in force though you did not cancel them: `session_silent`, the service withdrew them
	 * after the dead-man timer; `too_old`, they were not sent again on a new connection. Set them again, at prices of now.
	 * If absent, that is reported on the console.
	 */
	readonly onBooksWithdrawn?: (withdrawn: WithdrawnBooks) => void
	/**
	 * Called when levels of a book are too far from the operator's price to be matched, and when they no longer are:
	 * `hidden` is empty then. If absent, that is reported on the console.
	 */
	readonly onBookHeldBack?: (heldBack: BookHeldBack) => void
	/** A book that was set longer ago than this is not sent again on a new connection; unbounded by default. */
	readonly maxBookAgeMs?: number
	/** The computer's clock, by which books age; `Date.now` by default. */
	readonly nowMs?: () => number
	/**
	 * Called when the fill log starts over because the service was restored from a backup. All its entries follow. Entries
	 * that are missing now are unknown to the service, but not to the ledger.
	 */
	readonly onRestart?: (restart: LogRestart) => void
	/**
	 * Called when a reading of the fill log continues at the first number kept, because earlier entries have been removed.
	 */
	readonly onRemoved?: (removed: RemovedEntries) => void
	/**
	 * Books given to `setPriceBook` already account for every order taken from `newOrders`, or handed to the handler of
	 * `onNewOrder`, until then, so only later orders are subtracted. If absent, all open orders are subtracted.
	 */
	readonly booksAreNet?: boolean
	/**
	 * Called with errors that no caller is waiting for: a refused book or fill, a handler that threw, a refused key, a clock
	 * that is off (`ClockError`). If absent, they are reported on the console.
	 */
	readonly onError?: (error: unknown, about: string) => void
	readonly backoff?: Backoff
	/** How long a request may wait for its answer; 15 s by default. */
	readonly requestTimeoutMs?: number
}

/** Books of a maker that are no longer in force. */
export type WithdrawnBooks = { readonly pairs: readonly Pair[]; readonly reason: 'session_silent' | 'too_old' }

/** The names of all {@link MakerClientOptions}. */
export const makerClientOptions = [
	...['flashUrl', 'apiKey', 'baseUrl', 'instamint', 'onState', 'onFilled', 'onBreaker', 'onBooksWithdrawn'],
	...['onBookHeldBack', 'maxBookAgeMs', 'nowMs', 'onRestart', 'onRemoved', 'booksAreNet', 'onError', 'backoff'],
	'requestTimeoutMs',
]

/** The names of all {@link NewOrdersOptions}. */
export const newOrdersOptions = ['pairs', 'minAmounts', 'cancelOnDisconnect', 'deadManTimerS', 'signal']

/**
 * Which orders a maker wants, and what happens to its books when its session ends. With `deadManTimerS` (1 to 3600) the
 * client pings three times as often. The books are then withdrawn if, for example, this process hangs while its socket
 * stays open.
 */
export type NewOrdersOptions = Omit<ParsedOptions, 'minAmounts'> & {
	/** By symbol: only orders in which the maker would sell at least this much of the token. */
	readonly minAmounts?: Readonly<Record<string, DecimalLike>>
}

/** @throws TradeError `invalid_decimal` */
export function parseNewOrdersOptions({ minAmounts, ...options }: NewOrdersOptions): ParsedOptions {
	if (minAmounts === undefined) return options
	const amounts = Object.entries(minAmounts).map(([symbol, amount]) => [symbol, toDecimal(amount)] as const)
	return { ...options, minAmounts: Object.fromEntries(amounts) }
}

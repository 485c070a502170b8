import type { WithdrawalScope } from '../../prices/quoting-sessions.ts'
import type { Verdict } from './message-rate-limiter.ts'

/** What a call needs to know about the message that contained it. */
export type CallContext = {
	/** When the message arrived. Taken before any work, because a fill has a deadline. */
	receivedAtMs: number
	/** Counts one call against the maker's limits. */
	count(): Verdict
	/** Counts the levels of a book against the maker's limit; later calls are refused while it is exceeded. */
	countLevels(levels: number): void
}

/** A method's view of the session on which it is called. */
export type CallingSession = {
	readonly id: string
	readonly makerId: string
	/** The open orders already sent to the session: none is sent twice. */
	readonly sentOrders: Set<string>
	/** Sends a notification. */
	notify(method: string, params: Record<string, unknown>): void
	/** Resolves when everything sent so far has been handed to the network. */
	flushed(): Promise<void>
	/** Numbers a call that takes time, so that the later of two calls counts even if it finishes first. */
	numberCall(): number
	/**
	 * Replaces the session's stream of this name, if it has one, unless a later call has already done so; undefined only
	 * ends it.
	 */
	setStream(name: StreamName, start: (() => () => void) | undefined, call?: number): void
	/** Withdraws books if the session sends nothing for `timeoutMs`; undefined turns this off. */
	setDeadManTimer(timeoutMs: number | undefined, scope: WithdrawalScope): void
	/** Ends the session because the service itself failed. */
	fail(error: unknown): void
}

export type StreamName = 'new_orders' | 'fill_execution'

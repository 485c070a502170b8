import type { WithdrawalScope } from '../../prices/quoting-sessions.ts'
import type { Verdict } from './message-rate-limiter.ts'

/** What a call needs to know about the message that contained it. */
export type CallContext = {
	/** Taken before any work, since a fill has a deadline. */
	receivedAtMs: number
	/** Counts one call against the session's limit. */
	count(): Verdict
}

/** A method's view of the session that it is called on. */
export type CallingSession = {
	readonly id: string
	readonly makerId: string
	/** The open orders that it was sent: none is sent twice. */
	readonly sentOrders: Set<string>
	/** Sends a notification. */
	notify(method: string, params: Record<string, unknown>): void
	/** Resolves when everything sent so far has left. */
	flushed(): Promise<void>
	/** Numbers a call that takes time, so that one which came later counts even if it is done earlier. */
	numberCall(): number
	/** Replaces the session's stream of this name, if it has one, unless a later call has; undefined only ends that. */
	setStream(name: StreamName, start: (() => () => void) | undefined, call?: number): void
	/** Withdraws books when the session sends nothing for `timeoutMs`; undefined turns that off. */
	setDeadManTimer(timeoutMs: number | undefined, scope: WithdrawalScope): void
	/** Ends the session because the service itself failed. */
	fail(error: unknown): void
}

export type StreamName = 'new_orders' | 'fill_execution'

import { Decimal, type Pair, pairKey } from '@accord/protocol'

/** Which pairs a session takes new orders for. */
export type Quoting = 'all' | 'none' | readonly Pair[]

/** Which books are withdrawn with a session: those it set last, or all of its maker's. */
export type BookScope = 'session' | 'account'

/** The options of a session's new orders stream. */
export type QuotingOptions = {
	/** The smallest amount that a part may sell, by token. */
	readonly minAmounts?: ReadonlyMap<string, Decimal> | undefined
	/** Which books to withdraw at once when the session ends; absent: its own, after a delay. */
	readonly cancelOnDisconnect?: BookScope | undefined
}

type Session = { quoting: 'all' | ReadonlySet<string>; options: QuotingOptions; readonly booksSet: Set<string> }

/** The makers' sessions: which pairs each takes orders for, and for which pairs it has set books. */
export class QuotingSessions {
	readonly #byMaker = new Map<string, Map<string, Session>>()

	/** The session, created if there is none. */
	of(makerId: string, sessionId: string): Session {
		const sessions = this.#byMaker.get(makerId) ?? new Map<string, Session>()
		const session = sessions.get(sessionId) ?? { quoting: new Set<string>(), options: {}, booksSet: new Set<string>() }
		this.#byMaker.set(makerId, sessions.set(sessionId, session))
		return session
	}

	/** Replaces what the session takes orders for, and its options. */
	setQuoting(makerId: string, sessionId: string, quoting: Quoting, options: QuotingOptions): void {
		const session = this.of(makerId, sessionId)
		session.quoting = quoting === 'all' ? 'all' : new Set(quoting === 'none' ? [] : quoting.map(pairKey))
		session.options = options
	}

	/** Removes a session and returns it. */
	end(makerId: string, sessionId: string): Session | undefined {
		const sessions = this.#byMaker.get(makerId)
		const session = sessions?.get(sessionId)
		sessions?.delete(sessionId)
		if (sessions?.size === 0) this.#byMaker.delete(makerId)
		return session
	}

	/** Whether any session of the maker takes new orders for this pair. */
	isQuoting(makerId: string, key: string): boolean {
		return this.#quoting(makerId, key).length > 0
	}

	/** The lowest `minAmounts` of `symbol` among the maker's sessions that take orders for the pair; zero if there are none. */
	minAmountOf({ makerId, pair, symbol }: { makerId: string; pair: Pair; symbol: string }): Decimal {
		const amounts = this.#quoting(makerId, pairKey(pair)).map(
			({ options }) => options.minAmounts?.get(symbol) ?? Decimal.zero,
		)
		const [first = Decimal.zero, ...others] = amounts
		return others.reduce(Decimal.min, first)
	}

	#quoting(makerId: string, key: string): Session[] {
		const sessions = this.#byMaker.get(makerId)?.values() ?? []
		return [...sessions].filter(({ quoting }) => quoting === 'all' || quoting.has(key))
	}
}

import { Decimal, type Pair, pairKey } from '@accord/protocol'

/** Which pairs a session takes new orders for. */
export type Quoting = 'all' | 'none' | readonly Pair[]

/** Which books go with a session: those that it set last, or all of its maker. */
export type BookScope = 'session' | 'account'

/** What else a session asks for with its new orders stream. */
export type SessionTerms = {
	/** By token that the maker sells: no part that sells less of it. */
	readonly minAmounts?: ReadonlyMap<string, Decimal> | undefined
	/** Which books are withdrawn at once when the session ends; absent: its own, a little later. */
	readonly cancelOnDisconnect?: BookScope | undefined
}

type Session = { quoting: 'all' | ReadonlySet<string>; terms: SessionTerms; readonly set: Set<string> }

/** The makers' sessions: what each takes orders for, and the pairs whose books it set. */
export class QuotingSessions {
	readonly #byMaker = new Map<string, Map<string, Session>>()

	/** The session, new if it was not known. */
	of(makerId: string, sessionId: string): Session {
		const sessions = this.#byMaker.get(makerId) ?? new Map<string, Session>()
		const session = sessions.get(sessionId) ?? { quoting: new Set<string>(), terms: {}, set: new Set<string>() }
		this.#byMaker.set(makerId, sessions.set(sessionId, session))
		return session
	}

	/** Replaces all that a session asked for before. */
	setQuoting(makerId: string, sessionId: string, quoting: Quoting, terms: SessionTerms): void {
		const session = this.of(makerId, sessionId)
		session.quoting = quoting === 'all' ? 'all' : new Set(quoting === 'none' ? [] : quoting.map(pairKey))
		session.terms = terms
	}

	/** Forgets a session and gives what it was. */
	end(makerId: string, sessionId: string): Session | undefined {
		const sessions = this.#byMaker.get(makerId)
		const session = sessions?.get(sessionId)
		sessions?.delete(sessionId)
		if (sessions?.size === 0) this.#byMaker.delete(makerId)
		return session
	}

	/** Whether a session of the maker takes new orders for the pair of this key. */
	isQuoting(makerId: string, key: string): boolean {
		return this.#quoting(makerId, key).length > 0
	}

	/** The least amount of `symbol` that a session of the maker which takes orders for the pair wants to sell; zero if there is none. */
	minAmountOf({ makerId, pair, symbol }: { makerId: string; pair: Pair; symbol: string }): Decimal {
		const amounts = this.#quoting(makerId, pairKey(pair)).map(
			({ terms }) => terms.minAmounts?.get(symbol) ?? Decimal.zero,
		)
		const [first = Decimal.zero, ...others] = amounts
		return others.reduce(Decimal.min, first)
	}

	#quoting(makerId: string, key: string): Session[] {
		const sessions = this.#byMaker.get(makerId)?.values() ?? []
		return [...sessions].filter(({ quoting }) => quoting === 'all' || quoting.has(key))
	}
}

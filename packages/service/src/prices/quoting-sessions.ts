import { Decimal, type Pair, pairKey, type Side } from '@accord/protocol'

/** The pairs for which a session takes new orders. */
export type Quoting = 'all' | 'none' | readonly Pair[]

/** Which books are withdrawn when a session ends: those it was the last to set, or all of its maker's. */
export type WithdrawalScope = 'session' | 'account'

/** The options of a session's new orders stream. */
export type QuotingOptions = {
	/** The smallest amount that a part may sell, by token. */
	readonly minAmounts?: ReadonlyMap<string, Decimal> | undefined
	/** Which books to withdraw immediately when the session ends; if absent, its own, after a delay. */
	readonly cancelOnDisconnect?: WithdrawalScope | undefined
}

type Session = {
	quoting: 'all' | ReadonlySet<string>
	/** The pairs as requested. */
	asked: Quoting
	options: QuotingOptions
	readonly booksSet: Set<string>
	/** The node that has the session; absent if it is this one. */
	readonly node?: string | undefined
}

/** A session of this node. */
export type OwnSession = {
	readonly makerId: string
	readonly sessionId: string
	readonly quoting: Quoting
	readonly options: QuotingOptions
}

/** The makers' sessions: the pairs for which each takes orders, and those for which it has set books. */
export class QuotingSessions {
	readonly #byMaker = new Map<string, Map<string, Session>>()

	/** The session, created if there is none. */
	of(makerId: string, sessionId: string, node?: string): Session {
		const sessions = this.#byMaker.get(makerId) ?? new Map<string, Session>()
		const session: Session = sessions.get(sessionId) ?? {
			quoting: new Set<string>(),
			asked: 'none',
			options: {},
			booksSet: new Set<string>(),
			node,
		}
		this.#byMaker.set(makerId, sessions.set(sessionId, session))
		return session
	}

	/** Replaces the session's pairs and options. */
	setQuoting(makerId: string, sessionId: string, quoting: Quoting, options: QuotingOptions, node?: string): void {
		const session = this.of(makerId, sessionId, node)
		session.asked = quoting
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

	/** Removes all sessions of another node and returns their makers. */
	dropNode(node: string): string[] {
		const makers: string[] = []
		for (const [makerId, sessions] of [...this.#byMaker]) {
			const dropped = [...sessions].filter(([, session]) => session.node === node)
			for (const [sessionId] of dropped) this.end(makerId, sessionId)
			if (dropped.length > 0) makers.push(makerId)
		}
		return makers
	}

	/** The sessions of this node that take new orders. */
	own(): OwnSession[] {
		return [...this.#byMaker].flatMap(([makerId, sessions]) =>
			[...sessions].flatMap(([sessionId, { node, asked: quoting, options }]) =>
				node === undefined && quoting !== 'none' ? [{ makerId, sessionId, quoting, options }] : [],
			),
		)
	}

	/** Whether any session of the maker takes new orders for this pair, ignoring the sessions of some nodes. */
	isQuoting(makerId: string, key: string, except: Nodes = none): boolean {
		return this.#quoting(makerId, key, except).length > 0
	}

	/** Whether the maker has a session at one of these nodes. */
	hasSessionAt(makerId: string, nodes: Nodes): boolean {
		const sessions = this.#byMaker.get(makerId)?.values() ?? []
		return [...sessions].some(session => isAt(session, nodes))
	}

	/**
	 * The lowest `minAmounts` of `symbol` among the maker's sessions that take orders for the pair; zero if there are
	 * none.
	 */
	minAmountOf({ makerId, pair, symbol }: AmountOf, except: Nodes = none): Decimal {
		const amounts = this.#quoting(makerId, pairKey(pair), except).map(
			({ options }) => options.minAmounts?.get(symbol) ?? Decimal.zero,
		)
		const [first = Decimal.zero, ...others] = amounts
		return others.reduce(Decimal.min, first)
	}

	/** The smallest parts of a pair that the maker accepts; undefined if it accepts any. */
	minPartsOf(makerId: string, pair: Pair, except: Nodes = none): Readonly<Record<Side, Decimal>> | undefined {
		const bids = this.minAmountOf({ makerId, pair, symbol: pair.quote }, except)
		const asks = this.minAmountOf({ makerId, pair, symbol: pair.base }, except)
		return Decimal.isZero(bids) && Decimal.isZero(asks) ? undefined : { bids, asks }
	}

	#quoting(makerId: string, key: string, except: Nodes): Session[] {
		const sessions = this.#byMaker.get(makerId)?.values() ?? []
		return [...sessions].filter(session => {
			const { quoting } = session
			return (quoting === 'all' || quoting.has(key)) && !isAt(session, except)
		})
	}
}

type Nodes = ReadonlySet<string>
type AmountOf = { readonly makerId: string; readonly pair: Pair; readonly symbol: string }

const none: Nodes = new Set()

function isAt({ node }: Session, nodes: Nodes): boolean {
	return node !== undefined && nodes.has(node)
}

import type { Pair } from '@accord/protocol'

/**
 * The messages between stages. A message only wakes its subscribers: the rows hold the data, so a lost message only
 * causes a delay.
 */
export type BusMessages = {
	/** A maker's book of a pair was replaced or withdrawn, or came into or went out of force. */
	readonly price_book: { readonly makerId: string; readonly pair: Pair }
	/** A reservation of the pair was made or ended. `isKnown`: this node's live book already accounts for it. */
	readonly reservation: { readonly pair: Pair; readonly isKnown?: boolean }
	/** A part of an order, identified by the order's subintent id, was requested from a maker. */
	readonly new_order: { readonly makerId: string; readonly partId: string; readonly order: string }
	/** A bundle was published or withdrawn. `isHandedOver`: this node's solver streams have it. */
	readonly bundle: { readonly isHandedOver?: boolean }
	/** A maker's log of fills has new entries. */
	readonly fill_execution: { readonly makerId: string }
	/** These orders changed. `step`: what this node's write made of each of them, so that no other node counts it. */
	readonly order: { readonly orderHashes: readonly string[]; readonly step?: 'published' | 'ended' }
	/** A settlement is on the ledger as of this state version. */
	readonly settlement: { readonly stateVersion: number }
	/** A maker rejected a part of the order, identified by its subintent id, or let it time out. */
	readonly part_unfilled: UnfilledPart
	/** A pause of the maker began or ended. */
	readonly maker_pause: { readonly makerId: string }
	/** An API key was revoked. */
	readonly api_key: Readonly<Record<string, never>>
	/** An operator announced that the database was restored. */
	readonly incarnation: Readonly<Record<string, never>>
}

export type UnfilledPart = {
	readonly order: string
	readonly makerId: string
	readonly partId: string
	readonly state: 'rejected' | 'timed_out'
}

export type Subject = keyof BusMessages

/** What messages may be about that only nodes with a reader of it need. */
export type Topic = { readonly makerId: string }

export type Bus = {
	publish<S extends Subject>(subject: S, message: BusMessages[S]): void
	/**
	 * Calls `handler` with every later message until the returned function is called: the messages of all nodes, only
	 * those published here, for work that must be done once, or only those of other nodes. Other nodes' messages about a
	 * topic come only while it is followed.
	 */
	subscribe<S extends Subject>(
		subject: S,
		handler: (message: BusMessages[S]) => unknown,
		from?: 'all' | 'here' | 'others',
	): () => void
	/** Receives other nodes' messages about a topic until the returned function is called. */
	follow(topic: Topic): () => void
}

type Handler = (message: never) => unknown

/**
 * The bus of a single-process service. Handlers run after the publisher's own code, in the order of subscription; one
 * that throws or rejects is reported and does not affect the others.
 */
export function inProcessBus({ onError }: { onError: (error: unknown, subject: Subject) => void }): Bus {
	const handlers = new Map<Subject, Set<Handler>>()

	async function deliver<S extends Subject>(subject: S, handler: Handler, message: BusMessages[S]): Promise<void> {
		try {
			if (handlers.get(subject)?.has(handler)) await handler(message as never)
		} catch (error) {
			onError(error, subject)
		}
	}

	return {
		publish(subject, message) {
			for (const handler of handlers.get(subject) ?? []) queueMicrotask(() => deliver(subject, handler, message))
		},
		subscribe(subject, handler, from) {
			if (from === 'others') return () => {}
			const own: Handler = message => handler(message)
			const subscribed = handlers.get(subject) ?? new Set()
			handlers.set(subject, subscribed.add(own))
			return () => subscribed.delete(own)
		},
		follow: () => () => {},
	}
}

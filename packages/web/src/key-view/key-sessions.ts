import { retryAfterMs } from '@accord/sdk'
import { useSyncExternalStore } from 'react'
import { queryClient, type RemoteData, useRemoteData } from '../session/remote-data.ts'
import { isRefusedKey } from './entered-key.ts'

/** What a key gives access to, with a new id for each sign-in, so that no answer is shown under the next key. */
export type KeySession<Clients> = Clients & { readonly id: number }

/** Whether a key is in use; if the service refused it in the meantime, why. */
export type KeyAccess<Clients> = { readonly session?: KeySession<Clients>; readonly refusal?: unknown }

type KeySessionsOptions<Clients> = {
	/** The first part of the query keys of everything read with a key. */
	readonly queries: string
	/** The clients that send the entered key. @throws UnsentKey */
	readonly open: (text: string) => Clients
	/** A request that the service answers only for a key it accepts. */
	readonly prove: (clients: Clients) => Promise<unknown>
}

/**
 * The sessions of a view that requires a key, one at a time. The key itself is only in the session's clients: never
 * stored, never shown, and lost on reload.
 */
export class KeySessions<Clients extends object> {
	readonly queries: string
	readonly #open: (text: string) => Clients
	readonly #prove: (clients: Clients) => Promise<unknown>
	readonly #listeners = new Set<() => void>()
	#access: KeyAccess<Clients> = {}
	/** Counts sign-ins and sign-outs: an answer that arrives after a later one changes nothing. */
	#turns = 0

	constructor({ queries, open, prove }: KeySessionsOptions<Clients>) {
		this.queries = queries
		this.#open = open
		this.#prove = prove
		// Browsers keep a page that is left, including its memory, so that the user can go back.
		window.addEventListener('pagehide', () => this.signOut())
	}

	readonly access = (): KeyAccess<Clients> => this.#access

	readonly subscribe = (onChange: () => void): (() => void) => {
		this.#listeners.add(onChange)
		return () => this.#listeners.delete(onChange)
	}

	/**
	 * Signs in with a key that the service accepts. Does nothing if another key was entered, or the user signed out, before
	 * the answer arrives. @throws UnsentKey, TradeError, ConnectionError
	 */
	async signIn(text: string): Promise<void> {
		const clients = this.#open(text)
		const session = { ...clients, id: ++this.#turns }
		await this.#prove(clients)
		if (session.id === this.#turns) this.#set({ session })
	}

	/** Forgets the key and everything read with it. */
	signOut(): void {
		this.#leave({})
	}

	/** The same for a key that the service no longer accepts; does nothing if another key is in use by now. */
	endRefused(id: number, refusal: unknown): void {
		if (this.#access.session?.id === id) this.#leave({ refusal })
	}

	#leave(next: KeyAccess<Clients>): void {
		this.#turns++
		this.#set(next)
		queryClient.removeQueries({ queryKey: [this.queries] })
	}

	#set(next: KeyAccess<Clients>): void {
		this.#access = next
		for (const listener of this.#listeners) listener()
	}
}

/** The key in use, in every view, until the page is left. */
export function useKeyAccess<Clients extends object>(sessions: KeySessions<Clients>): KeyAccess<Clients> {
	return useSyncExternalStore(sessions.subscribe, sessions.access)
}

type Polled<T> = {
	readonly everyMs: number
	readonly read: () => Promise<T>
	/** Whether it is not read again until the view is reopened. */
	readonly isFinal?: (data: T | undefined) => boolean
}

const retryMs = 2_000

/** How long to wait before repeating a failed request: at least as long as the service says. */
export function waitMsAfter(error: unknown): number {
	return Math.max(retryMs, retryAfterMs(error) ?? 0)
}

/**
 * Data that a session reads repeatedly while the page is visible. A refused key is forgotten; all other failures are
 * retried.
 */
export function usePolled<T, Clients extends object>(
	sessions: KeySessions<Clients>,
	[id, what]: readonly [session: number, what: string],
	{ everyMs, read, isFinal = () => false }: Polled<T>,
): RemoteData<T> {
	return useRemoteData<T>({
		queryKey: [sessions.queries, id, what],
		queryFn: () =>
			read().catch(error => {
				if (isRefusedKey(error)) sessions.endRefused(id, error)
				throw error
			}),
		refetchInterval: ({ state }) => (isFinal(state.data) ? false : everyMs),
		retry: (_, error) => !isRefusedKey(error),
		retryDelay: (_, error) => waitMsAfter(error),
	})
}

import { InstamintClient, MakerApi } from '@accord/sdk/maker'
import { useSyncExternalStore } from 'react'
import { queryClient } from '../session/remote-data.ts'
import { fetchWatched } from '../session/session.tsx'
import { readMakerKey } from './maker-key.ts'

/** What a maker's key opens. The key itself is only in these clients: never stored, never shown, gone with a reload. */
export type MakerSession = {
	/** Another one after each sign-in, so that no answer is shown to the next key. */
	readonly id: number
	readonly api: MakerApi
	readonly instamint: InstamintClient
}

/** Whether a key is in use; if the service refused it meanwhile, why. */
export type MakerAccess = { readonly session?: MakerSession; readonly refusal?: unknown }

/** The first part of the query keys of all that a maker's key reads. */
export const makerQueries = 'maker'

const listeners = new Set<() => void>()
let access: MakerAccess = {}
/** Sign-ins and sign-outs: what is answered later than the next of them changes nothing. */
let turns = 0

/** The key in use, in every view, until the page is left. */
export function useMakerAccess(): MakerAccess {
	return useSyncExternalStore(subscribe, () => access)
}

/**
 * Signs in with a key that the service accepts; does nothing if another key has been entered, or one been signed out, before it
 * answers. @throws NotAMakerKey, TradeError, ConnectionError
 */
export async function signIn(text: string): Promise<void> {
	// What failed is asked again by the page, at its own rate.
	const options = {
		baseUrl: window.location.origin,
		apiKey: readMakerKey(text),
		fetch: fetchWatched,
		retriesMax: 0,
	}
	const session = { id: ++turns, api: new MakerApi(options), instamint: new InstamintClient(options) }
	await session.api.limits()
	if (session.id === turns) set({ session })
}

/** Forgets the key and all that was read with it. */
export function signOut(): void {
	leave({})
}

/** The same for a key that the service does not accept any more; nothing if another one is in use by now. */
export function endRefused(id: number, refusal: unknown): void {
	if (access.session?.id === id) leave({ refusal })
}

function leave(next: MakerAccess): void {
	turns++
	set(next)
	queryClient.removeQueries({ queryKey: [makerQueries] })
}

// Browsers keep a page that is left, with its memory, for the way back.
window.addEventListener('pagehide', signOut)

function set(next: MakerAccess): void {
	access = next
	for (const listener of listeners) listener()
}

function subscribe(onChange: () => void): () => void {
	listeners.add(onChange)
	return () => listeners.delete(onChange)
}

import { useSyncExternalStore } from 'react'
import { queryClient } from '../session/remote-data.ts'
import { OperatorApi } from './operator-api.ts'
import { readOperatorKey } from './operator-key.ts'

/** What an operator's key opens. The key itself is only in this client: never stored, never shown, gone with a reload. */
export type OperatorSession = {
	/** Another one after each sign-in, so that no answer is shown to the next key. */
	readonly id: number
	readonly api: OperatorApi
}

/** Whether a key is in use; if the service refused it meanwhile, why. */
export type OperatorAccess = { readonly session?: OperatorSession; readonly refusal?: unknown }

/** The first part of the query keys of all that an operator's key reads. */
export const operatorQueries = 'operator'

const listeners = new Set<() => void>()
let access: OperatorAccess = {}
/** Sign-ins and sign-outs: what is answered later than the next of them changes nothing. */
let turns = 0

/** The key in use until the page is left. */
export function useOperatorAccess(): OperatorAccess {
	return useSyncExternalStore(subscribe, () => access)
}

/**
 * Signs in with a key that the service accepts; does nothing if another key has been entered before it answers.
 * @throws NotAnOperatorKey, TradeError, ConnectionError
 */
export async function signIn(text: string): Promise<void> {
	const key = readOperatorKey(text)
	const session = { id: ++turns, api: new OperatorApi(key) }
	await session.api.overview()
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

function leave(next: OperatorAccess): void {
	turns++
	set(next)
	queryClient.removeQueries({ queryKey: [operatorQueries] })
}

// Browsers keep a page that is left, with its memory, for the way back.
window.addEventListener('pagehide', signOut)

function set(next: OperatorAccess): void {
	access = next
	for (const listener of listeners) listener()
}

function subscribe(onChange: () => void): () => void {
	listeners.add(onChange)
	return () => listeners.delete(onChange)
}

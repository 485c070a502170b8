import type { Clock } from '@accord/protocol'
import type { Database } from '../db/tables.ts'
import { updateApiKeyUsed } from './api-keys-table.ts'

type ApiKeyUsesDeps = {
	readonly db: Database
	readonly clock: Clock
	readonly onError: (error: unknown) => void
}

const writtenEveryMs = 60_000

/** Remembers when keys were last used, to the minute: what is asked a thousand times a second is not written as often. */
export class ApiKeyUses {
	readonly #deps: ApiKeyUsesDeps
	readonly #writtenAtMs = new Map<string, number>()

	constructor(deps: ApiKeyUsesDeps) {
		this.#deps = deps
	}

	/** A valid key was used now. Resolves when that is written, if it has to be; nobody need wait for it. */
	async note(keyId: string): Promise<void> {
		const { db, clock, onError } = this.#deps
		const nowMs = clock.nowMs()
		if (nowMs - (this.#writtenAtMs.get(keyId) ?? Number.NEGATIVE_INFINITY) < writtenEveryMs) return
		this.#writtenAtMs.set(keyId, nowMs)
		await updateApiKeyUsed(db, { keyId, nowMs }).catch(onError)
	}
}

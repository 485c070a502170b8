import type { Clock } from '@accord/protocol'
import type { Logger } from 'pino'
import type { DatabaseLanes } from '../db/database-lanes.ts'
import { accountsOfMaker, levelOf } from './accounts-table.ts'
import { ApiKeyUses, type Authenticated, authenticate } from './api-keys.ts'

type AccountsDeps = {
	readonly db: Pick<DatabaseLanes, 'requests'>
	readonly clock: Clock
	readonly log: Pick<Logger, 'warn'>
}

/** The identities of clients: the levels of accounts, and makers by their accounts and keys. */
export class Accounts {
	readonly #deps: AccountsDeps
	readonly #keyUses: ApiKeyUses

	constructor(deps: AccountsDeps) {
		const { db, clock, log } = deps
		const onError = (error: unknown) => log.warn({ err: error }, 'the last use of an API key could not be written')
		this.#deps = deps
		this.#keyUses = new ApiKeyUses({ database: db.requests, clock, onError })
	}

	/** The maker of a valid key, whose use is recorded; undefined for any other key. */
	async authenticate(apiKey: string): Promise<Authenticated | undefined> {
		const { db, clock } = this.#deps
		const found = await authenticate({ database: db.requests, clock }, apiKey)
		if (found !== undefined) void this.#keyUses.note(found.keyId)
		return found
	}

	/** The account's row of the fee table. */
	levelOf(address: string): Promise<number> {
		return levelOf(this.#deps.db.requests, address)
	}

	/** The maker's accounts, in order of registration. */
	ofMaker(makerId: string): Promise<string[]> {
		return accountsOfMaker(this.#deps.db.requests, makerId)
	}
}

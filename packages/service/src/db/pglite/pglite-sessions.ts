import { type Dialect, PostgresAdapter } from 'kysely'
import type { Returned, Session, Sessions, Statement } from '../session.ts'
import { sessionDialect } from '../session-driver.ts'
import type { ConnectionTurns, Lane } from './connection-turns.ts'
import type { PgliteThread } from './pglite-thread.ts'

type PgliteOptions = {
	readonly thread: PgliteThread
	readonly turns: ConnectionTurns
	/** How many callers may wait for their turn; more are refused with `busy`. */
	readonly waitingMax: number
}

/** Kysely over the database's thread, as one lane. PGlite has one connection: statements and transactions take turns. */
export function pgliteDialect(options: PgliteOptions): Dialect {
	return sessionDialect({ sessions: new PgliteSessions(options), adapter: new PgliteAdapter() })
}

/** Postgres, but transactions take turns. */
export class PgliteAdapter extends PostgresAdapter {}

class PgliteSessions implements Sessions {
	readonly #lane: Lane
	readonly #session: Session

	constructor({ thread, turns, waitingMax }: PgliteOptions) {
		this.#lane = turns.lane({ waitingMax })
		this.#session = new PgliteSession({ thread, turns })
	}

	async acquire(): Promise<Session> {
		await this.#lane.acquire()
		return this.#session
	}

	// The thread belongs to whoever opened it.
	async close(): Promise<void> {}
}

class PgliteSession implements Session {
	readonly #thread: PgliteThread
	readonly #turns: ConnectionTurns

	constructor({ thread, turns }: Omit<PgliteOptions, 'waitingMax'>) {
		this.#thread = thread
		this.#turns = turns
	}

	run(statements: readonly Statement[]): Promise<readonly Returned[]> {
		return this.#thread.run(statements)
	}

	/** Nothing replaces the one connection: when it is lost, so is the thread. */
	release(): void {
		this.#turns.release()
	}
}

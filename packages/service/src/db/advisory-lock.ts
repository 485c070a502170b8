import { setTimeout as sleep } from 'node:timers/promises'
import { type Pair, pairKey } from '@accord/protocol'
import { type RawBuilder, sql, type Transaction } from 'kysely'
import { Client, type ClientBase } from 'pg'
import { copyIdOf, MovedError } from './database-copy.ts'
import type { DatabaseHosts } from './database-hosts.ts'
import { connectionOf, cutWhenAnySilent, cutWhenSilent } from './session.ts'
import type { Tables } from './tables.ts'
import { runWithNext } from './together.ts'

/**
 * Locks the accounts' open orders and fills and then the pairs' reservations until the transaction ends. The lock order
 * is the same everywhere: sorted accounts, then sorted pairs, then sorted makers, then rows of makers sorted by id. The
 * lock and the read that it protects must be two statements; otherwise the read's snapshot is older than the lock.
 */
export function lockAccountsAndPairs(
	trx: Transaction<Tables>,
	{ accounts, pairs }: { accounts: readonly string[]; pairs: readonly Pair[] },
): Promise<void> {
	const ofPairs = [...new Set(pairs.map(pairKey))].sort().map(key => `pair ${key}`)
	return lockNames(trx, [...sortedNames(accounts), ...ofPairs])
}

/** Locks the accounts' open orders and fills until the transaction ends. */
export function lockAccounts(trx: Transaction<Tables>, accounts: readonly string[]): Promise<void> {
	return lockNames(trx, sortedNames(accounts))
}

/**
 * Locks these makers' reservations until the transaction ends: a maker's parts are numbered as they are written, so a
 * reader that sees one of them sees all those with lower numbers.
 */
export function lockMakers(trx: Transaction<Tables>, makerIds: readonly string[]): Promise<void> {
	return lockNames(trx, sortedMakers(makerIds))
}

/**
 * The same locks as rows of a larger statement, which takes them as it reads these rows. They are taken before all its
 * writes, but protect none of its reads, whose snapshot is older.
 */
export function makersLocked(makerIds: readonly string[]): RawBuilder<unknown> {
	return locksOf(sql`${sortedMakers(makerIds)}::text[]`)
}

/** Locks the membership of this database's nodes, and the start of an incarnation, until the transaction ends. */
export function lockNodes(trx: Transaction<Tables>): Promise<void> {
	return lockNames(trx, ['nodes'])
}

/** Locks the versions of the agreed settings until the transaction ends. */
export function lockSettings(trx: Transaction<Tables>): Promise<void> {
	return lockNames(trx, ['settings'])
}

/**
 * Locks the numbers of trades and the candles until the transaction ends, because only one node at a time may count
 * trades.
 */
export function lockTrades(trx: Transaction<Tables>): Promise<void> {
	return lockNames(trx, ['trades'])
}

function sortedNames(accounts: readonly string[]): string[] {
	return [...new Set(accounts)].sort().map(address => `account ${address}`)
}

function sortedMakers(makerIds: readonly string[]): string[] {
	return [...new Set(makerIds)].sort().map(makerId => `maker ${makerId}`)
}

async function lockNames(trx: Transaction<Tables>, names: readonly string[]): Promise<void> {
	if (names.length === 0) return
	await runWithNext(trx, locksOf(sql`${names}::text[]`))
}

function locksOf(names: RawBuilder<unknown>): RawBuilder<unknown> {
	return sql`select pg_advisory_xact_lock(hashtextextended(name, 0)) from unnest(${names}) as name`
}

/** A single service uses its database alone; nodes that know each other share theirs. */
export type DatabaseUse = 'alone' | 'shared'

/**
 * Keeps a second service out of a PostgreSQL database, and single services out of one that nodes share. It is an
 * advisory lock of one session, which is released when the process dies. When the session is lost, the lock is taken
 * again; if another service has it by then, this one is `lost`. Its session also decides which copy of the database this
 * is: once another one answers, the lock is never held again.
 */
export class ServiceLock {
	readonly #on: LockedOn
	readonly #lost = Promise.withResolvers<Error>()
	readonly #moved = Promise.withResolvers<void>()
	/** Resolves when another service has the lock. */
	readonly lost: Promise<Error> = this.#lost.promise
	/** Resolves when another copy of the database answers. */
	readonly moved: Promise<void> = this.#moved.promise
	#session: Session
	/** Undefined until it has been identified. */
	#copyId: string | undefined
	#held: Promise<void> = Promise.resolve()
	#isReleased = false

	private constructor(on: LockedOn, session: Session) {
		this.#on = on
		this.#session = session
		this.#watch(session)
	}

	/** @throws Error naming the holder if another service still has it after 5 s */
	static async take(on: LockedOn): Promise<ServiceLock> {
		return new ServiceLock(on, await openSession(on))
	}

	/**
	 * Resolves while the lock is held. While it is being taken again, waits for that attempt.
	 * @throws Error if that fails
	 */
	held(): Promise<void> {
		return this.#held
	}

	/** Which copy of the database this is from now on; to be called once the tables exist. */
	async identify(): Promise<string> {
		await this.#held
		this.#copyId = await copyIdOf(this.#session.client)
		return this.#copyId
	}

	/**
	 * Examines a new connection: if it leads to another copy of the database, the lock is taken again, perhaps there.
	 * @throws MovedError
	 */
	async admit(client: ClientBase): Promise<void> {
		const copyId = await cutWhenSilent(client, { answerWithinMs }, () => copyIdOf(client))
		if (this.#copyId === undefined || copyId === this.#copyId) return
		connectionOf(this.#session.client).stream.destroy()
		throw new MovedError()
	}

	async release(): Promise<void> {
		this.#isReleased = true
		await this.#held.catch(() => {})
		await this.#session.client.end()
	}

	#watch({ client }: Session): void {
		client.once('end', () => this.#retake())
		void keepAsking(client)
	}

	#retake(): void {
		if (this.#isReleased) return
		this.#held = this.#takeAgain()
		this.#held.catch(error => {
			if (error instanceof InUseError) this.#lost.resolve(error)
			else if (error instanceof MovedError) this.#moved.resolve()
			else this.#retake()
		})
	}

	async #takeAgain(): Promise<void> {
		await sleep(pauseMs)
		this.#session = await openSession(this.#on, { ...this.#session, copyId: this.#copyId })
		this.#watch(this.#session)
	}
}

/**
 * Asks one thing after another until the connection ends: so a dead one is noticed before the server gives the lock to
 * another service.
 */
async function keepAsking(client: Client): Promise<void> {
	let hasEnded = false
	client.once('end', () => {
		hasEnded = true
	})
	while (!hasEnded) {
		await sleep(pulseEveryMs, undefined, { ref: false })
		await client.query('select 1').catch(() => {})
	}
}

/** Where the lock is, and how it is shared. */
type LockedOn = { readonly hosts: DatabaseHosts; readonly use: DatabaseUse }

class InUseError extends Error {}

type Session = { readonly client: Client; readonly pid: number }

const pauseMs = 100
const triesMax = 50
const connectedWithinMs = 5_000
const pulseEveryMs = 1_000
const answerWithinMs = 4_000
// The corresponding time-out on the server's side: the lock of a lost machine becomes free after 20 s.
const keepAlive = 'set tcp_keepalives_idle = 5; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 3'
// Any two numbers: advisory locks have no names.
const lock = { classId: 4_143_434, objectId: 1 }

/** The former session, and the copy of the database that it was on; undefined if that does not matter. */
type Former = Session & { readonly copyId: string | undefined }

/**
 * A session with the lock, on the server that accepts writes. It ends an earlier session whose loss the server has not
 * noticed yet.
 * @throws MovedError before the lock is taken
 */
function openSession({ hosts, use }: LockedOn, former?: Former): Promise<Session> {
	const isFinal = (error: unknown) => error instanceof InUseError || error instanceof MovedError
	return hosts.first(url => openOn(url, use, former), isFinal)
}

async function openOn(url: string, use: DatabaseUse, former: Former | undefined): Promise<Session> {
	const client = new Client({
		connectionString: url,
		application_name: 'accord service lock',
		connectionTimeoutMillis: connectedWithinMs,
		keepAlive: true,
	})
	client.on('error', () => {})
	cutWhenAnySilent(client, { answerWithinMs })
	try {
		await connect(client)
		await client.query(keepAlive)
		const copyId = await copyIdOf(client)
		if (former?.copyId !== undefined && former.copyId !== copyId) throw new MovedError()
		await lockWithPatience(client, use, former)
		const { rows } = await client.query('select pg_backend_pid() as pid')
		return { client, pid: rows[0].pid }
	} catch (error) {
		void client.end().catch(() => {})
		throw error
	}
}

/** @throws Error naming the database if it cannot be reached */
export async function connect(client: Client): Promise<void> {
	try {
		await client.connect()
	} catch (cause) {
		const reason = cause instanceof Error ? cause.message : String(cause)
		throw new Error(`${databaseOf(client)} cannot be reached: ${reason}`, { cause })
	}
}

async function lockWithPatience(client: Client, use: DatabaseUse, former: Session | undefined): Promise<void> {
	const take = use === 'alone' ? 'pg_try_advisory_lock' : 'pg_try_advisory_lock_shared'
	for (let tries = 1; ; tries++) {
		const { rows } = await client.query(`select ${take}($1, $2) as taken`, [lock.classId, lock.objectId])
		if (rows[0].taken === true) return
		const holder = await holderOf(client)
		if (tries === triesMax) throw new InUseError(inUse(client, holder))
		if (holder !== undefined && holder.pid === former?.pid)
			await client.query('select pg_terminate_backend($1)', [holder.pid])
		await sleep(pauseMs)
	}
}

type Holder = { readonly pid: number; readonly address: string | null }

async function holderOf(client: Client): Promise<Holder | undefined> {
	const { rows } = await client.query(
		`select pid, host(client_addr) as address from pg_locks left join pg_stat_activity using (pid)
		where locktype = 'advisory' and granted and classid = $1 and objid = $2 and objsubid = 2
			and pg_locks.database = (select oid from pg_database where datname = current_database())`,
		[lock.classId, lock.objectId],
	)
	return rows[0]
}

/** How messages name a connection's database. */
export function databaseOf({ database, host }: Client): string {
	return `the database ${database} on ${host}`
}

function inUse(client: Client, holder: Holder | undefined): string {
	const from = typeof holder?.address === 'string' ? ` from ${holder.address}` : ''
	const by = holder === undefined ? '' : ` (session ${holder.pid}${from})`
	return `${databaseOf(client)} is in use by another process${by}`
}

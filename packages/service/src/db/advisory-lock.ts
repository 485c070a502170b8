import { setTimeout as sleep } from 'node:timers/promises'
import { type Pair, pairKey } from '@accord/protocol'
import { type RawBuilder, sql, type Transaction } from 'kysely'
import { Client } from 'pg'
import { cutWhenAnySilent } from './session.ts'
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
 * again; if another service has it by then, this one is `lost`.
 */
export class ServiceLock {
	readonly #url: string
	readonly #use: DatabaseUse
	readonly #lost = Promise.withResolvers<Error>()
	/** Resolves when another service has the lock. */
	readonly lost: Promise<Error> = this.#lost.promise
	#session: Session
	#held: Promise<void> = Promise.resolve()
	#isReleased = false

	private constructor(url: string, use: DatabaseUse, session: Session) {
		this.#url = url
		this.#use = use
		this.#session = session
		this.#watch(session)
	}

	/** @throws Error naming the holder if another service still has it after 5 s */
	static async take(url: string, use: DatabaseUse): Promise<ServiceLock> {
		return new ServiceLock(url, use, await openSession({ url, use }))
	}

	/**
	 * Resolves while the lock is held. While it is being taken again, waits for that attempt.
	 * @throws Error if that fails
	 */
	held(): Promise<void> {
		return this.#held
	}

	async release(): Promise<void> {
		this.#isReleased = true
		await this.#held.catch(() => {})
		await this.#session.client.end()
	}

	#watch({ client }: Session): void {
		// A dead connection is noticed before the server gives the lock to another service.
		const pulse = setInterval(() => client.query('select 1').catch(() => {}), pulseEveryMs).unref()
		client.once('end', () => {
			clearInterval(pulse)
			this.#retake()
		})
	}

	#retake(): void {
		if (this.#isReleased) return
		this.#held = this.#takeAgain()
		this.#held.catch(error => {
			if (error instanceof InUseError) this.#lost.resolve(error)
			else this.#retake()
		})
	}

	async #takeAgain(): Promise<void> {
		await sleep(pauseMs)
		this.#session = await openSession({ url: this.#url, use: this.#use }, this.#session)
		this.#watch(this.#session)
	}
}

class InUseError extends Error {}

type Session = { readonly client: Client; readonly pid: number }

const pauseMs = 100
const triesMax = 50
const connectedWithinMs = 5_000
const pulseEveryMs = 5_000
const answerWithinMs = 4_000
// The corresponding time-out on the server's side: the lock of a lost machine becomes free after 20 s.
const keepAlive = 'set tcp_keepalives_idle = 5; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 3'
// Any two numbers: advisory locks have no names.
const lock = { classId: 4_143_434, objectId: 1 }

/** A session with the lock. It ends an earlier session whose loss the server has not noticed yet. */
async function openSession({ url, use }: { url: string; use: DatabaseUse }, former?: Session): Promise<Session> {
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

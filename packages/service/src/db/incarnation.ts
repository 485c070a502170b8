import { randomBytes } from 'node:crypto'
import type { Clock } from '@accord/protocol'
import { type Kysely, sql } from 'kysely'
import type { Logger } from 'pino'
import { lockNodes } from './advisory-lock.ts'
import type { Database, Tables } from './tables.ts'
import { inTransaction } from './transaction.ts'

// The guarantee: numbers issued before a restore from a backup are never mistaken for those issued after it. A reader
// that names the incarnation of its number is told if that incarnation has ended. Orders open in the backup are
// recorded, because they may have been published and settled since.

type IncarnationDeps = {
	readonly database: Kysely<Tables>
	readonly clock: Clock
	readonly log: Pick<Logger, 'warn'>
	/** Differs for each copy of the database; undefined if unknown. */
	readonly copyId: () => Promise<string | undefined>
}

/** The current incarnation of all numbered logs, replaced after each restore from a backup. */
export class Incarnation {
	readonly #deps: IncarnationDeps
	#id: string
	#begunAtMs: number
	readonly #listeners = new Set<() => void>()

	private constructor(deps: IncarnationDeps, { id, begunAtMs }: Life) {
		this.#deps = deps
		this.#id = id
		this.#begunAtMs = begunAtMs
	}

	/**
	 * Reads the current incarnation; starts a new one in a database that was copied or restored since it was last opened.
	 */
	static async open(deps: IncarnationDeps): Promise<Incarnation> {
		const copyId = (await deps.copyId()) ?? null
		const { last, next } = await inTransaction(deps.database, async trx => {
			// If several nodes start at the same time, the first one begins it.
			await lockNodes(trx)
			const last = await selectLast(trx)
			if (last !== undefined && (copyId === null || last.copyId === copyId)) return { next: last }
			return {
				last,
				next: await insertNext({ ...deps, database: trx }, { copyId, former: last?.id, actor: 'service' }),
			}
		})
		if (last !== undefined) {
			const detail = 'the database was restored or copied: readers of its logs will be told to begin again'
			deps.log.warn({ incarnation: next.id, former: last.id }, detail)
		}
		return new Incarnation(deps, next)
	}

	get id(): string {
		return this.#id
	}

	/**
	 * Other numbers may have been issued before the restore, and orders may have advanced beyond their state in this
	 * database.
	 */
	get begunAtMs(): number {
		return this.#begunAtMs
	}

	/**
	 * Starts a new incarnation because the database was restored in a way that it cannot detect itself; `actor` announced
	 * it.
	 */
	async beginNext(actor: string): Promise<void> {
		const copyId = (await this.#deps.copyId()) ?? null
		const next = await insertNext(this.#deps, { copyId, former: this.#id, actor })
		this.#deps.log.warn({ incarnation: next.id, former: this.#id }, 'the operator said that the database was restored')
		this.#goOn(next)
	}

	/** Adopts the incarnation that another node has started in the meantime. */
	async refresh(): Promise<void> {
		const last = await selectLast(this.#deps.database)
		if (last === undefined || last.id === this.#id) return
		const detail = 'another node was told that the database was restored'
		this.#deps.log.warn({ incarnation: last.id, former: this.#id }, detail)
		this.#goOn(last)
	}

	/** Calls the listener once a new incarnation has begun. */
	onNext(listener: () => void): () => void {
		this.#listeners.add(listener)
		return () => this.#listeners.delete(listener)
	}

	#goOn({ id, begunAtMs }: Life): void {
		this.#id = id
		this.#begunAtMs = begunAtMs
		for (const listener of this.#listeners) listener()
	}
}

type Life = { readonly id: string; readonly begunAtMs: number; readonly copyId: string | null }

async function selectLast(db: Database): Promise<Life | undefined> {
	const row = await db.selectFrom('incarnation').selectAll().orderBy('number', 'desc').limit(1).executeTakeFirst()
	return row && { id: row.incarnation, begunAtMs: Number(row.begun_at_ms), copyId: row.copy_id }
}

type Next = { readonly copyId: string | null; readonly former: string | undefined; readonly actor: string }

/** The first incarnation is not a restore; all others are in the audit log. */
async function insertNext(
	{ database, clock }: Pick<IncarnationDeps, 'clock'> & { readonly database: Database },
	{ copyId, former, actor }: Next,
): Promise<Life> {
	const life = { id: randomBytes(6).toString('hex'), begunAtMs: clock.nowMs(), copyId }
	await sql`
		with begun as (
			insert into incarnation (incarnation, begun_at_ms, copy_id) values (${life.id}, ${life.begunAtMs}, ${copyId}::text)
		),
		recorded as (
			insert into audit_entry (at_ms, act, actor, subject, detail)
			select ${life.begunAtMs}, 'database_restored', ${actor}, ${life.id},
				jsonb_build_object('before', ${former ?? null}::text, 'after', ${life.id}::text)
			where ${former !== undefined}
		)
		insert into restored_intent (subintent_hash)
		select subintent_hash from "order" where state in ('awaiting_fills', 'filled')
		union all
		select subintent_hash from fill where state = 'started'
		on conflict do nothing`.execute(database)
	return life
}

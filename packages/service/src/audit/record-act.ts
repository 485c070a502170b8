import type { AuditAct, AuditRecord, Clock } from '@accord/protocol'
import type { Transaction } from 'kysely'
import type { Bus } from '../bus/bus.ts'
import type { DatabaseLanes } from '../db/database-lanes.ts'
import type { Tables } from '../db/tables.ts'
import { inTransaction } from '../db/transaction.ts'
import { insertAuditEntries } from './audit-table.ts'

type Deps = { readonly db: Pick<DatabaseLanes, 'own'>; readonly clock: Pick<Clock, 'nowMs'>; readonly bus: Bus }

/** The transaction of an act, and the bus that holds announcements until it ends. */
export type ActDeps = { readonly database: Transaction<Tables>; readonly bus: Bus }

/** An act of an operator, with the state before and after it. */
type Act = {
	readonly act: AuditAct
	readonly actor: string
	readonly subject: string
	readonly before?: unknown
	readonly after: unknown
}

/** An act's result, and its entry in the log. */
type Done<T> = { readonly result: T; readonly act: Act }

/**
 * Runs an act of an operator in one transaction with its entry in the audit log: neither exists without the other.
 * Announcements are sent once it is written.
 */
export async function recordAct<T>({ db, clock, bus }: Deps, work: (within: ActDeps) => Promise<Done<T>>): Promise<T> {
	let announce: (() => void)[] = []
	const publish: Bus['publish'] = (subject, message) => announce.push(() => bus.publish(subject, message))
	const result = await inTransaction(db.own, async trx => {
		announce = []
		const done = await work({ database: trx, bus: { ...bus, publish } })
		await insertAuditEntries(trx, [recordOf(done.act, clock.nowMs())])
		return done.result
	})
	for (const each of announce) each()
	return result
}

function recordOf({ act, actor, subject, before, after }: Act, atMs: number): AuditRecord {
	return { atMs, act, actor, subject, detail: { ...(before === undefined ? {} : { before }), after } }
}

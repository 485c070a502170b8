import type { DoctorCheck } from '@accord/protocol'
import { sql } from 'kysely'
import type { DatabaseLanes } from '../db/database-lanes.ts'
import { migrationNames } from '../db/migrate.ts'

export type DatabaseCheckDeps = { readonly db: Pick<DatabaseLanes, 'own'>; readonly isEmbedded: boolean }

/** Whether the database has every migration and keeps what it acknowledges. What a server syncs no session can decide for itself. */
export async function checkDatabase({ db, isEmbedded }: DatabaseCheckDeps): Promise<Omit<DoctorCheck, 'name'>> {
	const startMs = performance.now()
	const { rows } = await sql<{ name: string; fsync: string }>`
		select name, current_setting('fsync') as fsync from kysely_migration`.execute(db.own)
	const answered = `answered in ${Math.round(performance.now() - startMs)} ms`
	const kind = isEmbedded ? 'the embedded PostgreSQL' : 'PostgreSQL'
	const missing = migrationNames.filter(name => !rows.some(row => row.name === name))
	if (missing.length > 0) {
		const detail = `${kind} lacks ${missing.join(', ')}`
		return { ok: false, detail, advice: 'Restart the service, which applies them.' }
	}
	if (rows.some(({ fsync }) => fsync !== 'on')) {
		const advice =
			'Set fsync = on in its configuration and reload it: what was acknowledged could be lost with its machine.'
		return { ok: false, detail: `${kind} syncs nothing to its disk (fsync = off)`, advice }
	}
	return { ok: true, detail: `${kind}, every migration applied, ${answered}` }
}

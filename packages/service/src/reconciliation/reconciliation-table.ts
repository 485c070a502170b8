import { ReconciledDay } from '@accord/protocol'
import type { Database } from '../db/tables.ts'

/** Writes the results of a day's check, replacing those of an earlier check. */
export async function writeReconciledDay(db: Database, day: ReconciledDay): Promise<void> {
	const row = { day: day.day, checked_at_ms: day.checkedAtMs, report: JSON.stringify(ReconciledDay.format(day)) }
	await db
		.insertInto('reconciliation')
		.values(row)
		.onConflict(conflict => conflict.column('day').doUpdateSet(row))
		.execute()
}

/** The days that were checked, newest first. */
export async function reconciledDays(db: Database, { limit }: { limit: number }): Promise<ReconciledDay[]> {
	const rows = await db.selectFrom('reconciliation').select('report').orderBy('day', 'desc').limit(limit).execute()
	return rows.map(({ report }) => ReconciledDay.parse(report))
}

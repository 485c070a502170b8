import { AuditChain } from '@accord/service'
import { type PageRow, pageColumnsText, pageOf } from '../../packages/service/src/audit/pages-table.ts'
import { entriesOf } from '../../packages/service/src/audit/stored-page.ts'
import type { FaultDatabase } from './fault-database.ts'

/** Rows that must not exist when everything has ended: a name for them, and the query that finds them. */
const forbidden = {
	'is still reserved': `select part_id as what from part where reservation = 'open'`,
	'is matched more than once': `
		select o.subintent_id as what from "order" o join part p on p.order_hash = o.subintent_hash and p.state = 'filled'
		group by o.subintent_hash
		having sum(p.base_amount) > case o.side when 'bids' then o.sell_amount else o.buy_amount end`,
	'is settled, but not filled': `
		select o.subintent_id as what from "order" o left join part p on p.order_hash = o.subintent_hash and p.state = 'filled'
		where o.state = 'settled' group by o.subintent_hash
		having coalesce(sum(p.base_amount), 0) <> case o.side when 'bids' then o.sell_amount else o.buy_amount end`,
}

/** Reservations are released, no order is matched or accepted twice, and the audit log is whole. */
export async function checkDatabase(database: FaultDatabase): Promise<string[]> {
	const found: string[] = []
	for (const [name, query] of Object.entries(forbidden)) {
		const rows = await database.query<{ what: string }>(query)
		found.push(...rows.map(({ what }) => `${what} ${name}`))
	}
	return [...found, ...(await checkAuditLog(database))]
}

/** The log in a single snapshot, since nodes may still chain: its pages, its head, and the orders whose entries wait. */
const auditLog = `
	select h.number as head, array(select subject from audit_entry where act = 'order_accepted') as waiting, ${pageColumnsText}
	from audit_head h left join audit_page p on true order by p.first_number`

type LogRow = (PageRow | { readonly [Column in keyof PageRow]: null }) & {
	readonly head: string
	readonly waiting: readonly string[]
}

/** The chain is whole, and no order was accepted twice. */
async function checkAuditLog(database: FaultDatabase): Promise<string[]> {
	const chain = new AuditChain()
	const rows = await database.query<LogRow>(auditLog)
	const accepted = [...(rows[0]?.waiting ?? [])]
	for (const row of rows) {
		if (row.first_number === null) continue
		for (const { entry } of (await entriesOf(pageOf(row))) ?? []) {
			const broken = chain.add(entry)
			if (broken !== undefined) return [`the audit log is broken at entry ${broken.number}: ${broken.reason}`]
			if (entry.act === 'order_accepted') accepted.push(entry.subject)
		}
	}
	const found = accepted
		.filter((subject, at) => accepted.indexOf(subject) !== at)
		.map(subject => `${subject} is accepted more than once`)
	if (Number(rows[0]?.head) !== chain.head.number) found.push(`the audit log ends with entry ${chain.head.number}`)
	return found
}

/** Whether something has not ended. */
export async function hasOpenWork(database: FaultDatabase): Promise<boolean> {
	const rows = await database.query(`select 1 from part where reservation = 'open' or state = 'asked' limit 1`)
	return rows.length > 0
}

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
	'is accepted more than once': `
		select subject as what from audit_entry where act = 'order_accepted' group by subject having count(*) > 1`,
}

/** Reservations are released, and no order is matched or accepted twice. */
export async function checkDatabase(database: FaultDatabase): Promise<string[]> {
	const found: string[] = []
	for (const [name, query] of Object.entries(forbidden)) {
		const rows = await database.query<{ what: string }>(query)
		found.push(...rows.map(({ what }) => `${what} ${name}`))
	}
	return found
}

/** Whether something has not ended. */
export async function hasOpenWork(database: FaultDatabase): Promise<boolean> {
	const rows = await database.query(`select 1 from part where reservation = 'open' or state = 'asked' limit 1`)
	return rows.length > 0
}

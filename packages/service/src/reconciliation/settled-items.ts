import { Decimal } from '@accord/protocol'
import { sql } from 'kysely'
import type { Database } from '../db/tables.ts'

/** A settled order or fill, from the database. */
export type SettledItem = {
	readonly role: 'order' | 'fill'
	readonly subintentId: string
	/** The order itself, or the order that the fill is for. */
	readonly orderHash: string
	readonly transactionId: string
	readonly endedAtMs: number
	readonly account: string
	readonly sellSymbol: string
	readonly buySymbol: string
	readonly buyAmount: Decimal
	/** The amount sold plus both fees. */
	readonly withdrawn: Decimal
	readonly platformFee: Decimal
	readonly rebate: Decimal
	/** What an order's outer gave back of the token sold, unless the account refused it. */
	readonly surplusSold: Decimal
	readonly hasPrefix: boolean
	/** What an order's outer paid its integrator out of the platform fee. */
	readonly share?: { readonly account: string; readonly amount: Decimal }
}

type Period = { readonly fromMs: number; readonly toMs: number }

type ItemRow = {
	role: 'order' | 'fill'
	subintent_id: string
	order_hash: string
	transaction_id: string
	ended_at_ms: bigint
	account: string
	sell_symbol: string
	buy_symbol: string
	buy_amount: string
	withdrawn: string
	platform_fee: string
	rebate: string
	surplus_sold: string
	has_prefix: boolean
	share_account: string | null
	share_paid: string | null
}

/**
 * Intents that settled, or were corrected to settled, from `fromMs` to before `toMs`, each with the transaction that
 * counts.
 */
export async function settledItems(db: Database, { fromMs, toMs }: Period): Promise<SettledItem[]> {
	const surplusSold = (table: string) =>
		table === 'o' ? sql`case when side = 'asks' then coalesce(surplus, 0) else 0 end` : sql`0`
	const columns = (table: string) => sql`
		${sql.ref(`${table}.subintent_id`)}, account, sell_symbol, buy_symbol, buy_amount, platform_fee, rebate, has_prefix,
		sell_amount + platform_fee + settlement_fee as withdrawn, ${surplusSold(table)} as surplus_sold`
	const ofOrder = sql`${columns('o')}, o.subintent_hash as order_hash, share_account, share_paid`
	const ofFill = sql`${columns('f')}, f.order_hash, null as share_account, null::numeric as share_paid`
	const within = (column: string) => sql`${sql.ref(column)} >= ${fromMs} and ${sql.ref(column)} < ${toMs}`
	const corrected = (table: string) => sql`exists (
		select from correction c where c.subintent_hash = ${sql.ref(`${table}.subintent_hash`)}
	)`
	const newest = sql`(
		select distinct on (subintent_hash) subintent_hash, outcome, transaction_id, corrected_at_ms from correction
		order by subintent_hash, corrected_at_ms desc
	)`
	const { rows } = await sql<ItemRow>`
		select 'order' as role, ${ofOrder}, transaction_id, ended_at_ms from "order" o
		where state = 'settled' and ${within('o.ended_at_ms')} and not ${corrected('o')}
		union all
		-- A fill settles with its order. Looked up order by order, however many the planner expects.
		select 'fill', ${ofFill}, transaction_id, ended_at_ms
		from (select subintent_hash from "order" o where state = 'settled' and ${within('o.ended_at_ms')}) settled
		cross join lateral (select * from fill where order_hash = settled.subintent_hash offset 0) f
		where f.state = 'Settled' and not ${corrected('f')}
		union all
		select 'order', ${ofOrder}, n.transaction_id, n.corrected_at_ms
		from ${newest} n join "order" o on o.subintent_hash = n.subintent_hash
		where n.outcome = 'Settled' and ${within('n.corrected_at_ms')}
		union all
		select 'fill', ${ofFill}, n.transaction_id, n.corrected_at_ms
		from ${newest} n join fill f on f.subintent_hash = n.subintent_hash
		where n.outcome = 'Settled' and ${within('n.corrected_at_ms')}`.execute(db)
	return rows.map(row => ({
		role: row.role,
		subintentId: row.subintent_id,
		orderHash: row.order_hash,
		transactionId: row.transaction_id,
		endedAtMs: Number(row.ended_at_ms),
		account: row.account,
		sellSymbol: row.sell_symbol,
		buySymbol: row.buy_symbol,
		buyAmount: Decimal.parse(row.buy_amount),
		withdrawn: Decimal.parse(row.withdrawn),
		platformFee: Decimal.parse(row.platform_fee),
		rebate: Decimal.parse(row.rebate),
		surplusSold: Decimal.parse(row.surplus_sold),
		hasPrefix: row.has_prefix,
		...readShare(row),
	}))
}

function readShare({ share_account: account, share_paid: paid }: ItemRow): Pick<SettledItem, 'share'> {
	const amount = paid === null ? Decimal.zero : Decimal.parse(paid)
	return account === null || Decimal.isZero(amount) ? {} : { share: { account, amount } }
}

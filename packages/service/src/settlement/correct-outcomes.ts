import { sql, type Transaction } from 'kysely'
import { auditColumns } from '../audit/audit-table.ts'
import type { Tables } from '../db/tables.ts'
import { inTransaction } from '../db/transaction.ts'
import { correctShares } from '../integrators/shares-table.ts'
import { announce, type EndOrderDeps } from './end-order.ts'
import { affected, type Ended, lockOrders, numberedLog, type OrderOutcome } from './end-order-table.ts'

// The guarantee: recorded outcomes are never changed; a correction is a separate row and, for a fill, one more entry of
// its maker's log, written together with the reservation that it changes. A trade is added or removed together with it, and the
// candles of its pair and legs are counted again.

/** Writes the ledger's outcome of an order and its fills where it differs; returns how many of them were corrected. */
export async function correctOutcomes(
	{ db, bus }: EndOrderDeps,
	{ outcome, nowMs }: { outcome: OrderOutcome; nowMs: number },
): Promise<number> {
	const orderHashes = [outcome.orderHash]
	const { corrected, ...ended } = await inTransaction(db.own, async trx => {
		await lockOrders(trx, orderHashes)
		return insertCorrections(trx, { outcome, nowMs })
	})
	bus.publish('order', { orderHashes })
	announce(bus, ended)
	return corrected
}

async function insertCorrections(
	trx: Transaction<Tables>,
	{ outcome: decided, nowMs }: { outcome: OrderOutcome; nowMs: number },
): Promise<Ended & { corrected: number }> {
	const { orderHash, outcome, transactionId = null, spareFills = [] } = decided
	const corrects = sql`(
		select max(e.sequence_number) from fill_execution e
		where e.maker_id = f.maker_id and e.part_id = f.part_id and e.outcome is not null
	)`
	const { rows } = await sql<Ended & { corrected: number }>`
		with found as (
			select ${orderHash}::text as subintent_hash, ${outcome}::text as outcome, ${transactionId}::text as transaction_id
			union all
			select f.subintent_hash, ${outcome}, ${transactionId} from fill f
			where f.order_hash = ${orderHash} and f.subintent_hash <> all(${spareFills as string[]}::text[])
			union all
			select f.subintent_hash, 'Expired', null from fill f
			where f.order_hash = ${orderHash} and f.subintent_hash = any(${spareFills as string[]}::text[])
		),
		corrections as (
			insert into correction (subintent_hash, corrected_at_ms, outcome, transaction_id)
			select d.subintent_hash, ${nowMs}, d.outcome, d.transaction_id from found d
			where d.outcome <> coalesce(
				(select c.outcome from correction c where c.subintent_hash = d.subintent_hash order by c.corrected_at_ms desc limit 1),
				(select initcap(o.state) from "order" o where o.subintent_hash = d.subintent_hash),
				(select replace(f.state, 'Released', 'Expired') from fill f where f.subintent_hash = d.subintent_hash)
			)
			returning subintent_hash, outcome, transaction_id
		),
		recorded as (
			insert into ${auditColumns}
			select ${nowMs}, 'outcome_corrected', 'ledger', subintent_hash,
				jsonb_strip_nulls(jsonb_build_object('outcome', outcome, 'transaction_id', transaction_id))
			from corrections
		),
		traded as (
			insert into trade (order_hash, settled_at_ms)
			select o.subintent_hash, o.ended_at_ms from corrections c join "order" o on o.subintent_hash = c.subintent_hash
			where c.outcome = 'Settled'
		),
		${correctShares()},
		untraded as (
			delete from trade t using corrections c
			where t.order_hash = c.subintent_hash and c.outcome = 'Expired'
			returning t.order_hash, t.settled_at_ms, t.trade_number
		),
		recounts as (
			insert into candle_recount (base, quote, minute_ms)
			select pair.base, pair.quote, o.ended_at_ms / 60000 * 60000
			from "order" o cross join lateral (
				select o.base, o.quote union select p.base, p.quote from part p where p.order_hash = o.subintent_hash
			) pair
			where o.subintent_hash = ${orderHash} and (
				exists (select from untraded where trade_number is not null)
				or exists (select from corrections) and not exists (select from corrections where subintent_hash = ${orderHash})
			)
			on conflict do nothing
		),
		fills as (
			select f.part_id, f.maker_id, c.outcome as state, f.accepted_at_ms
			from corrections c join fill f on f.subintent_hash = c.subintent_hash
		),
		${numberedLog(nowMs, corrects)},
		parts as (
			update part p set
				reservation = case f.state when 'Settled' then 'settled' else 'released' end,
				reservation_ended_at_ms = ${nowMs}, settled_number = case f.state when 'Settled' then l.sequence_number end
			from fills f join logged l on l.part_id = f.part_id where p.part_id = f.part_id
			returning p.base, p.quote
		)
		${affected(sql`(select count(*)::int4 from corrections) as corrected`)}`.execute(trx)
	return rows[0] ?? { makerIds: [], pairs: [], corrected: 0 }
}

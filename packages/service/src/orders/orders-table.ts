import { randomBytes } from 'node:crypto'
import { type AuditRecord, Decimal } from '@accord/protocol'
import { type RawBuilder, sql } from 'kysely'
import { auditColumns, auditRows } from '../audit/audit-table.ts'
import { makersLocked } from '../db/advisory-lock.ts'
import type { Database, JsonRow, OrderTable, PartTable } from '../db/tables.ts'
import { type Ask, ask } from '../db/together.ts'
import { type NamedIntegrator, namedIntegratorJson } from '../integrators/named-integrator.ts'
import { type AcceptedIntent, signedLimitOrderRow } from '../intents/accepted-intent.ts'
import {
	insertPayers,
	type OpenIntentOfAccount,
	type OpenIntentRow,
	openIntentsJson,
	type PayerRow,
	readOpenIntent,
} from '../intents/open-intents-table.ts'
import { insertUses, type UseRow } from '../intents/prefix-uses-table.ts'
import type { ValidatedOrder } from '../intents/validate-order.ts'
import type { MatchedPart } from '../matching/match-request.ts'
import { type ChangeRow, changeColumns, type ReservationChange, readChanges } from '../prices/reservations-table.ts'
import { type Unfunded, unfundedKeptMs } from './order-gate.ts'

export type OrderRow = JsonRow<OrderTable>
export type PartRow = JsonRow<PartTable>

/** The role in which a subintent was accepted; undefined if it was not. */
export async function selectRole(db: Database, subintentHash: string): Promise<'order' | 'fill' | undefined> {
	const row = await db
		.selectFrom('subintent')
		.select('role')
		.where('subintent_hash', '=', subintentHash)
		.executeTakeFirst()
	return row?.role
}

/** What is known about a submitted order before it is validated. */
export type SubmissionContext = {
	/** The role in which its hash was accepted; absent if it was not. */
	readonly role?: 'order' | 'fill'
	/** The fee level of its account. */
	readonly level: number
	/** The makers to which its account, or the account of a key that signed it, belongs. */
	readonly ownMakers: readonly string[]
	/** Expiries that count against its account. */
	readonly unfunded: Unfunded
	/** The open intents of its account, oldest first. */
	readonly open: readonly OpenIntentOfAccount[]
	/** The integrator that it names; absent if there is none. */
	readonly integrator?: NamedIntegrator
}

/** The order and account to look up. */
export type Submission = {
	readonly subintentHash: string
	readonly account: string | undefined
	readonly ownAccounts: readonly string[]
	/** The code that it names. */
	readonly integrator?: string | undefined
	readonly nowMs: number
}

/** Reads the contexts with one statement, in order; an unknown account has level 0 and no open intents. */
export async function selectSubmissionContexts(
	db: Database,
	submissions: readonly Submission[],
): Promise<SubmissionContext[]> {
	const asked = submissions.map(({ subintentHash, account = '', ownAccounts, nowMs, integrator }, place) => {
		return { place, hash: subintentHash, account, own_accounts: ownAccounts, now_ms: nowMs, integrator }
	})
	// Each account is read and returned once, however many orders name it.
	const { rows } = await sql<ContextRow>`
		with asked as materialized (
			select * from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb)
				as asked (place int4, hash text, account text, own_accounts text[], now_ms int8, integrator text)
		),
		accounts as materialized (
			select
				one.account, one.first_place,
				${unfundedJson({ account: sql.ref('one.account'), nowMs: sql.ref('one.now_ms') })} as unfunded,
				${openIntentsJson(sql`array[one.account]`)} as open
			from (select account, min(place) as first_place, max(now_ms) as now_ms from asked group by account) one
		)
		select
			(select role from subintent where subintent_hash = asked.hash) as role,
			coalesce((select level from account_level where address = asked.account), 0) as level,
			(
				select coalesce(jsonb_agg(distinct maker_id), '[]'::jsonb)
				from maker_account where address = any(asked.own_accounts)
			) as own_makers,
			${namedIntegratorJson(sql.ref('asked.integrator'))} as integrator,
			accounts.first_place,
			accounts.unfunded,
			case when asked.place = accounts.first_place then accounts.open end as open
		from asked join accounts using (account)
		order by asked.place`.execute(db)
	const openOf = new Map(
		rows.flatMap(({ open, first_place: place }) => (open === null ? [] : [[place, open.map(readOpenIntent)]])),
	)
	return rows.map(({ role, level, own_makers: ownMakers, unfunded, first_place: place, integrator }) => {
		const optional = { ...(role === null ? {} : { role }), ...(integrator === null ? {} : { integrator }) }
		return { ...optional, level, ownMakers, unfunded, open: openOf.get(place) ?? [] }
	})
}

type ContextRow = {
	role: 'order' | 'fill' | null
	level: number
	own_makers: string[]
	integrator: NamedIntegrator | null
	unfunded: Unfunded
	/** Set only for an account's first requested order; null for the others. */
	open: OpenIntentRow[] | null
	first_place: number
}

/** Expiries that currently count against an account. */
export async function selectUnfunded(
	db: Database,
	{ account, nowMs }: { account: string; nowMs: number },
): Promise<Unfunded> {
	const unfunded = unfundedJson({ account: sql`${account}::text`, nowMs: sql`${nowMs}::int8` })
	const { rows } = await sql<{ unfunded: Unfunded }>`select ${unfunded} as unfunded`.execute(db)
	return rows[0]?.unfunded ?? { count: 0, lastAtMs: 0 }
}

function unfundedJson({ account, nowMs }: { account: RawBuilder<unknown>; nowMs: RawBuilder<unknown> }) {
	return sql<Unfunded>`(
		select jsonb_build_object('count', count(*), 'lastAtMs', coalesce(max(checked_at_ms), 0)) from expired_intent
		where account = ${account} and is_unfunded and checked_at_ms > ${nowMs} - ${unfundedKeptMs}::int8
	)`
}

type OrdersToWrite = {
	readonly orders: readonly OrderRow[]
	readonly parts: readonly PartRow[]
	readonly audit: readonly AuditRecord[]
	readonly payers: readonly PayerRow[]
	/** What the orders use that only one open order may use. */
	readonly uses: readonly UseRow[]
}

/** The hashes of the orders that were written, and their reservations. */
type WrittenOrders = { readonly hashes: ReadonlySet<string>; readonly reserved: readonly ReservationChange[] }

/** Writes accepted orders with their parts, under the locks of the parts' makers, leaving out orders whose hash is already known. */
export function insertOrders({ orders, parts, audit, payers, uses }: OrdersToWrite): Ask<WrittenOrders> {
	const makerIds = parts.map(part => part.maker_id)
	const written = sql<{ subintent_hash: string } & ChangeRow>`
		with locked as materialized (${makersLocked(makerIds)}),
		orders as (select * from jsonb_populate_recordset(null::"order", ${JSON.stringify(orders)}::jsonb)),
		parts as (select * from jsonb_populate_recordset(null::part, ${JSON.stringify(parts)}::jsonb)),
		fresh as (
			insert into subintent select subintent_hash, 'order', accepted_at_ms from orders
			where (select count(*) from locked) >= 0
			on conflict do nothing returning subintent_hash
		),
		written as (insert into "order" select o.* from orders o join fresh using (subintent_hash)),
		asked as (
			insert into part select p.* from parts p join fresh on fresh.subintent_hash = p.order_hash
			returning order_hash, ${changeColumns}
		),
		${insertPayers(payers, 'fresh')}
		${uses.length === 0 ? sql`` : sql`used as (${insertUses(uses)}),`}
		recorded as (
			insert into ${auditColumns} select at_ms, act, actor, subject, detail from ${auditRows(audit)}
			join fresh on fresh.subintent_hash = subject
		)
		select fresh.subintent_hash, asked.* from fresh left join asked on asked.order_hash = fresh.subintent_hash`
	return ask(written, rows => ({
		hashes: new Set(rows.map(row => row.subintent_hash)),
		reserved: readChanges(rows),
	}))
}

/** The initial row of an accepted order. */
export function orderRow(
	intent: AcceptedIntent,
	{
		level,
		ownMakers,
		share,
		nowMs,
		matchRecord,
		traceContext,
	}: Pick<SubmissionContext, 'level' | 'ownMakers'> & {
		/** The integrator that sent it, and its share of the platform fee. */
		share?: { readonly code: string; readonly due: Decimal } | undefined
		nowMs: number
		matchRecord: string | undefined
		/** Absent unless it is traced. */
		traceContext?: string | undefined
	},
): OrderRow {
	const { pair, side } = intent.validated
	return {
		...signedLimitOrderRow(intent, { acceptedAtMs: nowMs }),
		level,
		base: pair.base,
		quote: pair.quote,
		side,
		state: 'awaiting_fills',
		own_makers: [...ownMakers],
		filled_at_ms: null,
		published_at_ms: null,
		claimed_until_ms: 0,
		surplus: null,
		match_record: matchRecord ?? null,
		integrator: share?.code ?? null,
		share_due: share === undefined ? null : Decimal.format(share.due),
		share_paid: null,
		share_account: null,
		trace_context: traceContext ?? null,
	}
}

/** The initial row of a part, with an id that reveals nothing about the order. */
export function partRow(
	order: Pick<ValidatedOrder, 'subintentHash' | 'pair' | 'side'>,
	{ makerId, levels, baseAmount, fill, limitQuote, leg = order }: MatchedPart,
	{ nowMs, fillBeforeMs }: { nowMs: number; fillBeforeMs: number },
): PartRow {
	const { pair, side } = leg
	return {
		part_id: randomBytes(16).toString('hex'),
		order_hash: order.subintentHash,
		maker_id: makerId,
		base: pair.base,
		quote: pair.quote,
		side,
		base_amount: Decimal.format(baseAmount),
		limit_quote: limitQuote === undefined ? null : Decimal.format(limitQuote),
		levels: levels.map(({ price, amount }) => [Decimal.format(price), Decimal.format(amount)]),
		fill_sell_symbol: fill.sell.symbol,
		fill_sell_amount: Decimal.format(fill.sell.amount),
		fill_buy_symbol: fill.buy.symbol,
		fill_buy_amount: Decimal.format(fill.buy.amount),
		state: 'asked',
		fill_before_ms: fillBeforeMs,
		asked_at_ms: nowMs,
		ended_at_ms: null,
		reservation: 'open',
		reservation_ended_at_ms: null,
		settled_number: null,
		reject_reason: null,
		refusals: null,
		awaits_rerouting: false,
		reservation_changed_by: 0,
		reserved_number: 0,
	}
}

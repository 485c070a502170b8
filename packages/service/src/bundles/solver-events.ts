import { Decimal } from '@accord/protocol'
import { sql } from 'kysely'
import { type LogRange, requireKept } from '../db/log-range.ts'
import type { Database } from '../db/tables.ts'
import { type Ask, ask } from '../db/together.ts'

/** A published bundle: its wrapped items in hex, the user's first. */
export type OpenBundle = {
	readonly bundleNumber: number
	readonly items: readonly string[]
	/** The items whose manifest begins with instructions of its own, and their previewed cost; absent if there are none. */
	readonly prefixes?: readonly { readonly subintentId: string; readonly costXrd: Decimal }[]
}

/** A published bundle that solvers may settle. */
export type Publication = OpenBundle & {
	readonly kind: 'published'
	readonly number: number
	readonly subintentIds: readonly string[]
	readonly publishedAtMs: number
	readonly expiresAtS: number
}

/** The ledger has decided about a bundle's order, or another bundle has replaced this one. */
export type Withdrawal = {
	readonly kind: 'withdrawn'
	readonly number: number
	readonly bundleNumber: number
	readonly reason: 'settled' | 'expired' | 'replaced'
	readonly transactionId?: string
	readonly withdrawnAtMs: number
}

/** An entry of the solvers' log, which numbers publications and withdrawals in one sequence. */
export type SolverEvent = Publication | Withdrawal

/**
 * The next entries of the log by number, without publications that have been withdrawn since.
 * @throws TradeError `sequence_too_old`
 */
export async function solverEventsAfter(
	db: Database,
	{ after, upTo = Number.MAX_SAFE_INTEGER, limit }: { after: number; upTo?: number; limit: number },
): Promise<SolverEvent[]> {
	// A single snapshot shows both what exists and what was removed, even for an empty log.
	const { rows } = await sql<EventRow & { removed: bigint }>`
		select s.removed_number as removed, e.* from bundle_sequence s left join (
			(select bundle_number as number, ${eventColumns} from bundle
			where bundle_number > ${after} and bundle_number <= ${upTo} and withdrawn_number is null and ended_at_ms is null
			order by bundle_number limit ${limit})
			union all
			(select withdrawn_number as number, ${withdrawalColumns} from bundle
			where withdrawn_number > ${after} and withdrawn_number <= ${upTo}
			order by withdrawn_number limit ${limit})
			union all
			(select withdrawn_number, ${replacementColumns} from replaced_bundle
			where withdrawn_number > ${after} and withdrawn_number <= ${upTo}
			order by withdrawn_number limit ${limit})
			order by number limit ${limit}
		) e on true
		order by e.number`.execute(db)
	const [first] = rows
	if (first !== undefined) requireKept({ removed: Number(first.removed) }, after)
	return rows.filter(({ number }) => number !== null).map(readEvent)
}

/** Publications numbered above `after` and up to `upTo` that have not been withdrawn. */
export async function openPublications(
	db: Database,
	{ after, upTo, limit }: { after: number; upTo: number; limit: number },
): Promise<SolverEvent[]> {
	const { rows } = await sql<EventRow>`
		select bundle_number as number, ${eventColumns} from bundle
		where bundle_number > ${after} and bundle_number <= ${upTo} and withdrawn_number is null and ended_at_ms is null
		order by bundle_number limit ${limit}`.execute(db)
	return rows.map(readEvent)
}

/** The range of entries in the log. */
export async function solverLogRange(db: Database): Promise<LogRange> {
	const row = await db.selectFrom('bundle_sequence').select(['removed_number', 'last_number']).executeTakeFirst()
	return { removed: Number(row?.removed_number ?? 0n), last: Number(row?.last_number ?? 0n) }
}

/** The entries of both solver logs, each after its own number. */
export type SolverPages = { readonly bundles: readonly OpenBundle[]; readonly events: readonly SolverEvent[] }

/**
 * Reads both logs with one statement, which reads a new bundle once for both. Undefined if each must be read
 * separately, because there may be more than `limit` entries or the log no longer goes back that far.
 */
export function solverPagesAfter({ bundlesAfter, eventsAfter, limit }: AfterBoth): Ask<SolverPages | undefined> {
	const pages = sql<PagesRow>`
		select s.removed_number as removed, e.* from bundle_sequence s left join (
			(select bundle_number as number, ${eventColumns}, true as is_publication, withdrawn_number is not null as is_withdrawn
			from bundle where bundle_number > ${Math.min(bundlesAfter, eventsAfter)} and ended_at_ms is null
			order by bundle_number limit ${limit})
			union all
			(select withdrawn_number as number, ${withdrawalColumns}, false, true from bundle
			where withdrawn_number > ${eventsAfter} order by withdrawn_number limit ${limit})
			union all
			(select withdrawn_number, ${replacementColumns}, false, true from replaced_bundle
			where withdrawn_number > ${eventsAfter} order by withdrawn_number limit ${limit})
		) e on true
		order by e.number`
	return ask(pages, rows => {
		const [first] = rows
		if (first === undefined || Number(first.removed) > eventsAfter) return undefined
		const entries = rows.filter(({ number }) => number !== null)
		if (entries.length >= limit) return undefined
		const bundles = entries.filter(row => row.is_publication && Number(row.number) > bundlesAfter)
		const events = entries.filter(row => row.is_publication !== row.is_withdrawn && Number(row.number) > eventsAfter)
		return { bundles: bundles.map(readBundle), events: events.map(readEvent) }
	})
}

type AfterBoth = { readonly bundlesAfter: number; readonly eventsAfter: number; readonly limit: number }
type PagesRow = EventRow & { removed: bigint; is_publication: boolean; is_withdrawn: boolean }

type EventRow = {
	number: bigint
	bundle_number: bigint
	items: string[] | null
	subintent_ids: string[] | null
	prefixes: PrefixRow[] | null
	at_ms: bigint
	expires_at_s: bigint
	reason: 'settled' | 'expired' | 'replaced' | null
	transaction_id: string | null
}

type PrefixRow = { subintent_id: string; cost_xrd: string }

/** Of a row of `bundle`: the order's first, then those of its fills. */
const prefixes = sql`(
	select json_agg(json_build_object('subintent_id', subintent_id, 'cost_xrd', cost_xrd::text) order by part_id)
	from (
		select subintent_id, cost_xrd, '' as part_id from "order"
		where subintent_hash = bundle.order_hash and has_prefix
		union all
		select subintent_id, cost_xrd, part_id from fill where order_hash = bundle.order_hash and has_prefix
	) prefixed
) as prefixes`
const eventColumns = sql`
	bundle_number, items, subintent_ids, ${prefixes}, published_at_ms as at_ms, expires_at_s,
	withdrawn_reason as reason, null as transaction_id`
/** Of a row of `bundle`: the transaction that committed its order, and with it all of its items. */
const transactionId = sql`(select transaction_id from "order" where subintent_hash = bundle.order_hash)`
const withdrawalColumns = sql`
	bundle_number, null, null, null, withdrawn_at_ms, expires_at_s, withdrawn_reason, ${transactionId}`
const replacementColumns = sql`
	bundle_number, null, null, null, withdrawn_at_ms, expires_at_s, 'replaced', null`

function readEvent(row: EventRow): SolverEvent {
	const numbers = { number: Number(row.number), bundleNumber: Number(row.bundle_number) }
	if (row.reason !== null) {
		const transaction = row.transaction_id === null ? {} : { transactionId: row.transaction_id }
		return { kind: 'withdrawn', ...numbers, reason: row.reason, ...transaction, withdrawnAtMs: Number(row.at_ms) }
	}
	return {
		kind: 'published',
		number: numbers.number,
		...readBundle(row),
		subintentIds: row.subintent_ids ?? [],
		publishedAtMs: Number(row.at_ms),
		expiresAtS: Number(row.expires_at_s),
	}
}

function readBundle({ bundle_number, items, prefixes }: BundleRow): OpenBundle {
	return {
		bundleNumber: Number(bundle_number),
		items: items ?? [],
		...(prefixes === null
			? {}
			: {
					prefixes: prefixes.map(row => ({ subintentId: row.subintent_id, costXrd: Decimal.parse(row.cost_xrd) })),
				}),
	}
}

type BundleRow = Pick<EventRow, 'bundle_number' | 'items' | 'prefixes'>

/** The next open bundles by number; ended bundles are never included. */
export async function openBundlesAfter(
	db: Database,
	{ after, limit }: { after: number; limit: number },
): Promise<OpenBundle[]> {
	const { rows } = await sql<BundleRow>`
		select bundle_number, items, ${prefixes} from bundle
		where bundle_number > ${after} and ended_at_ms is null
		order by bundle_number limit ${limit}`.execute(db)
	return rows.map(readBundle)
}

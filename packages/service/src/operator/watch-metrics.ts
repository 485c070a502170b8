import { sql } from 'kysely'
import type { Registry } from 'prom-client'
import type { Database } from '../db/tables.ts'
import { gauge } from '../metrics/exposition.ts'
import type { Platform } from '../platform/platform.ts'
import type { OperatorRooms } from './operator-rooms.ts'

type WatchMetricsRooms = Pick<OperatorRooms, 'platform' | 'loops' | 'node' | 'instamint'>

/** Metrics that are used only for alerts. */
export function addWatchMetrics(registry: Registry, rooms: WatchMetricsRooms): void {
	const { platform, loops, node, instamint } = rooms
	gauge(registry, {
		name: 'accord_loop_stalled_seconds',
		help: 'For how long no run of the loop has succeeded though there was something to do',
		labels: ['loop'],
		read: () => loops.stalledS().map(([loop, seconds]) => [{ loop }, seconds]),
	})
	gauge(registry, {
		name: 'accord_address_share',
		help: 'Which part of its limit the address takes that takes most, 0 to 1',
		labels: ['limit'],
		read: () => Object.entries(node.busiestAddress()).map(([limit, share]) => [{ limit }, share]),
	})
	addInstamintWatch(registry, { instamint })
	addDatabaseWatch(registry, platform)
}

/** As of the last answer from the ledger about the component. */
function addInstamintWatch(registry: Registry, { instamint }: Pick<OperatorRooms, 'instamint'>): void {
	gauge(registry, {
		name: 'accord_instamint_price_age_share',
		help: 'How old the oldest price is that a mint may need, as a share of its validity; above 1 it stops mints',
		read: () => {
			const share = instamint?.oldestPriceShare()
			return share === undefined ? [] : [[{}, share]]
		},
	})
}

type Watched = { readonly bytes: number; readonly keyEndsMs: number | undefined }
type WatchedRow = { readonly bytes: bigint | string; readonly key_ends_ms: bigint | string | null }

/** Read at most once a minute; nothing is served while the database does not answer. */
function addDatabaseWatch(registry: Registry, { db, clock }: Platform): void {
	let read: { readonly atMs: number; readonly watched: Promise<Watched | undefined> } | undefined
	const watchedNow = async () => {
		const nowMs = clock.nowMs()
		if (read === undefined || Math.abs(nowMs - read.atMs) >= rereadAfterMs)
			read = { atMs: nowMs, watched: selectWatched(db.own, nowMs).catch(() => undefined) }
		const watched = await read.watched
		if (watched === undefined) read = undefined
		return watched
	}
	gauge(registry, {
		name: 'accord_database_bytes',
		help: 'Size of the database',
		read: async () => {
			const watched = await watchedNow()
			return watched === undefined ? [] : [[{}, watched.bytes]]
		},
	})
	gauge(registry, {
		name: 'accord_api_key_expiry_seconds',
		help: 'Time until the first maker has no API key left that it has ever used; absent if none is about to',
		read: async () => {
			const endsMs = (await watchedNow())?.keyEndsMs
			return endsMs === undefined ? [] : [[{}, (endsMs - clock.nowMs()) / 1000]]
		},
	})
}

const rereadAfterMs = 60_000

/** A maker whose rotated key ends is fine if it has used the new one; otherwise it is about to be locked out. */
async function selectWatched(db: Database, nowMs: number): Promise<Watched | undefined> {
	const { rows } = await sql<WatchedRow>`
		select pg_database_size(current_database()) as bytes,
			(select min(ends_ms) from (
				select case when bool_or(expires_at_ms is null) then null else max(expires_at_ms) end as ends_ms
				from api_key
				where revoked_at_ms is null and last_used_at_ms is not null
					and (expires_at_ms is null or expires_at_ms > ${nowMs})
				group by maker_id) as last_key) as key_ends_ms`.execute(db)
	const [row] = rows
	if (row === undefined) return undefined
	return { bytes: Number(row.bytes), keyEndsMs: row.key_ends_ms === null ? undefined : Number(row.key_ends_ms) }
}

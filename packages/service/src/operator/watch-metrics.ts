import type { InstamintOperator } from '@accord/instamint'
import type { Clock } from '@accord/protocol'
import { sql } from 'kysely'
import type { Registry } from 'prom-client'
import type { DatabaseLanes } from '../db/database-lanes.ts'
import type { Database } from '../db/tables.ts'
import type { LogVolume } from '../log/log-volume.ts'
import type { ServiceMetrics } from '../metrics/service-metrics.ts'
import { counter, gauge, labelled } from './metric-kinds.ts'

export type WatchMetricsDeps = {
	readonly db: Pick<DatabaseLanes, 'own'>
	readonly clock: Clock
	readonly metrics: ServiceMetrics
	readonly logVolume: LogVolume
	readonly loopsStalledS: () => readonly (readonly [loop: string, seconds: number])[]
	readonly busiestAddress: () => { readonly requests: number; readonly connections: number }
	readonly instamint?: Pick<InstamintOperator, 'oldestPriceShare'> | undefined
}

/** What only alerts are made from: what should stay low, or far. */
export function addWatchMetrics(registry: Registry, deps: WatchMetricsDeps): void {
	const { metrics, logVolume } = deps
	const count = (name: string, help: string, read: () => number) =>
		counter(registry, { name, help, read: () => [[{}, read()]] })
	counter(registry, {
		name: 'accord_unauthorized_total',
		help: 'Requests and upgrades without a valid key, by interface',
		labels: ['interface'],
		read: () => labelled(metrics.unauthorized, ['interface']),
	})
	counter(registry, {
		name: 'accord_log_lines_total',
		help: 'Lines written to the log, by level',
		labels: ['level'],
		read: () => labelled(logVolume.lines, ['level']),
	})
	count('accord_log_bytes_total', 'Bytes written to the log', () => logVolume.bytes)
	count('accord_log_lines_omitted_total', 'Lines of the log that were counted instead', () => logVolume.omitted)
	gauge(registry, {
		name: 'accord_loop_stalled_seconds',
		help: 'For how long no run of the loop has succeeded though there was something to do',
		labels: ['loop'],
		read: () => deps.loopsStalledS().map(([loop, seconds]) => [{ loop }, seconds]),
	})
	gauge(registry, {
		name: 'accord_address_share',
		help: 'Which part of its limit the address takes that takes most, 0 to 1',
		labels: ['limit'],
		read: () => Object.entries(deps.busiestAddress()).map(([limit, share]) => [{ limit }, share]),
	})
	addInstamintWatch(registry, deps)
	addDatabaseWatch(registry, deps)
}

/** As the ledger last showed the component. */
function addInstamintWatch(registry: Registry, { instamint, metrics }: WatchMetricsDeps): void {
	counter(registry, {
		name: 'accord_instamint_paybacks_total',
		help: 'What customers of the Instamint component paid back on Radix, by what became of it',
		labels: ['result'],
		read: () => labelled(metrics.paybacks, ['result']),
	})
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

/** Read at most once a minute, and none served while the database does not answer. */
function addDatabaseWatch(registry: Registry, { db, clock }: WatchMetricsDeps): void {
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

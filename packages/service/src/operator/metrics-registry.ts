import type { Clock, Pair, QueueDepths, ReadinessCheck } from '@accord/protocol'
import { collectDefaultMetrics, Registry } from 'prom-client'
import type { DatabaseLanes } from '../db/database-lanes.ts'
import type { LedgerWatch } from '../gateway/ledger-watch.ts'
import { exposeDeclared, gauge, type Sample } from '../metrics/exposition.ts'
import type { Metrics } from '../metrics/metrics.ts'
import { type Counts, type OpenSessions, selectCounts } from './overview.ts'
import { addWatchMetrics, type WatchMetricsDeps } from './watch-metrics.ts'

export type MetricsDeps = WatchMetricsDeps & {
	readonly db: Pick<DatabaseLanes, 'own'>
	readonly clock: Clock
	readonly metrics: Metrics
	readonly version: { readonly version: string; readonly network: string }
	readonly ledgerWatch: Pick<LedgerWatch, 'skewMs'>
	readonly pairs: readonly Pair[]
	readonly quotingMakers: (pair: Pair) => number
	readonly readiness: () => Promise<readonly ReadinessCheck[]>
	readonly connections: () => number
	readonly sessions: () => OpenSessions
	readonly queues: () => NodeQueues
	/** Pages of logs' history. */
	readonly replayPages: () => { readonly reading: number; readonly waiting: number }
	/** Undefined where it is not known. */
	readonly diskFreeBytes: () => number | undefined
}

/** How much waits in this process, also to be looked up or written together. */
export type NodeQueues = QueueDepths & {
	readonly orderLookups: number
	readonly partLookups: number
	readonly fillsToWrite: number
}

/** Every metric of GET /metrics. What the node counts is read only when it is scraped. */
export function metricsRegistry(deps: MetricsDeps): Registry {
	const registry = new Registry()
	collectDefaultMetrics({ register: registry })
	exposeDeclared(registry, deps.metrics)
	addNodeGauges(registry, deps)
	addDatabaseGauges(registry, deps)
	addWatchMetrics(registry, deps)
	return registry
}

function addNodeGauges(registry: Registry, deps: MetricsDeps): void {
	const { ledgerWatch, pairs, quotingMakers } = deps
	const build = { version: deps.version.version, network: deps.version.network }
	gauge(registry, {
		name: 'accord_build_info',
		help: 'What runs here',
		labels: Object.keys(build),
		read: () => [[build, 1]],
	})
	gauge(registry, {
		name: 'accord_sessions',
		help: 'Connections open at this node',
		labels: ['kind'],
		read: () => {
			const { makers, solvers, eventStreams } = deps.sessions()
			return [
				[{ kind: 'maker' }, makers],
				[{ kind: 'solver' }, solvers],
				[{ kind: 'event_stream' }, eventStreams],
			]
		},
	})
	gauge(registry, {
		name: 'accord_connections_open',
		help: 'Public connections of any kind',
		read: () => [[{}, deps.connections()]],
	})
	gauge(registry, {
		name: 'accord_queue_depth',
		help: 'Work queued in this process',
		labels: ['queue'],
		read: () => {
			const queues = deps.queues()
			return [
				[{ queue: 'previews_running' }, queues.previewsRunning],
				[{ queue: 'previews_waiting' }, queues.previewsWaiting],
				[{ queue: 'order_lookups' }, queues.orderLookups],
				[{ queue: 'orders_to_match' }, queues.ordersToMatch],
				[{ queue: 'part_lookups' }, queues.partLookups],
				[{ queue: 'fills_to_write' }, queues.fillsToWrite],
				[{ queue: 'replay_pages_reading' }, deps.replayPages().reading],
				[{ queue: 'replay_pages_waiting' }, deps.replayPages().waiting],
			]
		},
	})
	gauge(registry, {
		name: 'accord_ledger_clock_skew_seconds',
		help: 'How far the ledger’s clock is ahead of this machine’s',
		read: () => (ledgerWatch.skewMs === undefined ? [] : [[{}, ledgerWatch.skewMs / 1000]]),
	})
	gauge(registry, {
		name: 'accord_disk_free_bytes',
		help: 'Free on the disk of the embedded database',
		read: () => {
			const bytes = deps.diskFreeBytes()
			return bytes === undefined ? [] : [[{}, bytes]]
		},
	})
	gauge(registry, {
		name: 'accord_quoting_makers',
		help: 'Makers whose books of the pair count',
		labels: ['base', 'quote'],
		read: () => pairs.map(pair => [{ ...pair }, quotingMakers(pair)]),
	})
	gauge(registry, {
		name: 'accord_ready',
		help: 'Whether each of the service’s dependencies is ready',
		labels: ['check'],
		read: async () => (await deps.readiness()).map(({ name, ok }) => [{ check: name }, Number(ok)]),
	})
}

/** One query counts for all of them; none is served while the database does not answer. */
function addDatabaseGauges(registry: Registry, { db, clock, pairs }: MetricsDeps): void {
	const answerGauge = { name: 'accord_database_answer_seconds', help: 'Time that the database took for these counts' }
	let query: Promise<{ counts: Counts; tookS: number } | undefined> | undefined
	const readCounts = () => {
		const startMs = performance.now()
		query ??= selectCounts(db.own, { nowMs: clock.nowMs(), pairs })
			.then(counts => ({ counts, tookS: (performance.now() - startMs) / 1000 }))
			.catch(() => undefined)
			.finally(() => {
				query = undefined
			})
		return query
	}
	const fromCounts = (read: (counts: Counts) => Sample[]) => async () => {
		const answer = await readCounts()
		return answer === undefined ? [] : read(answer.counts)
	}
	gauge(registry, {
		name: 'accord_orders_open',
		help: 'Open orders, of all nodes',
		labels: ['state'],
		read: fromCounts(counts => [
			[{ state: 'awaiting_fills' }, counts.awaiting_fills],
			[{ state: 'filled' }, counts.filled],
			[{ state: 'published' }, counts.published],
		]),
	})
	const one = (name: string, help: string, key: keyof Counts) =>
		gauge(registry, { name, help, read: fromCounts(counts => [[{}, counts[key]]]) })
	one('accord_parts_asked', 'Parts that no maker has answered yet', 'asked')
	one('accord_fills_open', 'Fills accepted and not ended', 'started')
	one('accord_reservations_open', 'Reservations of makers’ liquidity', 'reserved')
	one('accord_oldest_order_seconds', 'Age of the oldest end that is kept', 'oldest_ended_s')
	one('accord_makers', 'Registered makers', 'makers')
	one('accord_makers_paused', 'Makers with a pause in force', 'paused')
	gauge(registry, {
		...answerGauge,
		read: async () => {
			const answer = await readCounts()
			return answer === undefined ? [] : [[{}, answer.tookS]]
		},
	})
}

import { collectDefaultMetrics, Registry } from 'prom-client'
import { exposeDeclared, gauge, type Sample } from '../metrics/exposition.ts'
import type { Platform } from '../platform/platform.ts'
import type { OperatorRooms } from './operator-rooms.ts'
import { type Counts, selectCounts } from './overview.ts'
import { addWatchMetrics } from './watch-metrics.ts'

type MetricsRooms = Pick<
	OperatorRooms,
	'platform' | 'ledgerWatch' | 'prices' | 'disk' | 'loops' | 'readiness' | 'node' | 'instamint'
>

/** Every metric of GET /metrics. The node's counts are read only when scraped. */
export function metricsRegistry(rooms: MetricsRooms): Registry {
	const registry = new Registry()
	collectDefaultMetrics({ register: registry })
	exposeDeclared(registry, rooms.platform.metrics)
	addNodeGauges(registry, rooms)
	addDatabaseGauges(registry, rooms.platform)
	addWatchMetrics(registry, rooms)
	return registry
}

function addNodeGauges(registry: Registry, rooms: MetricsRooms): void {
	const { platform, ledgerWatch, prices, disk, readiness, node } = rooms
	const build = { version: node.version.version, network: node.version.network }
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
			const { makers, solvers, eventStreams } = node.sessions()
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
		read: () => [[{}, node.connections()]],
	})
	gauge(registry, {
		name: 'accord_queue_depth',
		help: 'Work queued in this process',
		labels: ['queue'],
		read: () => {
			const queues = node.queues()
			return [
				[{ queue: 'previews_running' }, queues.previewsRunning],
				[{ queue: 'previews_waiting' }, queues.previewsWaiting],
				[{ queue: 'order_lookups' }, queues.orderLookups],
				[{ queue: 'orders_to_match' }, queues.ordersToMatch],
				[{ queue: 'part_lookups' }, queues.partLookups],
				[{ queue: 'fills_to_write' }, queues.fillsToWrite],
				[{ queue: 'replay_pages_reading' }, queues.replayPages.reading],
				[{ queue: 'replay_pages_waiting' }, queues.replayPages.waiting],
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
			const bytes = disk.freeBytes
			return bytes === undefined ? [] : [[{}, bytes]]
		},
	})
	gauge(registry, {
		name: 'accord_quoting_makers',
		help: 'Makers whose books of the pair count',
		labels: ['base', 'quote'],
		read: () => platform.market.quotedPairs.map(pair => [{ ...pair }, prices.makerQuotes.inForce(pair).size]),
	})
	gauge(registry, {
		name: 'accord_ready',
		help: 'Whether each of the service’s dependencies is ready',
		labels: ['check'],
		read: async () => (await readiness.checks()).map(({ name, ok }) => [{ check: name }, Number(ok)]),
	})
}

/** One query counts for all of them; none is served while the database does not answer. */
function addDatabaseGauges(registry: Registry, platform: Platform): void {
	const { db, clock } = platform
	const answerGauge = { name: 'accord_database_answer_seconds', help: 'Time that the database took for these counts' }
	let query: Promise<{ counts: Counts; tookS: number } | undefined> | undefined
	const readCounts = () => {
		const startMs = performance.now()
		query ??= selectCounts(db.own, { nowMs: clock.nowMs(), pairs: platform.market.pairs })
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

import { collectDefaultMetrics, Registry } from 'prom-client'
import type { Durations } from '../metrics/durations.ts'
import type { Tally } from '../metrics/service-metrics.ts'
import type { Platform } from '../platform/platform.ts'
import { counter, gauge, histogram, labelled, type Sample } from './metric-kinds.ts'
import type { OperatorRooms } from './operator-rooms.ts'
import { type Counts, selectCounts } from './overview.ts'
import { addWatchMetrics } from './watch-metrics.ts'

type MetricsRooms = Pick<
	OperatorRooms,
	'platform' | 'ledgerWatch' | 'books' | 'disk' | 'loops' | 'logVolume' | 'readiness' | 'node' | 'instamint'
>

/** Every metric of GET /metrics. What the node counts is read only when it is scraped. */
export function metricsRegistry(rooms: MetricsRooms): Registry {
	const registry = new Registry()
	collectDefaultMetrics({ register: registry })
	addNodeCounters(registry, rooms)
	addNodeGauges(registry, rooms)
	addDatabaseGauges(registry, rooms.platform)
	addWatchMetrics(registry, rooms)
	return registry
}

function addNodeCounters(registry: Registry, { platform, node }: MetricsRooms): void {
	const { metrics } = platform
	const { version } = node
	const count = (name: string, help: string, read: () => number) =>
		counter(registry, { name, help, read: () => [[{}, read()]] })
	const tally = (name: string, help: string, labels: string[], counts: Tally) =>
		counter(registry, { name, help, labels, read: () => labelled(counts, labels) })
	const times = (name: string, help: string, label: string, read: () => Iterable<[string, Durations]>) =>
		registry.registerMetric(histogram({ name, help, label, read }))

	count('accord_orders_accepted_total', 'Orders accepted', () => metrics.ordersAccepted)
	tally('accord_orders_refused_total', 'Orders refused, by code', ['code'], metrics.ordersRefused)
	tally('accord_orders_ended_total', 'Orders ended, by state', ['state'], metrics.ordersEnded)
	count('accord_fills_accepted_total', 'Fills accepted', () => metrics.fillsAccepted)
	tally('accord_fills_refused_total', 'Fills refused, by code', ['code'], metrics.fillsRefused)
	times('accord_stage_seconds', 'Time that each stage of a trade takes', 'stage', () => Object.entries(metrics.stages))
	count('accord_order_books_answered_total', 'Order books served without the framework', () => metrics.booksAnswered)
	const requestLabels = ['method', 'route', 'status']
	tally(
		'accord_http_requests_total',
		'HTTP responses, except order books served without the framework',
		requestLabels,
		metrics.requests,
	)
	times('accord_http_request_seconds', 'Time to an HTTP response, by route', 'route', () => metrics.requestTimes)
	tally('accord_connections_refused_total', 'Public connections refused', ['limit'], metrics.connectionsRefused)
	tally('accord_sockets_closed_total', 'WebSockets closed, by code', ['interface', 'code'], metrics.socketsClosed)
	times('accord_gateway_call_seconds', 'Calls of the Gateway', 'call', () => metrics.gatewayTimes)
	tally('accord_gateway_failures_total', 'Calls of the Gateway that failed', ['call'], metrics.gatewayFailures)
	tally(
		'accord_gateway_doubts_total',
		'Answers of the Gateway that were not believed',
		['reason'],
		metrics.gatewayDoubts,
	)
	tally('accord_bus_messages_lost_total', 'Messages between nodes that were lost', ['fate'], metrics.busMessages)
	tally('accord_corrections_total', 'Outcomes corrected, by what the ledger says', ['outcome'], metrics.corrections)
	tally(
		'accord_reconciliation_differences_total',
		'Differences between database and ledger that the daily comparison found',
		['kind'],
		metrics.reconciliationDifferences,
	)
	tally('accord_rows_removed_total', 'Rows of what ended that were removed', ['table'], metrics.rowsRemoved)
	times('accord_loop_run_seconds', 'Runs of the loops', 'loop', () => metrics.loopTimes)
	tally('accord_loop_failures_total', 'Runs of the loops that failed', ['loop'], metrics.loopFailures)
	const build = { version: version.version, network: version.network }
	gauge(registry, {
		name: 'accord_build_info',
		help: 'What runs here',
		labels: Object.keys(build),
		read: () => [[build, 1]],
	})
}

function addNodeGauges(registry: Registry, rooms: MetricsRooms): void {
	const { platform, ledgerWatch, books, disk, readiness, node } = rooms
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
		read: () => platform.market.pairs.map(pair => [{ ...pair }, books.priceBooks.inForce(pair).size]),
	})
	gauge(registry, {
		name: 'accord_ready',
		help: 'Whether each of the service’s dependencies is ready',
		labels: ['check'],
		read: async () => (await readiness.checks()).map(({ name, ok }) => [{ check: name }, Number(ok)]),
	})
}

/** One query counts for all of them; none is served while the database does not answer. */
function addDatabaseGauges(registry: Registry, { db, clock, market }: Platform): void {
	const { pairs } = market
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

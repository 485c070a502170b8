import * as z from '#schema'
import { Doctor } from '../../operator/doctor-check.ts'
import { Overview } from '../../operator/overview.ts'
import { exampleTime } from '../examples/market.ts'
import { exampleListedOrder } from '../examples/operator.ts'
import { answered, type OperationTable, withIds } from '../operation.ts'
import { healthOperations } from './service-operations.ts'

/** The state of the service. */
export const operatorServiceOperations = withIds({
	getOverview: {
		method: 'get',
		path: '/operator/overview',
		tag: 'State',
		summary: 'The service at a glance',
		description: 'Orders and fills are counted in the database; sessions, queues and ended orders at this node.',
		auth: 'viewer',
		answers: answered('The current state.', Overview, {
			service: {
				version: '0.1.0',
				network: 'simulator',
				network_id: 242,
				url: 'http://127.0.0.1:8480',
				started_at_ms: exampleTime.ms - 3_600_000,
				uptime_s: 3600,
			},
			health: [
				{ name: 'database', ok: true },
				{ name: 'ledger', ok: true },
				{ name: 'bus', ok: true },
				{ name: 'loops', ok: true },
			],
			pairs: [
				{ base: 'XRD', quote: 'xUSDC', best_bid: ['0.0499', '12000'], best_ask: ['0.0501', '8000'], makers: 2 },
				{ base: 'xETH', quote: 'xUSDC', makers: 0 },
			],
			orders: {
				open: { awaiting_fills: 1, filled: 0, published: 3 },
				ended: { settled: 1171, unfilled: 14, expired: 3, cancelled: 2 },
			},
			fills: { asked: 1, started: 3 },
			settled_last_minute: 20,
			makers: { registered: 2, paused: 0 },
			sessions: { makers: 2, solvers: 1, event_streams: 4 },
			queues: { previews_running: 1, previews_waiting: 0, orders_to_match: 0 },
			recent: [exampleListedOrder],
			nodes: [
				{
					node_id: '1f0c9bd2a3e4',
					is_asked: true,
					is_there: true,
					fingerprint: '9a41c7d2e3f4',
					started_at_ms: exampleTime.ms - 3_600_000,
					seen_ms_ago: 412,
					report: {
						version: '0.1.0',
						url: 'http://127.0.0.1:8480',
						health: [
							{ name: 'ledger', ok: true },
							{ name: 'bus', ok: false, detail: 'NATS cannot be reached' },
							{ name: 'loops', ok: true },
						],
						sessions: { makers: 2, solvers: 1 },
						books: [{ maker_id: 'alpha', pairs: 2, age_ms: 840 }],
					},
				},
				{
					node_id: '77ab02c3d4e5',
					is_asked: false,
					is_there: false,
					fingerprint: '9a41c7d2e3f4',
					seen_ms_ago: 14_000,
				},
			],
		}),
		errors: [],
	},
	getDoctor: {
		method: 'get',
		path: '/operator/doctor',
		tag: 'State',
		summary: 'What is wrong, and what to do about it',
		description: 'Checks the database, the Gateway and the configuration. Nothing is changed.',
		auth: 'viewer',
		answers: answered('Every check, whether it passed or not.', Doctor, {
			ok: false,
			checks: [
				{ name: 'database', ok: true, detail: 'PostgreSQL, every migration applied, answered in 1 ms' },
				{
					name: 'clock',
					ok: false,
					detail: 'the ledger’s clock is 41 s behind this machine’s',
					advice:
						'Synchronise this machine’s clock (NTP), or choose another Gateway: orders expire by the ledger’s clock.',
				},
			],
		}),
		errors: [],
	},
	...healthOperations,
	getMetrics: {
		method: 'get',
		path: '/metrics',
		tag: 'State',
		summary: 'The metrics of this node, for Prometheus',
		description: 'Requires no key, since scrapers have none: do not expose the operator’s port.',
		auth: 'none',
		answers: [{ status: 200, description: 'The exposition format, version 0.0.4.', media: 'text/plain' }],
		errors: [],
		unlimited: true,
	},
	getOperatorOpenApi: {
		method: 'get',
		path: '/openapi.json',
		tag: 'State',
		summary: 'This interface as OpenAPI 3.1',
		auth: 'viewer',
		answers: answered('The document.', z.looseObject({ openapi: z.string(), paths: z.looseObject({}) }), {
			openapi: '3.1.1',
			info: {},
			paths: {},
		}),
		errors: [],
	},
} satisfies OperationTable)

import { Doctor, LogIncarnation, Overview } from '@accord/protocol'
import {
	type operatorDatabaseOperations,
	operatorOpenApi,
	type operatorServiceOperations,
} from '@accord/protocol/contract'
import type { FastifyInstance } from 'fastify'
import { doctor } from '../../operator/doctor.ts'
import type { OperatorRooms } from '../../operator/operator-rooms.ts'
import { overview } from '../../operator/overview.ts'
import type { Handlers } from '../http/routes.ts'
import { healthHandlers } from '../service/health.ts'
import { actorOf } from './operator-key.ts'

/** The state of the service. */
export function operatorStateHandlers(
	app: FastifyInstance,
	rooms: OperatorRooms,
): Handlers<typeof operatorServiceOperations> {
	// Loaded at the first request for metrics.
	const loadRegistry = async () => (await import('../../operator/metrics-registry.ts')).metricsRegistry(rooms)
	let registry: ReturnType<typeof loadRegistry> | undefined
	let document: string | undefined
	return {
		getOverview: async () => Overview.format(await overview(rooms)),
		getDoctor: async () => Doctor.format(await doctor(rooms)),
		...healthHandlers(app, rooms.readiness),
		getMetrics: async ({ reply }) => {
			registry ??= loadRegistry()
			const loaded = await registry
			return reply.header('content-type', loaded.contentType).send(await loaded.metrics())
		},
		getOperatorOpenApi: ({ reply }) => {
			document ??= JSON.stringify(operatorOpenApi())
			return reply.header('content-type', 'application/json; charset=utf-8').send(document)
		},
	}
}

type DatabaseRooms = Pick<OperatorRooms, 'platform' | 'incarnation'>

/** Operations on the entire database. */
export function operatorDatabaseHandlers(rooms: DatabaseRooms): Handlers<typeof operatorDatabaseOperations> {
	const { platform, incarnation } = rooms
	return {
		// Closes every session, because its client has read numbers of the former incarnation.
		declareRestored: async ({ request }) => {
			await incarnation.beginNext(actorOf(request))
			platform.bus.publish('incarnation', {})
			return LogIncarnation.format({ incarnation: incarnation.id, begunAtMs: incarnation.begunAtMs })
		},
	}
}

import { formatDoctor, formatOverview } from '@accord/protocol'
import { operatorOpenApi, type operatorServiceOperations } from '@accord/protocol/contract'
import type { FastifyInstance } from 'fastify'
import { doctor } from '../../operator/doctor.ts'
import type { OperatorRooms } from '../../operator/operator-rooms.ts'
import { overview } from '../../operator/overview.ts'
import type { Handlers } from '../http/routes.ts'
import { healthHandlers } from '../service/health.ts'

/** The state of the service. */
export function operatorStateHandlers(
	app: FastifyInstance,
	rooms: OperatorRooms,
): Handlers<typeof operatorServiceOperations> {
	// What gathers the metrics is loaded at the first request for them.
	const loadRegistry = async () => (await import('../../operator/metrics-registry.ts')).metricsRegistry(rooms)
	let registry: ReturnType<typeof loadRegistry> | undefined
	let document: string | undefined
	return {
		getOverview: async () => formatOverview(await overview(rooms)),
		getDoctor: async () => formatDoctor(await doctor(rooms)),
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

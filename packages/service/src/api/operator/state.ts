import { Doctor, LogIncarnation, Overview } from '@accord/protocol'
import {
	type operatorDatabaseOperations,
	operatorOpenApi,
	type operatorServiceOperations,
} from '@accord/protocol/contract'
import type { FastifyInstance } from 'fastify'
import { type DoctorDeps, doctor } from '../../operator/doctor.ts'
import type { MetricsDeps } from '../../operator/metrics-registry.ts'
import { type OverviewDeps, overview } from '../../operator/overview.ts'
import type { Handlers } from '../http/routes.ts'
import { type HealthDeps, healthHandlers } from '../service/readiness.ts'
import { actorOf } from './actor.ts'

export type StateDeps = OverviewDeps & DoctorDeps & MetricsDeps & HealthDeps

/** The state of the service. */
export function operatorStateHandlers(
	app: FastifyInstance,
	deps: StateDeps,
): Handlers<typeof operatorServiceOperations> {
	// What gathers the metrics is loaded at the first request for them.
	const loadRegistry = async () => (await import('../../operator/metrics-registry.ts')).metricsRegistry(deps)
	let registry: ReturnType<typeof loadRegistry> | undefined
	let document: string | undefined
	return {
		getOverview: async () => Overview.format(await overview(deps)),
		getDoctor: async () => Doctor.format(await doctor(deps)),
		...healthHandlers(app, deps),
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

export type DatabaseDeps = {
	/** Begins the next incarnation, on record, and closes every session, whose client has read of the former one. */
	readonly declareRestored: (actor: string) => Promise<LogIncarnation>
}

/** The database as a whole. */
export function operatorDatabaseHandlers(deps: DatabaseDeps): Handlers<typeof operatorDatabaseOperations> {
	return { declareRestored: async ({ request }) => LogIncarnation.format(await deps.declareRestored(actorOf(request))) }
}

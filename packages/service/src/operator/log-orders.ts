import type { Logger } from 'pino'
import type { Bus } from '../bus/bus.ts'
import { counter, type Metrics, type Stage, stageSeconds } from '../metrics/metrics.ts'
import type { Tracing } from '../telemetry/tracing.ts'
import type { OrderStep } from './order-journal.ts'

export const ordersEnded = counter(
	'accord_orders_ended_total',
	'Orders ended, by state',
	['state'],
	['settled', 'unfilled', 'expired', 'cancelled'],
)

const stageOf: Readonly<Partial<Record<OrderStep['step'], Stage>>> = {
	filled: 'accepted_to_filled',
	published: 'filled_to_published',
	settled: 'published_to_settled',
}

/** A step's span lasts from the step before. */
const spanOf: Readonly<Record<OrderStep['step'], string>> = {
	filled: 'accord.fill',
	published: 'accord.publish',
	settled: 'accord.settle',
	unfilled: 'accord.unfilled',
	expired: 'accord.expired',
	cancelled: 'accord.cancelled',
}

/** Counts, times, logs and traces the progress of orders. */
export function observeSteps({
	metrics,
	log,
	tracing,
}: {
	readonly metrics: Pick<Metrics, 'count' | 'observe'>
	readonly log: Logger
	readonly tracing?: Tracing | undefined
}) {
	return ({ subintentId, step, atMs, tookMs, transactionId, bundle, traceContext }: OrderStep): void => {
		const stage = stageOf[step]
		if (stage !== undefined) metrics.observe(stageSeconds, stage, tookMs)
		if (step !== 'filled' && step !== 'published') metrics.count(ordersEnded, step)
		const more = {
			...(transactionId === undefined ? {} : { transactionId }),
			...(bundle === undefined ? {} : { bundle }),
		}
		log.info({ order: subintentId, subintentId, tookMs, ...more }, `order ${step}`)
		if (traceContext === undefined) return
		tracing?.record(spanOf[step], {
			parent: traceContext,
			startMs: atMs - tookMs,
			endMs: atMs,
			attributes: {
				'accord.order': subintentId,
				...(transactionId !== undefined && { 'accord.transaction': transactionId }),
				...(bundle !== undefined && { 'accord.bundle': bundle.number }),
			},
		})
	}
}

/** Logs which makers are asked to fill orders, and which do not fill them; returns a function that stops it. */
export function logAsked({ bus, log }: { readonly bus: Bus; readonly log: Logger }): () => void {
	const ends = [
		bus.subscribe(
			'new_order',
			({ order, makerId, partId }) => log.info({ order, makerId, orderId: partId }, 'maker asked'),
			'here',
		),
		bus.subscribe(
			'part_unfilled',
			({ order, makerId, partId, state }) =>
				log.info({ order, makerId, orderId: partId }, state === 'rejected' ? 'part rejected' : 'part timed out'),
			'here',
		),
	]
	return () => {
		for (const end of ends) end()
	}
}

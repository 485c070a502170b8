import type { Logger } from 'pino'
import type { Bus } from './bus/bus.ts'
import type { ServiceMetrics, Stage } from './metrics/service-metrics.ts'
import type { OrderStep } from './operator/order-journal.ts'

const stageOf: Readonly<Partial<Record<OrderStep['step'], Stage>>> = {
	filled: 'accepted_to_filled',
	published: 'filled_to_published',
	settled: 'published_to_settled',
}

/** Counts, times and logs how orders move on. */
export function observeSteps({ metrics, log }: { readonly metrics: ServiceMetrics; readonly log: Logger }) {
	return ({ subintentId, step, tookMs, transactionId }: OrderStep): void => {
		const stage = stageOf[step]
		if (stage !== undefined) metrics.stages[stage].observe(tookMs)
		if (step !== 'filled' && step !== 'published') metrics.ordersEnded.add(step)
		log.info({ subintentId, tookMs, ...(transactionId === undefined ? {} : { transactionId }) }, `order ${step}`)
	}
}

/** Logs whom orders are brought to; gives what ends that. */
export function logAsked({ bus, log }: { readonly bus: Bus; readonly log: Logger }): () => void {
	return bus.subscribe('new_order', ({ makerId, partId }) => log.info({ makerId, orderId: partId }, 'maker asked'))
}

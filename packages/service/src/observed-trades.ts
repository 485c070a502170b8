import { TradeError } from '@accord/protocol'
import type { Logger } from 'pino'
import type { RefusalTally } from './audit/refusal-tally.ts'
import type { Bus } from './bus/bus.ts'
import { type SubmitFill, type SubmitFillDeps, submitFill } from './fills/submit-fill.ts'
import type { ServiceMetrics, Stage } from './metrics/service-metrics.ts'
import type { OrderStep } from './operator/order-journal.ts'
import { type SubmitOrder, type SubmitOrderDeps, submitOrder } from './orders/submit-order.ts'

// Counts, times and logs what comes in, around the stages that know nothing of it. Every line about an order, its parts, fills
// and bundle names the order in `order`, so that one search finds all of them.

type Observer = {
	readonly metrics: ServiceMetrics
	readonly log: Logger
	readonly refusals: Pick<RefusalTally, 'note'>
}
type Accepted = { readonly subintentId: string }

/** Takes an order as {@link submitOrder} does. */
export async function submitObservedOrder(
	deps: SubmitOrderDeps,
	{ requestId, ...order }: SubmitOrder & { readonly requestId: string },
	{ metrics, log, refusals }: Observer,
): Promise<Accepted> {
	const before = performance.now()
	let subject: string | undefined
	const onRead = (subintentHash: string) => {
		subject = subintentHash
	}
	const observed = timed(deps, metrics, before)
	try {
		const accepted = await submitOrder(observed.deps, { ...order, onRead })
		if (!observed.isNew()) return accepted
		metrics.ordersAccepted += 1
		metrics.stages.order_to_asked.observe(performance.now() - before)
		log.info({ requestId, order: accepted.subintentId, subintentId: accepted.subintentId }, 'order accepted')
		return accepted
	} catch (error) {
		const code = codeOf(error)
		metrics.ordersRefused.add(code)
		refusals.note({ act: 'order_refused', code, actor: order.client ?? '', subject })
		log.info({ requestId, code, ...detailOf(error) }, 'order refused')
		throw error
	}
}

/** Takes a fill as {@link submitFill} does. */
export async function submitObservedFill(
	deps: SubmitFillDeps,
	fill: SubmitFill,
	{ metrics, log, refusals }: Observer,
): Promise<Accepted> {
	const { makerId, orderId } = fill
	const before = performance.now()
	let isNew = false
	let ofOrder: { order?: string } = {}
	const onOrder = (order: string) => {
		ofOrder = { order }
	}
	const publish: Bus['publish'] = (subject, message) => {
		// What is new is announced; what comes again is not.
		isNew = true
		deps.bus.publish(subject, message)
	}
	try {
		const accepted = await submitFill({ ...deps, bus: { ...deps.bus, publish }, onOrder }, fill)
		if (!isNew) return accepted
		metrics.fillsAccepted += 1
		metrics.stages.fill_judged.observe(performance.now() - before)
		log.info({ ...ofOrder, makerId, orderId, subintentId: accepted.subintentId }, 'fill accepted')
		return accepted
	} catch (error) {
		const code = codeOf(error)
		metrics.fillsRefused.add(code)
		refusals.note({ act: 'fill_refused', code, actor: makerId, subject: orderId })
		log.info({ ...ofOrder, makerId, orderId, code, ...detailOf(error) }, 'fill refused')
		throw error
	}
}

/** The same stages, with the time that each takes told apart; `isNew` says whether the order was not known before. */
function timed(deps: SubmitOrderDeps, { stages }: ServiceMetrics, before: number) {
	const { costPreview, matchQueue } = deps
	let isValid = false
	let isNew = false
	const price: SubmitOrderDeps['costPreview']['price'] = request => {
		if (!isValid) stages.validate.observe(performance.now() - before)
		isValid = true
		return stages.preview.time(() => costPreview.price(request))
	}
	const match: SubmitOrderDeps['matchQueue']['match'] = async candidate => {
		const outcome = await stages.match.time(async () => matchQueue.match(candidate))
		isNew ||= outcome === 'accepted'
		return outcome
	}
	return { deps: { ...deps, costPreview: { price }, matchQueue: { match } }, isNew: () => isNew }
}

function codeOf(error: unknown): string {
	return error instanceof TradeError ? error.code : 'internal'
}

/** What a refusal says is made for whoever sent the order: it holds nothing secret. */
function detailOf(error: unknown): { detail?: string } {
	return error instanceof TradeError ? { detail: error.message } : {}
}

const stageOf: Readonly<Partial<Record<OrderStep['step'], Stage>>> = {
	filled: 'accepted_to_filled',
	published: 'filled_to_published',
	settled: 'published_to_settled',
}

/** Counts, times and logs how orders move on. */
export function observeSteps({ metrics, log }: { readonly metrics: ServiceMetrics; readonly log: Logger }) {
	return ({ subintentId, step, tookMs, transactionId, bundle }: OrderStep): void => {
		const stage = stageOf[step]
		if (stage !== undefined) metrics.stages[stage].observe(tookMs)
		if (step !== 'filled' && step !== 'published') metrics.ordersEnded.add(step)
		const more = {
			...(transactionId === undefined ? {} : { transactionId }),
			...(bundle === undefined ? {} : { bundle }),
		}
		log.info({ order: subintentId, subintentId, tookMs, ...more }, `order ${step}`)
	}
}

/** Logs whom orders are brought to, and who does not fill them; gives what ends that. */
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

import type { CheckedFill } from '@accord/protocol'
import type { Logger } from 'pino'
import type { RefusalTally } from '../audit/refusal-tally.ts'
import type { ServiceMetrics } from '../metrics/service-metrics.ts'
import { Stopwatch } from '../metrics/stopwatch.ts'
import { noteRefusal } from '../orders/note-refusal.ts'
import type { Submitted } from '../orders/orders.ts'
import { type CheckFill, type CheckFillDeps, checkFill } from './check-fill.ts'
import { type RejectPart, rejectPart } from './reject-part.ts'
import { findPart, readFill, type SubmitFill, type SubmitFillDeps, submitFill } from './submit-fill.ts'

export type FillsDeps = SubmitFillDeps &
	CheckFillDeps & {
		readonly metrics: Pick<ServiceMetrics, 'stages' | 'fillsAccepted' | 'fillsRefused'>
		readonly refusals: Pick<RefusalTally, 'note'>
		readonly log: Pick<Logger, 'info'>
	}

/** Makers' answers to what they are asked. */
export class Fills {
	readonly #deps: FillsDeps

	constructor(deps: FillsDeps) {
		this.#deps = deps
	}

	/** Takes a fill as {@link submitFill} does, and counts, times and logs it. */
	async submit(fill: SubmitFill): Promise<Submitted> {
		const { metrics, log } = this.#deps
		const { makerId, orderId } = fill
		const stopwatch = new Stopwatch(metrics)
		let ofOrder: { order?: string } = {}
		try {
			const read = { ...fill, info: await readFill(this.#deps, fill) }
			const part = await findPart(this.#deps, read)
			ofOrder = { order: part.orderSubintentId }
			const { subintentId } = read.info
			const isNew = await submitFill(this.#deps, { fill: read, part })
			if (!isNew) return { subintentId, isNew }
			metrics.fillsAccepted += 1
			stopwatch.end('fill_judged')
			log.info({ ...ofOrder, makerId, orderId, subintentId }, 'fill accepted')
			return { subintentId, isNew }
		} catch (error) {
			const context = { ...ofOrder, makerId, orderId }
			const refusal = { act: 'fill_refused', actor: makerId, subject: orderId, context } as const
			noteRefusal({ ...this.#deps, refused: metrics.fillsRefused }, error, refusal)
			throw error
		}
	}

	/** Reports every rule that a fill breaks; writes nothing. */
	check(fill: CheckFill): Promise<CheckedFill> {
		return checkFill(this.#deps, fill)
	}

	/** Notes that a maker will not fill a part. */
	reject(rejection: RejectPart): Promise<void> {
		return rejectPart(this.#deps, rejection)
	}
}

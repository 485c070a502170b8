import type { CheckedFill, MakerOrderPage } from '@accord/protocol'
import { flashContract, flashErrorsOf } from '@accord/protocol/contract'
import type { Logger } from 'pino'
import type { RefusalTally } from '../audit/refusal-tally.ts'
import { counter, type Metrics } from '../metrics/metrics.ts'
import { Stopwatch } from '../metrics/stopwatch.ts'
import { noteRefusal } from '../orders/note-refusal.ts'
import type { Submitted } from '../orders/orders.ts'
import { type CheckFill, type CheckFillDeps, checkFill } from './check-fill.ts'
import { FillQueue, type FillQueueDeps } from './fill-queue.ts'
import { type MakerOrdersQuery, makerOrders } from './maker-orders.ts'
import { makerStats } from './maker-stats.ts'
import { PartLookups } from './part-lookups.ts'
import { type RejectPart, rejectPart } from './reject-part.ts'
import { findPart, readFill, type SubmitFill, type SubmitFillDeps, submitFill } from './submit-fill.ts'

const accepted = counter('accord_fills_accepted_total', 'Fills accepted')
const refused = counter(
	'accord_fills_refused_total',
	'Fills refused, by code',
	['code'],
	flashContract.filter(({ id }) => id === 'fillOrder').flatMap(flashErrorsOf),
)

export type FillsDeps = SubmitFillDeps &
	CheckFillDeps & {
		readonly metrics: Pick<Metrics, 'count' | 'observe' | 'time'>
		readonly refusals: Pick<RefusalTally, 'note'>
		readonly log: Pick<Logger, 'info'>
		readonly partLookups: Pick<PartLookups, 'find' | 'depth'>
		readonly fillQueue: Pick<FillQueue, 'write' | 'depth'>
	}

type OpenFillsDeps = Omit<FillsDeps, 'partLookups' | 'fillQueue'> & FillQueueDeps

/** What makers ask for does not wait behind strangers: a fill that they hold up would count against its maker. */
export function openFills(deps: OpenFillsDeps): Fills {
	return new Fills({ ...deps, partLookups: new PartLookups(deps), fillQueue: new FillQueue(deps) })
}

/** Makers' answers to what they are asked. */
export class Fills {
	readonly #deps: FillsDeps

	constructor(deps: FillsDeps) {
		this.#deps = deps
	}

	/** How many wait: to be looked up, and to be written. */
	get depth(): { readonly partLookups: number; readonly fillsToWrite: number } {
		const { partLookups, fillQueue } = this.#deps
		return { partLookups: partLookups.depth, fillsToWrite: fillQueue.depth }
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
			metrics.count(accepted)
			stopwatch.end('fill_judged')
			log.info({ ...ofOrder, makerId, orderId, subintentId }, 'fill accepted')
			return { subintentId, isNew }
		} catch (error) {
			const context = { ...ofOrder, makerId, orderId }
			const refusal = { act: 'fill_refused', actor: makerId, subject: orderId, context } as const
			noteRefusal(this.#deps, error, { ...refusal, counted: refused })
			throw error
		}
	}

	/** Reports every rule that a fill breaks; writes nothing. */
	check(fill: CheckFill): Promise<CheckedFill> {
		return checkFill(this.#deps, fill)
	}

	/** A page of what a maker was asked. */
	ordersOf(query: MakerOrdersQuery): Promise<MakerOrderPage> {
		return makerOrders(this.#deps.db.requests, query)
	}

	/** How a maker has answered since. */
	statsOf(of: Parameters<typeof makerStats>[1]): ReturnType<typeof makerStats> {
		return makerStats(this.#deps.db.requests, of)
	}

	/** Notes that a maker will not fill a part. */
	reject(rejection: RejectPart): Promise<void> {
		return rejectPart(this.#deps, rejection)
	}
}

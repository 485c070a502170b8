import type { CheckedFill, ComposedFill, CreatedSubintent, FillToCompose, MakerOrderPage } from '@accord/protocol'
import { flashContract, flashErrorsOf } from '@accord/protocol/contract'
import { noteRefusal } from '../audit/refusal-tally.ts'
import type { ExcusedParts } from '../breaker/excused-parts.ts'
import type { Bundles } from '../bundles/bundles.ts'
import type { Intents } from '../intents/intents.ts'
import { loggedTerms } from '../intents/read-intent.ts'
import { counter, Stopwatch } from '../metrics/metrics.ts'
import type { Submitted } from '../orders/orders.ts'
import type { Platform } from '../platform/platform.ts'
import { spanNowMs } from '../telemetry/tracing.ts'
import { type CheckFill, checkFill } from './check-fill.ts'
import { composeFill, createFillSubintent, type FillSubintent } from './compose-fill.ts'
import { FillQueue } from './fill-queue.ts'
import { beginFillSpan, type FillSpan } from './fill-span.ts'
import { type MakerOrdersQuery, makerOrders } from './maker-orders.ts'
import { PartLookups } from './part-lookups.ts'
import { recordRefusedFill } from './refused-fills.ts'
import { type RejectPart, rejectPart } from './reject-part.ts'
import { type FillRooms, findPart, readFill, type SubmitFill, submitFill } from './submit-fill.ts'

const accepted = counter('accord_fills_accepted_total', 'Fills accepted')
const refused = counter(
	'accord_fills_refused_total',
	'Fills refused, by code',
	['code'],
	flashContract.filter(({ id }) => id === 'fillOrder').flatMap(flashErrorsOf),
)

type FillsDeps = {
	readonly platform: Platform
	readonly intents: Intents
	readonly bundles: Pick<Bundles, 'filledOrders' | 'solverReads'>
	readonly excusedParts?: ExcusedParts
	/** Absent if Instamint is not offered. */
	readonly instamint?: FillRooms['instamint']
	/** Whether orders completed by fills are left to other nodes to publish. */
	readonly leavesPublishing: () => boolean
}

/** Makers' requests do not wait behind those of strangers: a fill delayed by them would count against its maker. */
export function openFills(deps: FillsDeps): Fills {
	return new Fills(fillRooms(deps))
}

/** The rooms that fills need, and their own queues. */
export function fillRooms({ bundles, leavesPublishing, ...rooms }: FillsDeps): FillRooms {
	const { platform, intents } = rooms
	const { filledOrders, solverReads } = bundles
	const fillQueue = new FillQueue({ platform, intents, filledOrders, solverReads }, { leavesPublishing })
	return { ...rooms, partLookups: new PartLookups(platform), fillQueue }
}

/** Makers' answers to the parts requested from them. */
export class Fills {
	readonly #rooms: FillRooms

	constructor(rooms: FillRooms) {
		this.#rooms = rooms
	}

	/** How many fills are waiting: to be looked up, and to be written. */
	get depth(): { readonly partLookups: number; readonly fillsToWrite: number } {
		const { partLookups, fillQueue } = this.#rooms
		return { partLookups: partLookups.depth, fillsToWrite: fillQueue.depth }
	}

	/** Accepts a fill as {@link submitFill} does, and counts, times and logs it. */
	async submit(fill: SubmitFill): Promise<Submitted> {
		const { metrics, log, tracing } = this.#rooms.platform
		const { makerId, orderId } = fill
		const stopwatch = new Stopwatch(metrics)
		let named: object = {}
		let span: FillSpan | undefined
		try {
			const startMs = spanNowMs()
			const read = { ...fill, info: await readFill(this.#rooms.platform, fill) }
			named = loggedTerms(read.info, this.#rooms.platform.market)
			const part = await findPart(this.#rooms, read)
			named = { ...named, order: part.orderSubintentId }
			span = beginFillSpan(tracing, { part, makerId, startMs })
			const { subintentId } = read.info
			const isNew = await submitFill(this.#rooms, { fill: read, part, stopwatch: span?.stopwatch })
			span?.end()
			if (!isNew) return { subintentId, isNew }
			metrics.count(accepted)
			stopwatch.end('fill_judged')
			log.info({ order: part.orderSubintentId, makerId, orderId, subintentId }, 'fill accepted')
			return { subintentId, isNew }
		} catch (error) {
			span?.end(error)
			const context = { ...named, makerId, orderId }
			const refusal = { act: 'fill_refused', actor: makerId, subject: orderId, context } as const
			noteRefusal(this.#rooms.platform, error, { ...refusal, counted: refused })
			await this.#record(fill, error)
			throw error
		}
	}

	/** Records a refused fill in its part. */
	async #record(fill: SubmitFill, refusal: unknown): Promise<void> {
		const { db, log } = this.#rooms.platform
		await recordRefusedFill(db.own, fill, refusal).catch(error => {
			log.warn({ err: error, orderId: fill.orderId }, 'a refused fill could not be recorded')
		})
	}

	/** Reports every rule that a fill breaks; writes nothing. */
	check(fill: CheckFill): Promise<CheckedFill> {
		return checkFill(this.#rooms, fill)
	}

	/** Returns the manifest of a fill, as {@link composeFill} does. */
	compose(fill: FillToCompose): Promise<ComposedFill> {
		return composeFill(this.#rooms.platform, fill)
	}

	/** Makes the subintent of a fill as {@link createFillSubintent} does. */
	createSubintent(request: FillSubintent, client: string): Promise<CreatedSubintent> {
		return createFillSubintent(this.#rooms.platform, request, client)
	}

	/** A page of the parts requested from a maker. */
	ordersOf(query: MakerOrdersQuery): Promise<MakerOrderPage> {
		return makerOrders(this.#rooms.platform.db.requests, query)
	}

	/** Records that a maker will not fill a part. */
	reject(rejection: RejectPart): Promise<void> {
		return rejectPart(this.#rooms.platform, rejection)
	}
}

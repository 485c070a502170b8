import { type GatewayClient, GatewayError, type LedgerState, type SubintentStatus } from '@accord/ledger'
import { isLater } from '../gateway/ledger-watch.ts'
import { counter } from '../metrics/metrics.ts'
import type { Platform } from '../platform/platform.ts'
import { correctOutcomes } from './correct-outcomes.ts'
import type { OrderOutcome } from './end-order-table.ts'
import { type AfterEnded, type EndedOrder, lastEndedAtMs, selectEnded } from './ended-table.ts'
import { findSpareFills } from './spare-fills.ts'

// The guarantee: a wrong outcome does not go unnoticed. Outcomes are compared with the ledger a minute, an hour and a
// day after the end, and all outcomes of the last day when the service starts. An outcome that two answers of different
// states of the ledger contradict is logged, counted and corrected, with those of the order's fills.

type Asked = Pick<GatewayClient, 'subintentStatus'>

export const corrections = counter(
	'accord_corrections_total',
	'Outcomes corrected, by what the ledger says',
	['outcome'],
	['Settled', 'Expired'],
)

type CompareEndedDeps = {
	readonly platform: Platform
	/** If there is a second Gateway, it gives the second answer. */
	readonly secondGateway?: Asked
	readonly expiryMarginMs: number
}

const minuteMs = 60_000
const dayMs = 86_400_000
const laterAgesMs = [3_600_000, dayMs]

/**
 * How many comparisons each pass makes in a run, of which there is one every second: few, but as many as orders end, so that
 * what may be removed only after its last comparison does not pile up.
 */
const itemsPerRun = { least: 4, most: 128 }
/** How many of them the Gateway is asked at once, which others need too. */
const askedAtOnce = 8
/** How long a pass rests once it has compared everything of its age. */
const restMs = 5_000
/** While this many differences are waiting for their second answer, no others are looked for. */
const suspectsMax = 100

/**
 * One comparison of everything that ends, at one age. `throughMs`: it has compared everything that ended by then.
 * `restsUntilMs`: nothing was left to compare. `untilMs`: what ended later is for another pass, and this one ends.
 */
type Pass = {
	readonly ageMs: number
	readonly untilMs: number
	after: AfterEnded
	throughMs: number
	restsUntilMs: number
}

/** A difference found in one answer. */
type Suspect = { readonly ended: EndedOrder; readonly found: OrderOutcome; readonly ledger: LedgerState }

/** Compares ended orders with the ledger, a few at a time. */
export class EndedComparison {
	readonly #deps: CompareEndedDeps
	readonly #suspects = new Map<string, Suspect>()
	#passes: readonly Pass[] | undefined
	#itemsPerRun = itemsPerRun.least

	constructor(deps: CompareEndedDeps) {
		this.#deps = deps
	}

	/** Compares the next few of each pass; none while the Gateway is unavailable. */
	async run(): Promise<'done'> {
		this.#passes ??= await this.#startPasses()
		try {
			await this.#confirm([...this.#suspects.values()].slice(0, itemsPerRun.least))
			for (const pass of this.#passes) if (this.#isNext(pass)) await this.#compareNext(pass)
		} catch (error) {
			// The next run continues where this one stopped.
			if (!(error instanceof GatewayError)) throw error
			this.#itemsPerRun = itemsPerRun.least
		}
		return 'done'
	}

	/** The time up to which every end has had its last comparison, and any correction. */
	get comparedUntilMs(): number {
		const suspected = [...this.#suspects.values()].map(({ ended }) => ended.endedAtMs - 1)
		const compared = this.#passes?.map(({ throughMs }) => throughMs) ?? [Number.NEGATIVE_INFINITY]
		return Math.min(...suspected, ...compared)
	}

	/**
	 * What ends from now on is compared at once. The day before the last end has a pass of its own, however long the
	 * service has been down since, so that it delays nothing.
	 */
	async #startPasses(): Promise<Pass[]> {
		const nowMs = this.#deps.platform.clock.nowMs()
		const lastMs = (await lastEndedAtMs(this.#deps.platform.db.own)) ?? nowMs
		const passFrom = (ageMs: number, endedAtMs: number, untilMs = Number.POSITIVE_INFINITY): Pass => {
			return { ageMs, untilMs, after: { endedAtMs, orderHash: '' }, throughMs: endedAtMs - 1, restsUntilMs: 0 }
		}
		return [
			...[minuteMs, ...laterAgesMs].map(ageMs => passFrom(ageMs, nowMs - ageMs)),
			passFrom(minuteMs, Math.min(lastMs, nowMs) - dayMs, nowMs - minuteMs - 1),
		]
	}

	#isNext({ restsUntilMs }: Pass): boolean {
		return this.#suspects.size < suspectsMax && this.#deps.platform.clock.nowMs() >= restsUntilMs
	}

	async #compareNext(pass: Pass): Promise<void> {
		const nowMs = this.#deps.platform.clock.nowMs()
		const endedByMs = Math.min(nowMs - pass.ageMs, pass.untilMs)
		const limit = this.#itemsPerRun
		const page = await selectEnded(this.#deps.platform.db.looks, { after: pass.after, endedByMs, limit })
		for (let at = 0; at < page.length; at += askedAtOnce) {
			const some = page.slice(at, at + askedAtOnce)
			const differences = await Promise.all(some.map(ended => this.#differenceOf(ended)))
			for (const suspect of differences) if (suspect !== undefined) this.#suspects.set(suspect.ended.orderHash, suspect)
		}
		pass.after = page.at(-1) ?? pass.after
		const isAll = page.length < limit
		if (pass.ageMs === minuteMs && pass.untilMs === Number.POSITIVE_INFINITY) this.#keepUp(page.length)
		pass.throughMs = isAll ? endedByMs : pass.after.endedAtMs - 1
		pass.restsUntilMs = isAll ? nowMs + restMs : nowMs
		if (isAll && endedByMs === pass.untilMs) this.#passes = this.#passes?.filter(other => other !== pass)
	}

	/** The pass that follows soonest on what ends shows how much ends. */
	#keepUp(found: number): void {
		const limit = this.#itemsPerRun
		if (found === limit) this.#itemsPerRun = Math.min(itemsPerRun.most, 2 * limit)
		else if (found < limit / 4) this.#itemsPerRun = Math.max(itemsPerRun.least, limit / 2)
	}

	/** Corrects outcomes that a second answer, from a later state of the ledger, also contradicts. */
	async #confirm(suspects: readonly Suspect[]): Promise<void> {
		const gateway = this.#deps.secondGateway ?? this.#deps.platform.gateway
		const answers = await Promise.all(suspects.map(({ ended }) => this.#differenceOf(ended, gateway)))
		for (const [at, { ended, ledger }] of suspects.entries()) {
			const again = answers[at]
			if (again !== undefined && !isLater(again.ledger, ledger)) continue
			if (again !== undefined) await this.#correct(again, gateway)
			this.#suspects.delete(ended.orderHash)
		}
	}

	async #correct({ ended, found }: Suspect, gateway: Asked): Promise<void> {
		const { clock, db, log, metrics } = this.#deps.platform
		const deps = { db: db.own, subintentStatus: (id: string) => gateway.subintentStatus(id) }
		const { orderHash } = ended
		const spareFills = found.outcome === 'Settled' ? await findSpareFills(deps, orderHash) : []
		const outcome = { ...found, spareFills }
		const corrected = await correctOutcomes(this.#deps.platform, { outcome, nowMs: clock.nowMs() })
		if (corrected === 0) return
		metrics.count(corrections, found.outcome, corrected)
		const { subintentId: order, outcome: recorded } = ended
		const { transactionId } = found
		log.error(
			{ order, recorded, outcome: found.outcome, transactionId },
			'the ledger contradicts an outcome, which was corrected',
		)
	}

	async #differenceOf(ended: EndedOrder, gateway: Asked = this.#deps.platform.gateway): Promise<Suspect | undefined> {
		const answer = await this.#statusOf(ended, gateway)
		const found = answer && this.#contradiction(ended, answer)
		return found && { ended, found, ledger: answer.ledger }
	}

	/** The ledger's outcome, if it differs from the recorded one. */
	#contradiction(ended: EndedOrder, answer: SubintentStatus): OrderOutcome | undefined {
		const { orderHash, expiresAtMs, outcome } = ended
		const { status, finalizingTransactionId: transactionId, ledger } = answer
		if (status === 'CommittedSuccess') {
			if (outcome === 'Settled') return undefined
			return { orderHash, outcome: 'Settled', ...(transactionId === undefined ? {} : { transactionId }) }
		}
		const isPast =
			Math.min(ledger.proposerTimestampMs, this.#deps.platform.clock.nowMs() - this.#deps.expiryMarginMs) >= expiresAtMs
		return outcome === 'Settled' && isPast ? { orderHash, outcome: 'Expired' } : undefined
	}

	/**
	 * Undefined if the Gateway permanently refuses to answer.
	 * @throws GatewayError `unavailable`
	 */
	async #statusOf({ subintentId }: EndedOrder, gateway: Asked): Promise<SubintentStatus | undefined> {
		try {
			return await gateway.subintentStatus(subintentId)
		} catch (error) {
			if (!(error instanceof GatewayError) || error.kind === 'unavailable') throw error
			this.#deps.platform.log.warn(
				{ err: error, order: subintentId },
				'an outcome could not be compared with the ledger',
			)
			return undefined
		}
	}
}

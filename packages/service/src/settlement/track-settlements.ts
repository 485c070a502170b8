import { type CommittedTransaction, type GatewayClient, GatewayError, type SubintentStatus } from '@accord/ledger'
import type { SettledVersion } from '../gateway/watched-gateway.ts'
import type { Platform } from '../platform/platform.ts'
import type { LogsRead } from '../prices/logs-read.ts'
import { endDecided } from './end-order.ts'
import type { OrderOutcome } from './end-order-table.ts'
import { ExpiredOrders } from './expired-orders.ts'
import { type AfterOrder, type PublishedOrder, selectPublished, selectPublishedAmong } from './published-table.ts'
import { findSpareFills } from './spare-fills.ts'

// The guarantee: everything reported as settled is on the ledger, and nothing reported as expired ever can be. A bundle
// settles whole or not at all, so the status of its order decides all of it. Before an order expires, two answers of
// different states of the ledger must say that it is not committed and that its bundle's expiry has passed, and our own
// clock must also have passed it. A failure never decides an outcome.

type SettlementTrackerDeps = {
	readonly platform: Platform
	/** Records the known settlements. */
	readonly logsRead: Pick<LogsRead, 'note'>
	/** If there is a second Gateway, it gives the second answer. */
	readonly secondGateway?: Pick<GatewayClient, 'subintentStatus'>
	/** Records the state versions of settlements. */
	readonly settledVersion?: Pick<SettledVersion, 'note'>
	/** How far past an expiry our own clock must be. */
	readonly expiryMarginMs: number
}

/** The loop polls every 500 ms; a run that is woken earlier does not poll. */
const restMs = 400
const ordersPerRun = 50
const statusRequestsAtOnce = 4
/** The time for a run if the Gateway is slow; the next run requests the rest. */
const statusesForMs = 10_000

/**
 * A page-by-page check of the status of published orders, in the order of expiry: which ones, and how far it has come.
 */
type StatusScan = {
	readonly bound: { readonly publishedByMs: number } | { readonly expiredByMs: number }
	after?: AfterOrder
}

/**
 * Follows every published order on the ledger until it is decided (decisions 13 and 14). Settlements are read from the
 * ledger's transactions as they are committed; the status of an order is checked once its bundle has expired. At the start
 * the status of everything open is checked once, which finds earlier commits.
 */
export class SettlementTracker {
	readonly #deps: SettlementTrackerDeps
	/** All transactions up to this state version have been read; undefined while nothing is open. */
	#seenVersion: number | undefined
	#hasMoreTransactions = false
	#namesSubintents = false
	#scan: StatusScan | undefined
	#needsFullScan = false
	#polledAtMs = Number.NEGATIVE_INFINITY
	#newestVersion = 0
	#isBlind = false
	readonly #expired: ExpiredOrders

	constructor(deps: SettlementTrackerDeps) {
		this.#deps = deps
		this.#expired = new ExpiredOrders(deps.platform.clock, deps.expiryMarginMs)
	}

	/** Ends orders that the ledger has decided since the last run, up to the limit of one run. */
	async run(): Promise<'again' | 'done'> {
		if (!this.#hasWork() && !this.#isRested()) return 'done'
		const [first] = await selectPublished(this.#deps.platform.db.looks, { limit: 1 })
		if (first === undefined) {
			this.rest()
			return 'done'
		}
		try {
			await this.#poll(first)
			if (this.#hasMoreTransactions) await this.#readTransactions().catch(error => this.#scanInstead(error))
			await this.#checkNextPage()
			return this.#hasWork() ? 'again' : 'done'
		} catch (error) {
			this.#warn(error)
			return 'done'
		}
	}

	/** To be called while another node does this: what it reads meanwhile is not known here. */
	rest(): void {
		this.#seenVersion = undefined
		this.#hasMoreTransactions = false
		this.#scan = undefined
		this.#expired.forgetAll()
	}

	/** Whether the ledger could not be read since the last call. */
	takeBlindness(): boolean {
		const isBlind = this.#isBlind
		this.#isBlind = false
		return isBlind
	}

	/** Accounts' funds are no longer believed to be what they were before, at any node. */
	#noteSettled(stateVersion: number): void {
		this.#deps.settledVersion?.note(stateVersion)
		this.#deps.platform.bus.publish('settlement', { stateVersion })
	}

	#hasWork(): boolean {
		return this.#hasMoreTransactions || this.#scan !== undefined || this.#needsFullScan
	}

	#isRested(): boolean {
		return this.#deps.platform.clock.nowMs() - this.#polledAtMs >= restMs
	}

	/** While transactions cannot be read, the status of everything open is checked instead. */
	#scanInstead(error: unknown): void {
		this.#warn(error)
		this.#needsFullScan = true
	}

	#warn(error: unknown): void {
		this.#hasMoreTransactions = false
		if (!(error instanceof GatewayError)) throw error
		this.#isBlind = true
		this.#deps.platform.log.warn({ err: error }, 'could not read from the ledger what has settled')
	}

	/** @param first the open order that expires first */
	async #poll(first: PublishedOrder): Promise<void> {
		const { expiryMarginMs } = this.#deps
		const { clock, gateway } = this.#deps.platform
		if (!this.#isRested()) return
		const nowMs = clock.nowMs()
		this.#polledAtMs = nowMs
		const { stateVersion, proposerTimestampMs } = await gateway.ledgerState()
		if (this.#seenVersion === undefined) {
			this.#seenVersion = stateVersion
			this.#needsFullScan = true
		}
		this.#newestVersion = stateVersion
		this.#hasMoreTransactions = stateVersion > this.#seenVersion
		const expiredByMs = Math.min(proposerTimestampMs, nowMs - expiryMarginMs)
		const hasExpired = first.expiresAtMs <= expiredByMs
		this.#scan ??= this.#needsFullScan || !hasExpired ? undefined : { bound: { expiredByMs } }
	}

	/** Writes our orders that the next transactions committed before those transactions count as read. */
	async #readTransactions(): Promise<void> {
		const { db, gateway } = this.#deps.platform
		const seenVersion = this.#seenVersion ?? 0
		const { transactions, isAll, ledger } = await gateway.transactionsFrom(seenVersion + 1)
		const transactionOf = new Map(transactions.flatMap(subintentsOf))
		const open = transactionOf.size === 0 ? [] : await selectPublishedAmong(db.own, [...transactionOf.keys()])
		const outcomes = await Promise.all(open.map(each => this.#settled(each, transactionOf.get(each.subintentId))))
		// A page that does not advance would be read forever; one from beyond the ledger's end would hide later transactions.
		const lastVersion = Math.min(transactions.at(-1)?.stateVersion ?? seenVersion, ledger.stateVersion)
		if (outcomes.length > 0) this.#noteSettled(lastVersion)
		await this.#end(outcomes)
		this.#seenVersion = Math.max(seenVersion, lastVersion)
		this.#hasMoreTransactions = !isAll && lastVersion > seenVersion
		this.#namesSubintents ||= transactions.some(({ subintentIds }) => subintentIds !== undefined)
		// If the Gateway does not list transactions' subintents, the status of everything open is checked.
		if (!this.#namesSubintents && transactions.length > 0) this.#needsFullScan = true
	}

	async #checkNextPage(): Promise<void> {
		const scan = this.#scan ?? this.#fullScan()
		if (scan === undefined) return
		this.#scan = scan
		const { bound, after } = scan
		const page = await selectPublished(this.#deps.platform.db.own, { ...bound, after, limit: ordersPerRun })
		const waiting = [...page]
		try {
			await this.#checkStatuses(waiting)
		} catch (error) {
			if ('publishedByMs' in bound) this.#needsFullScan = true
			throw error
		} finally {
			// The scan continues even after a failed request, so that a permanent failure does not block anything else.
			const last = page[page.length - waiting.length - 1]
			if (last !== undefined) scan.after = last
			if (waiting.length === 0 && page.length < ordersPerRun) this.#scan = undefined
		}
	}

	#fullScan(): StatusScan | undefined {
		if (!this.#needsFullScan) return undefined
		this.#needsFullScan = false
		return { bound: { publishedByMs: this.#deps.platform.clock.nowMs() } }
	}

	/**
	 * Takes orders from `waiting` while there is time, several in parallel. Writes the outcomes found even if other
	 * requests fail.
	 */
	async #checkStatuses(waiting: PublishedOrder[]): Promise<void> {
		const { clock } = this.#deps.platform
		const untilMs = clock.nowMs() + statusesForMs
		const outcomes: OrderOutcome[] = []
		const askNext = async () => {
			while (clock.nowMs() < untilMs) {
				const next = waiting.shift()
				if (next === undefined) return
				outcomes.push(...(await this.#outcomeOf(next)))
			}
		}
		const results = await Promise.allSettled(Array.from({ length: statusRequestsAtOnce }, askNext))
		await this.#end(outcomes)
		for (const result of results) if (result.status === 'rejected') throw result.reason
	}

	async #end(outcomes: readonly OrderOutcome[]): Promise<void> {
		await endDecided(this.#deps, { outcomes, nowMs: this.#deps.platform.clock.nowMs() })
		for (const { orderHash } of outcomes) this.#expired.forget(orderHash)
	}

	async #outcomeOf(order: PublishedOrder): Promise<OrderOutcome[]> {
		const { secondGateway } = this.#deps
		const { orderHash, subintentId } = order
		const second = this.#expired.isSuspected(orderHash) ? secondGateway : undefined
		const {
			status,
			finalizingTransactionId,
			finalizedAtStateVersion = 0,
			ledger,
		} = await (second?.subintentStatus(subintentId) ?? this.#statusOf(subintentId))
		if (status === 'CommittedSuccess') {
			this.#noteSettled(Math.min(finalizedAtStateVersion, ledger.stateVersion))
			return [await this.#settled(order, finalizingTransactionId)]
		}
		return this.#expired.isExpired(order, ledger) ? [{ orderHash, outcome: 'Expired' }] : []
	}

	async #settled(order: PublishedOrder, transactionId: string | undefined): Promise<OrderOutcome> {
		const { orderHash, hasSpareFills } = order
		const deps = { db: this.#deps.platform.db.own, subintentStatus: (id: string) => this.#statusOf(id) }
		return {
			orderHash,
			outcome: 'Settled',
			...(transactionId === undefined ? {} : { transactionId }),
			...(hasSpareFills && { spareFills: await findSpareFills(deps, orderHash) }),
		}
	}

	/** @throws GatewayError `unavailable` if the answer is of an older state of the ledger than a previous one */
	async #statusOf(subintentId: string): Promise<SubintentStatus> {
		const answer = await this.#deps.platform.gateway.subintentStatus(subintentId)
		if (answer.ledger.stateVersion >= this.#newestVersion) return answer
		throw new GatewayError('unavailable', 'the Gateway answered from an older state of the ledger than before')
	}
}

function subintentsOf({ transactionId, subintentIds = [] }: CommittedTransaction): [string, string][] {
	return subintentIds.map(id => [id, transactionId])
}

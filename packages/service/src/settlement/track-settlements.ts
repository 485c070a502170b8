import { type CommittedTransaction, type GatewayClient, GatewayError } from '@accord/ledger'
import type { SettledVersion } from '../gateway/watched-gateway.ts'
import type { Platform } from '../platform/platform.ts'
import type { LogsRead } from '../prices/logs-read.ts'
import { endDecided } from './end-order.ts'
import type { SubintentOutcome } from './end-order-table.ts'
import { ExpiredIntents } from './expired-intents.ts'
import { type AfterSubintent, type OpenSubintent, selectOpenAmong, selectOpenSubintents } from './published-table.ts'

// The guarantee: everything reported as settled is on the ledger, and nothing reported as expired ever can be. Before
// an intent expires, two answers of different states of the ledger must say that it is not committed and that its
// expiry has passed, and our own clock must also have passed it. A failure never decides an outcome.

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
const subintentsPerRun = 50
const statusRequestsAtOnce = 4
/** The time for a run if the Gateway is slow; the next run requests the rest. */
const statusesForMs = 10_000
/** For intents that may have been committed together with those found; if they are late, they only end separately. */
const togetherForMs = 5_000

/**
 * A page-by-page check of the status of open subintents, in the order of expiry: which ones, and how far it has come.
 */
type StatusScan = {
	readonly bound: { readonly publishedByMs: number } | { readonly expiredByMs: number }
	after?: AfterSubintent
}

/**
 * Follows every published subintent on the ledger until it is decided (decisions 13 and 14). Settlements are read from the
 * ledger's transactions as they are committed; the status of a subintent is checked once its expiry has passed. At the start
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
	readonly #expired: ExpiredIntents

	constructor(deps: SettlementTrackerDeps) {
		this.#deps = deps
		this.#expired = new ExpiredIntents(deps.platform.clock, deps.expiryMarginMs)
	}

	/** Ends intents that the ledger has decided since the last run, up to the limit of one run. */
	async run(): Promise<'again' | 'done'> {
		if (!this.#hasWork() && !this.#isRested()) return 'done'
		const [first] = await selectOpenSubintents(this.#deps.platform.db.looks, { limit: 1 })
		if (first === undefined) {
			this.#seenVersion = undefined
			this.#hasMoreTransactions = false
			this.#scan = undefined
			this.#expired.forgetAll()
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
		this.#deps.platform.log.warn({ err: error }, 'could not read from the ledger what has settled')
	}

	/** @param first the open subintent that expires first */
	async #poll(first: OpenSubintent): Promise<void> {
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

	/** Writes our intents that the next transactions committed before those transactions count as read. */
	async #readTransactions(): Promise<void> {
		const { db, gateway } = this.#deps.platform
		const seenVersion = this.#seenVersion ?? 0
		const { transactions, isAll, ledger } = await gateway.transactionsFrom(seenVersion + 1)
		const transactionOf = new Map(transactions.flatMap(subintentsOf))
		const open =
			transactionOf.size === 0 ? [] : await selectOpenAmong(db.own, { subintentIds: [...transactionOf.keys()] })
		const outcomes = open.map(each => settled(each, transactionOf.get(each.subintentId)))
		// A page that does not advance would be read forever; one from beyond the ledger's end would hide later transactions.
		const lastVersion = Math.min(transactions.at(-1)?.stateVersion ?? seenVersion, ledger.stateVersion)
		if (outcomes.length > 0) this.#deps.settledVersion?.note(lastVersion)
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
		const page = await selectOpenSubintents(this.#deps.platform.db.own, { ...bound, after, limit: subintentsPerRun })
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
			if (waiting.length === 0 && page.length < subintentsPerRun) this.#scan = undefined
		}
	}

	#fullScan(): StatusScan | undefined {
		if (!this.#needsFullScan) return undefined
		this.#needsFullScan = false
		return { bound: { publishedByMs: this.#deps.platform.clock.nowMs() } }
	}

	/** Checks subintents from `waiting` while there is time. Writes the outcomes found even if other requests fail. */
	async #checkStatuses(waiting: OpenSubintent[]): Promise<void> {
		const outcomes: SubintentOutcome[] = []
		const results = await this.#askAbout(waiting, { outcomes, forMs: statusesForMs })
		const others = await this.#committedWith(outcomes)
		results.push(...(await this.#askAbout(others, { outcomes, forMs: togetherForMs })))
		await this.#end(outcomes)
		for (const result of results) if (result.status === 'rejected') throw result.reason
	}

	/**
	 * Takes subintents from `waiting` while there is time, several in parallel, and adds the decided ones to the outcomes.
	 */
	#askAbout(
		waiting: OpenSubintent[],
		{ outcomes, forMs }: { outcomes: SubintentOutcome[]; forMs: number },
	): Promise<PromiseSettledResult<void>[]> {
		const { clock } = this.#deps.platform
		const untilMs = clock.nowMs() + forMs
		const askNext = async () => {
			while (clock.nowMs() < untilMs) {
				const next = waiting.shift()
				if (next === undefined) return
				outcomes.push(...(await this.#outcomeOf(next)))
			}
		}
		return Promise.allSettled(Array.from({ length: statusRequestsAtOnce }, askNext))
	}

	/**
	 * Intents that may have been committed together with these settlements but were queried just before, or not yet: they
	 * should end together.
	 */
	async #committedWith(outcomes: readonly SubintentOutcome[]): Promise<OpenSubintent[]> {
		const settledOrders = outcomes.filter(({ outcome }) => outcome === 'Settled').map(({ orderHash }) => orderHash)
		if (settledOrders.length === 0) return []
		const found = new Set(outcomes.map(({ subintentHash }) => subintentHash))
		const open = await selectOpenAmong(this.#deps.platform.db.own, { orderHashes: settledOrders })
		return open.filter(({ subintentHash }) => !found.has(subintentHash))
	}

	async #end(outcomes: readonly SubintentOutcome[]): Promise<void> {
		await endDecided(this.#deps, { outcomes, nowMs: this.#deps.platform.clock.nowMs() })
		for (const { subintentHash } of outcomes) this.#expired.forget(subintentHash)
	}

	async #outcomeOf(subintent: OpenSubintent): Promise<SubintentOutcome[]> {
		const { secondGateway } = this.#deps
		const { gateway } = this.#deps.platform
		const { subintentHash, subintentId, orderHash } = subintent
		const second = this.#expired.isSuspected(subintentHash) ? secondGateway : undefined
		const {
			status,
			finalizingTransactionId,
			finalizedAtStateVersion = 0,
			ledger,
		} = await (second ?? gateway).subintentStatus(subintentId)
		if (second === undefined && ledger.stateVersion < this.#newestVersion) {
			throw new GatewayError('unavailable', 'the Gateway answered from an older state of the ledger than before')
		}
		if (status === 'CommittedSuccess') {
			this.#deps.settledVersion?.note(Math.min(finalizedAtStateVersion, ledger.stateVersion))
			return [settled(subintent, finalizingTransactionId)]
		}
		return this.#expired.isExpired(subintent, ledger) ? [{ subintentHash, orderHash, outcome: 'Expired' }] : []
	}
}

function subintentsOf({ transactionId, subintentIds = [] }: CommittedTransaction): [string, string][] {
	return subintentIds.map(id => [id, transactionId])
}

function settled({ subintentHash, orderHash }: OpenSubintent, transactionId: string | undefined): SubintentOutcome {
	return { subintentHash, orderHash, outcome: 'Settled', ...(transactionId === undefined ? {} : { transactionId }) }
}

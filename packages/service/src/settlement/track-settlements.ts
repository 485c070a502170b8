import { type CommittedTransaction, type GatewayClient, GatewayError } from '@accord/ledger'
import type { Clock } from '@accord/protocol'
import type { Logger } from 'pino'
import { type EndOrderDeps, endDecided } from './end-order.ts'
import type { SubintentOutcome } from './end-order-table.ts'
import {
	type AfterSubintent,
	hasOpenBundles,
	type OpenSubintent,
	selectOpenAmong,
	selectOpenSubintents,
} from './published-table.ts'

// The guarantee: whatever is reported as settled is on the ledger, and whatever is reported as expired never can be, because
// a single answer of the ledger said both that it is not committed and that its expiry has passed. A failure never decides an
// outcome.

export type SettlementTrackerDeps = EndOrderDeps & {
	readonly clock: Clock
	readonly gateway: Pick<GatewayClient, 'ledgerState' | 'subintentStatus' | 'transactionsFrom'>
	readonly log: Pick<Logger, 'warn'>
}

/** The loop polls every 500 ms; a run that is woken earlier does not poll. */
const restMs = 400
const subintentsPerRun = 50
const statusRequestsAtOnce = 4

/** A page-by-page check of the status of open subintents, in the order of expiry: of which ones, and how far it has come. */
type StatusScan = {
	readonly bound: { readonly publishedByMs: number } | { readonly expiredByMs: number }
	after?: AfterSubintent
}

/**
 * Follows every published subintent on the ledger until it is decided (decisions 13 and 14). Settlements are read from the
 * ledger's transactions as they are committed; the status of a subintent is checked once its expiry has passed. At the start
 * the status of everything open is checked once, which finds what was committed before.
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

	constructor(deps: SettlementTrackerDeps) {
		this.#deps = deps
	}

	/** Ends what the ledger has decided since the last run, up to one run's limit. */
	async run(): Promise<'again' | 'done'> {
		if (!(await hasOpenBundles(this.#deps.db))) {
			this.#seenVersion = undefined
			this.#hasMoreTransactions = false
			this.#scan = undefined
			return 'done'
		}
		try {
			await this.#poll()
			if (this.#hasMoreTransactions) await this.#readTransactions().catch(error => this.#scanInstead(error))
			await this.#checkNextPage()
			return this.#hasMoreTransactions || this.#scan !== undefined || this.#needsFullScan ? 'again' : 'done'
		} catch (error) {
			this.#warn(error)
			return 'done'
		}
	}

	/** While transactions cannot be read, the status of everything open is checked instead. */
	#scanInstead(error: unknown): void {
		this.#warn(error)
		this.#needsFullScan = true
	}

	#warn(error: unknown): void {
		this.#hasMoreTransactions = false
		if (!(error instanceof GatewayError)) throw error
		this.#deps.log.warn({ err: error }, 'could not read from the ledger what has settled')
	}

	async #poll(): Promise<void> {
		const { clock, gateway } = this.#deps
		const nowMs = clock.nowMs()
		if (nowMs - this.#polledAtMs < restMs) return
		this.#polledAtMs = nowMs
		const { stateVersion, proposerTimestampMs } = await gateway.ledgerState()
		if (this.#seenVersion === undefined) {
			this.#seenVersion = stateVersion
			this.#needsFullScan = true
		}
		this.#hasMoreTransactions = stateVersion > this.#seenVersion
		this.#scan ??= this.#needsFullScan ? undefined : { bound: { expiredByMs: proposerTimestampMs } }
	}

	/** What the next transactions have committed of ours is written before they count as read. */
	async #readTransactions(): Promise<void> {
		const { clock, db, gateway } = this.#deps
		const { transactions, isAll } = await gateway.transactionsFrom((this.#seenVersion ?? 0) + 1)
		const transactionOf = new Map(transactions.flatMap(subintentsOf))
		const open = transactionOf.size === 0 ? [] : await selectOpenAmong(db, [...transactionOf.keys()])
		const outcomes = open.map(each => settled(each, transactionOf.get(each.subintentId)))
		await endDecided(this.#deps, { outcomes, nowMs: clock.nowMs() })
		this.#seenVersion = transactions.at(-1)?.stateVersion ?? this.#seenVersion
		this.#hasMoreTransactions = !isAll && transactions.length > 0
		this.#namesSubintents ||= transactions.some(({ subintentIds }) => subintentIds !== undefined)
		// If the Gateway does not list transactions' subintents, the status of everything open is checked.
		if (!this.#namesSubintents && transactions.length > 0) this.#needsFullScan = true
	}

	async #checkNextPage(): Promise<void> {
		const scan = this.#scan ?? this.#fullScan()
		if (scan === undefined) return
		this.#scan = scan
		const { bound, after } = scan
		const page = await selectOpenSubintents(this.#deps.db, { ...bound, after, limit: subintentsPerRun })
		const last = page.at(-1)
		// The scan continues after this page even if it fails, so that a permanent failure blocks nothing else.
		if (last !== undefined) scan.after = last
		if (page.length < subintentsPerRun) this.#scan = undefined
		try {
			await this.#checkStatuses(page)
		} catch (error) {
			if ('publishedByMs' in bound) this.#needsFullScan = true
			throw error
		}
	}

	#fullScan(): StatusScan | undefined {
		if (!this.#needsFullScan) return undefined
		this.#needsFullScan = false
		return { bound: { publishedByMs: this.#deps.clock.nowMs() } }
	}

	/** Writes the outcomes found even if other requests fail. */
	async #checkStatuses(subintents: readonly OpenSubintent[]): Promise<void> {
		const waiting = [...subintents]
		const outcomes: SubintentOutcome[] = []
		const checkWaiting = async () => {
			for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
				outcomes.push(...(await this.#outcomeOf(next)))
			}
		}
		const results = await Promise.allSettled(Array.from({ length: statusRequestsAtOnce }, checkWaiting))
		await endDecided(this.#deps, { outcomes, nowMs: this.#deps.clock.nowMs() })
		for (const result of results) if (result.status === 'rejected') throw result.reason
	}

	async #outcomeOf(subintent: OpenSubintent): Promise<SubintentOutcome[]> {
		const { subintentHash, subintentId, orderHash, expiresAtMs } = subintent
		const status = await this.#deps.gateway.subintentStatus(subintentId)
		if (status.status === 'CommittedSuccess') return [settled(subintent, status.finalizingTransactionId)]
		return status.ledgerTimestampMs >= expiresAtMs ? [{ subintentHash, orderHash, outcome: 'Expired' }] : []
	}
}

function subintentsOf({ transactionId, subintentIds = [] }: CommittedTransaction): [string, string][] {
	return subintentIds.map(id => [id, transactionId])
}

function settled({ subintentHash, orderHash }: OpenSubintent, transactionId: string | undefined): SubintentOutcome {
	return { subintentHash, orderHash, outcome: 'Settled', ...(transactionId === undefined ? {} : { transactionId }) }
}

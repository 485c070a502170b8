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

// The guarantee: what is said to be settled is on the ledger, and what is said to be expired can never be, because one
// answer of the ledger said both that it is not committed and that its expiry has passed. No failure makes an outcome.

export type SettlementTrackerDeps = EndOrderDeps & {
	readonly clock: Clock
	readonly gateway: Pick<GatewayClient, 'ledgerState' | 'subintentStatus' | 'transactionsFrom'>
	readonly log: Pick<Logger, 'warn'>
}

/** The loop polls every 500 ms; whatever wakes it sooner waits for that. */
const restMs = 400
const subintentsPerRun = 50
const askedAtOnce = 4

/** Which subintents are being asked about one by one, in the order of their expiry, and how far that has come. */
type Round = {
	readonly of: { readonly publishedByMs: number } | { readonly expiredByMs: number }
	after?: AfterSubintent
}

/**
 * Follows every published subintent on the ledger until it is decided (decisions 13 and 14). What settles is read from
 * the ledger's transactions as they are committed, what may have expired is asked about once its time has passed. When it
 * begins to follow the ledger, everything open is asked about once: what was committed before is found by that.
 */
export class SettlementTracker {
	readonly #deps: SettlementTrackerDeps
	/** All transactions up to this state version have been looked at; nothing while nothing is open. */
	#seenVersion: number | undefined
	#hasMoreTransactions = false
	#namesSubintents = false
	#round: Round | undefined
	#allAreDue = false
	#polledAtMs = Number.NEGATIVE_INFINITY

	constructor(deps: SettlementTrackerDeps) {
		this.#deps = deps
	}

	/** Ends what the ledger has decided since the last run, as far as one run comes. */
	async run(): Promise<'again' | 'done'> {
		if (!(await hasOpenBundles(this.#deps.db))) {
			this.#seenVersion = undefined
			this.#hasMoreTransactions = false
			this.#round = undefined
			return 'done'
		}
		try {
			await this.#poll()
			if (this.#hasMoreTransactions) await this.#readTransactions().catch(error => this.#askInstead(error))
			await this.#askNext()
			return this.#hasMoreTransactions || this.#round !== undefined || this.#allAreDue ? 'again' : 'done'
		} catch (error) {
			this.#warnOf(error)
			return 'done'
		}
	}

	/** Where transactions cannot be read, everything open is asked about, until they can be. */
	#askInstead(error: unknown): void {
		this.#warnOf(error)
		this.#allAreDue = true
	}

	#warnOf(error: unknown): void {
		this.#hasMoreTransactions = false
		if (!(error instanceof GatewayError)) throw error
		this.#deps.log.warn({ err: error }, 'the ledger cannot be asked what has settled')
	}

	async #poll(): Promise<void> {
		const { clock, gateway } = this.#deps
		const nowMs = clock.nowMs()
		if (nowMs - this.#polledAtMs < restMs) return
		this.#polledAtMs = nowMs
		const { stateVersion, proposerTimestampMs } = await gateway.ledgerState()
		if (this.#seenVersion === undefined) {
			this.#seenVersion = stateVersion
			this.#allAreDue = true
		}
		this.#hasMoreTransactions = stateVersion > this.#seenVersion
		this.#round ??= this.#allAreDue ? undefined : { of: { expiredByMs: proposerTimestampMs } }
	}

	/** What is committed of ours in the next transactions is written before they count as seen. */
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
		// A Gateway that does not name the subintents of transactions is asked about all that are open.
		if (!this.#namesSubintents && transactions.length > 0) this.#allAreDue = true
	}

	async #askNext(): Promise<void> {
		const round = this.#round ?? this.#roundOfAll()
		if (round === undefined) return
		this.#round = round
		const { of, after } = round
		const next = await selectOpenSubintents(this.#deps.db, { ...of, after, limit: subintentsPerRun })
		const last = next.at(-1)
		// It goes on behind what fails now, so that nobody waits for what always fails.
		if (last !== undefined) round.after = last
		if (next.length < subintentsPerRun) this.#round = undefined
		try {
			await this.#askAbout(next)
		} catch (error) {
			if ('publishedByMs' in of) this.#allAreDue = true
			throw error
		}
	}

	#roundOfAll(): Round | undefined {
		if (!this.#allAreDue) return undefined
		this.#allAreDue = false
		return { of: { publishedByMs: this.#deps.clock.nowMs() } }
	}

	/** What was found out is written even if other questions failed. */
	async #askAbout(subintents: readonly OpenSubintent[]): Promise<void> {
		const waiting = [...subintents]
		const outcomes: SubintentOutcome[] = []
		const askInTurn = async () => {
			for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
				outcomes.push(...(await this.#outcomeOf(next)))
			}
		}
		const asking = await Promise.allSettled(Array.from({ length: askedAtOnce }, askInTurn))
		await endDecided(this.#deps, { outcomes, nowMs: this.#deps.clock.nowMs() })
		for (const result of asking) if (result.status === 'rejected') throw result.reason
	}

	async #outcomeOf(subintent: OpenSubintent): Promise<SubintentOutcome[]> {
		const { subintentHash, subintentId, orderHash, expiresAtMs } = subintent
		const answer = await this.#deps.gateway.subintentStatus(subintentId)
		if (answer.status === 'CommittedSuccess') return [settled(subintent, answer.finalizingTransactionId)]
		return answer.ledgerTimestampMs >= expiresAtMs ? [{ subintentHash, orderHash, outcome: 'Expired' }] : []
	}
}

function subintentsOf({ transactionId, subintentIds = [] }: CommittedTransaction): [string, string][] {
	return subintentIds.map(id => [id, transactionId])
}

function settled({ subintentHash, orderHash }: OpenSubintent, transactionId: string | undefined): SubintentOutcome {
	return { subintentHash, orderHash, outcome: 'Settled', ...(transactionId === undefined ? {} : { transactionId }) }
}

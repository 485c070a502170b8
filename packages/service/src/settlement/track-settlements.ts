import { type GatewayClient, GatewayError, type LedgerState } from '@accord/ledger'
import type { Clock } from '@accord/protocol'
import type { Logger } from 'pino'
import { type EndOrderDeps, endDecided } from './end-order.ts'
import { type OpenSubintent, type SubintentOutcome, selectOpenSubintents } from './settlement-table.ts'

// The guarantee: what is said to be settled is on the ledger, and what is said to be expired can never be, because one
// answer of the ledger said both that it is not committed and that its expiry has passed. No failure makes an outcome.

export type SettlementTrackerDeps = EndOrderDeps & {
	readonly clock: Clock
	readonly gateway: Pick<GatewayClient, 'ledgerState' | 'subintentStatus'>
	readonly log: Pick<Logger, 'warn'>
}

/** The loop polls every 500 ms; whatever wakes it sooner waits for that. */
const restMs = 400
const subintentsPerRun = 50
const askedAtOnce = 4

/** Where the ledger stood when a subintent was last found uncommitted. */
type Answer = Pick<LedgerState, 'stateVersion'> & { readonly ledgerTimestampMs: number }

/** Follows every published subintent on the ledger until it is decided (decisions 13 and 14). */
export class SettlementTracker {
	readonly #deps: SettlementTrackerDeps
	readonly #answers = new Map<string, Answer>()
	/** The state of the ledger that every open subintent is being asked about, each once. */
	#round: { readonly ledger: LedgerState; readonly asked: Set<string> } | undefined
	#polledAtMs = Number.NEGATIVE_INFINITY

	constructor(deps: SettlementTrackerDeps) {
		this.#deps = deps
	}

	/** Asks about those of which the ledger may have decided since they were last asked about. */
	async run(): Promise<'again' | 'done'> {
		const open = await selectOpenSubintents(this.#deps.db)
		this.#forgetAllBut(open)
		if (open.length === 0) return 'done'
		try {
			return await this.#ask(open)
		} catch (error) {
			this.#round = undefined
			if (!(error instanceof GatewayError)) throw error
			this.#deps.log.warn({ err: error }, 'the ledger cannot be asked what has settled')
			return 'done'
		}
	}

	async #ask(open: readonly OpenSubintent[]): Promise<'again' | 'done'> {
		if (this.#round === undefined) {
			const ledger = await this.#poll()
			if (ledger === undefined) return 'done'
			this.#round = { ledger, asked: new Set() }
		}
		const { ledger, asked } = this.#round
		const due = open.filter(each => !asked.has(each.subintentHash) && this.#mayBeDecided(each, ledger))
		const next = this.#leastRecentlyAsked(due).slice(0, subintentsPerRun)
		for (const { subintentHash } of next) asked.add(subintentHash)
		await this.#askAbout(next)
		if (next.length < due.length) return 'again'
		this.#round = undefined
		return 'done'
	}

	async #poll(): Promise<LedgerState | undefined> {
		const { clock, gateway } = this.#deps
		const nowMs = clock.nowMs()
		if (nowMs - this.#polledAtMs < restMs) return undefined
		this.#polledAtMs = nowMs
		return gateway.ledgerState()
	}

	#mayBeDecided({ subintentHash, expiresAtMs }: OpenSubintent, ledger: LedgerState): boolean {
		const answer = this.#answers.get(subintentHash)
		if (answer === undefined || answer.stateVersion < ledger.stateVersion) return true
		return answer.ledgerTimestampMs < expiresAtMs && expiresAtMs <= ledger.proposerTimestampMs
	}

	/** Those never asked about first, then the oldest answers; of the same, the oldest subintents. */
	#leastRecentlyAsked(due: readonly OpenSubintent[]): OpenSubintent[] {
		const versionOf = ({ subintentHash }: OpenSubintent) => this.#answers.get(subintentHash)?.stateVersion ?? -1
		return due.toSorted((a, b) => versionOf(a) - versionOf(b))
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

	async #outcomeOf({ subintentHash, subintentId, orderHash, expiresAtMs }: OpenSubintent): Promise<SubintentOutcome[]> {
		const answer = await this.#deps.gateway.subintentStatus(subintentId)
		if (answer.status === 'CommittedSuccess') {
			const { finalizingTransactionId: transactionId } = answer
			return [
				{ subintentHash, orderHash, outcome: 'Settled', ...(transactionId === undefined ? {} : { transactionId }) },
			]
		}
		if (answer.ledgerTimestampMs >= expiresAtMs) return [{ subintentHash, orderHash, outcome: 'Expired' }]
		this.#answers.set(subintentHash, answer)
		return []
	}

	#forgetAllBut(open: readonly OpenSubintent[]): void {
		const hashes = new Set(open.map(({ subintentHash }) => subintentHash))
		for (const hash of this.#answers.keys()) if (!hashes.has(hash)) this.#answers.delete(hash)
	}
}

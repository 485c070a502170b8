import { GatewayError, type LedgerState } from '@accord/ledger'
import type { Clock } from '@accord/protocol'
import { counter } from '../metrics/metrics.ts'

// The guarantee: an answer is not passed on if it is about another network, has a ledger clock that is off by more than
// the bound, or contradicts an earlier answer. So no decision depends on such answers.

/** Counted by the callback that reports a doubt. */
export const gatewayDoubts = counter(
	'accord_gateway_doubts_total',
	'Answers of the Gateway that were not believed',
	['reason'],
	['network', 'clock', 'version'],
)

/**
 * Why an answer of the Gateway is not trusted; `isNew` unless the last answer to the same call was not trusted either.
 */
export type Doubt = {
	readonly reason: (typeof gatewayDoubts.values)[number]
	readonly detail: string
	readonly isNew: boolean
}

/**
 * What was known when a call was made: answers may overtake each other, and the clock advances while they are awaited.
 */
export type Asked = { readonly atMs: number; readonly newest: LedgerState | undefined }

export type LedgerWatchDeps = {
	readonly clock: Pick<Clock, 'nowMs'>
	readonly networkId: number
	/** The Gateway's name in messages. */
	readonly name?: string
	/** How far the ledger's clock may differ from ours. */
	readonly clockSkewMaxMs: number
	/** Called with every answer that is not trusted. */
	readonly onDoubt?: (doubt: Doubt) => void
}

/** A doubt is dropped when the same call gets a credible answer, or after this long without another doubt. */
const doubtMs = 10_000
/** Answers that have agreed with each other for this long are trusted even if they contradict an earlier one. */
const agreedMs = 600_000

/** Checks what the Gateway says about the ledger, and tracks how far the ledger's clock differs from ours. */
export class LedgerWatch {
	readonly #deps: LedgerWatchDeps
	readonly #doubts = new Map<string, { readonly detail: string; readonly atMs: number }>()
	#network: string | undefined
	#newest: LedgerState | undefined
	#contradictedSinceMs: number | undefined
	#skewMs: number | undefined

	constructor(deps: LedgerWatchDeps) {
		this.#deps = deps
	}

	/** How far the ledger's clock is ahead of ours; negative if it is behind, undefined before the first answer. */
	get skewMs(): number | undefined {
		return this.#skewMs
	}

	/** Whether that difference exceeds the bound. */
	get isSkewed(): boolean {
		return Math.abs(this.#skewMs ?? 0) > this.#deps.clockSkewMaxMs
	}

	/** Why the Gateway is currently not trusted. */
	doubt(): string | undefined {
		const sinceMs = this.#deps.clock.nowMs() - doubtMs
		return [...this.#doubts.values()].find(({ atMs }) => atMs >= sinceMs)?.detail
	}

	/** To be called before a request whose answer will be checked. */
	asked(): Asked {
		return { atMs: this.#deps.clock.nowMs(), newest: this.#newest }
	}

	/** Records which network the Gateway says it serves; later answers must come from the same one. */
	noteNetwork(network: { readonly networkId: number; readonly name: string }): void {
		if (network.networkId === this.#deps.networkId) this.#network = network.name
	}

	/**
	 * Checks the ledger state in an answer to the named call.
	 * @throws GatewayError `unavailable` if it is not trusted
	 */
	judge(call: string, ledger: LedgerState, asked: Asked): void {
		const found = this.#doubtAbout(ledger, asked)
		const isNew = !this.#doubts.has(call)
		this.#doubts.delete(call)
		if (found === undefined) return
		const { name = 'the Gateway' } = this.#deps
		const detail = `${name} is not believed: ${found.detail}`
		this.#doubts.set(call, { detail, atMs: this.#deps.clock.nowMs() })
		this.#deps.onDoubt?.({ reason: found.reason, detail, isNew })
		throw new GatewayError('unavailable', detail)
	}

	#doubtAbout(ledger: LedgerState, asked: Asked): Pick<Doubt, 'reason' | 'detail'> | undefined {
		if (this.#network !== undefined && ledger.network !== this.#network) {
			return { reason: 'network', detail: `it answers for ${ledger.network.slice(0, 40)}, not for ${this.#network}` }
		}
		const skewMs = this.#skewOf(ledger, asked)
		this.#skewMs = skewMs
		if (this.isSkewed) {
			const seconds = Math.round(Math.abs(skewMs) / 1000)
			return {
				reason: 'clock',
				detail: `its ledger’s clock is ${seconds} s ${skewMs > 0 ? 'ahead of' : 'behind'} ours`,
			}
		}
		if (this.#contradicts(ledger, asked.newest)) {
			const versions = `from state version ${asked.newest?.stateVersion} to ${ledger.stateVersion}`
			return { reason: 'version', detail: `its ledger went back ${versions} while its clock went on` }
		}
		this.#keepNewest(ledger)
		return undefined
	}

	/** Measured against the time between request and answer, so that a slow answer is not mistaken for a wrong clock. */
	#skewOf({ proposerTimestampMs }: LedgerState, { atMs }: Asked): number {
		const aheadMs = proposerTimestampMs - this.#deps.clock.nowMs()
		return aheadMs > 0 ? aheadMs : Math.min(0, proposerTimestampMs - atMs)
	}

	/** A Gateway may lag within the bound of its clock, in which case it is at an earlier version and an earlier time. */
	#contradicts(ledger: LedgerState, newest: LedgerState | undefined): boolean {
		if (newest === undefined || ledger.stateVersion >= newest.stateVersion) return false
		if (ledger.proposerTimestampMs <= newest.proposerTimestampMs) return false
		const nowMs = this.#deps.clock.nowMs()
		this.#contradictedSinceMs ??= nowMs
		if (nowMs - this.#contradictedSinceMs < agreedMs) return true
		this.#newest = undefined
		return false
	}

	#keepNewest(ledger: LedgerState): void {
		if (this.#newest !== undefined && ledger.stateVersion < this.#newest.stateVersion) return
		this.#newest = ledger
		this.#contradictedSinceMs = undefined
	}
}

/** Whether a state of the ledger follows another. The local ledger's version stays the same while nothing is committed. */
export function isLater(ledger: LedgerState, other: LedgerState): boolean {
	if (ledger.stateVersion !== other.stateVersion) return ledger.stateVersion > other.stateVersion
	return ledger.epoch !== other.epoch ? ledger.epoch > other.epoch : ledger.round > other.round
}

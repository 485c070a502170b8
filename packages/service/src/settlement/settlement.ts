import type { ExcusedParts } from '../breaker/excused-parts.ts'
import type { RetentionRules } from '../config/config.ts'
import type { Gateways } from '../gateway/gateways.ts'
import type { Intents } from '../intents/intents.ts'
import type { Left } from '../loops/loop.ts'
import type { Platform } from '../platform/platform.ts'
import type { Prices } from '../prices/prices.ts'
import { type CancelOrder, cancelOrder } from './cancel-order.ts'
import { EndedComparison } from './compare-ended.ts'
import { judgePrefixes } from './judge-prefixes.ts'
import { expireParts, skipUnpublishable } from './overdue-orders.ts'
import { Removal } from './remove-ended.ts'
import { rerouteParts } from './reroute-parts.ts'
import { SettlementTracker } from './track-settlements.ts'
import { findUnfunded } from './unfunded-intents.ts'
import { findVetoes } from './vetoes.ts'

type SettlementDeps = {
	readonly platform: Platform
	readonly gateways: Gateways
	readonly prices: Prices
	readonly intents: Intents
	readonly excusedParts: ExcusedParts
	readonly retention: RetentionRules
	/** How far past an expiry our own clock must be. */
	readonly expiryMarginMs: number
}

/**
 * How orders end: by the ledger's decision, by running out of time, or by being cancelled by their owners. Each run
 * does one round of its work.
 */
export class Settlement {
	readonly #deps: SettlementDeps
	readonly #startedAtMs: number
	readonly #tracker: SettlementTracker
	readonly #comparison: EndedComparison
	readonly #removal: Removal

	constructor(deps: SettlementDeps) {
		const { platform, prices, gateways, retention, expiryMarginMs } = deps
		const { db, clock, metrics } = platform
		const { logsRead } = prices.makerQuotes
		const { settledVersion } = gateways
		const second = gateways.second && { secondGateway: gateways.second }
		this.#deps = deps
		this.#startedAtMs = clock.nowMs()
		this.#tracker = new SettlementTracker({ platform, logsRead, settledVersion, expiryMarginMs, ...second })
		this.#comparison = new EndedComparison({ platform, expiryMarginMs, ...second })
		this.#removal = new Removal({ db, clock, metrics, retention, comparison: this.#comparison })
	}

	cancel(order: CancelOrder): Promise<void> {
		return cancelOrder(this.#deps.platform, order)
	}

	track(): Promise<Left> {
		return this.#tracker.run()
	}

	/** Says that another node tracks settlements. */
	restTracking(): void {
		this.#tracker.rest()
	}

	/** Whether the ledger could not be read since the last call, so that another node should try. */
	takeBlindness(): boolean {
		return this.#tracker.takeBlindness()
	}

	/** Records that another node has found a settlement in the ledger. */
	noteSettled(stateVersion: number): void {
		this.#deps.gateways.settledVersion.note(stateVersion)
	}

	expireParts(): Promise<Left> {
		const { db, bus, clock } = this.#deps.platform
		const { excusedParts } = this.#deps
		return expireParts({ db, bus, clock, excusedParts }, { startedAtMs: this.#startedAtMs })
	}

	rerouteParts(): Promise<Left> {
		const { platform, prices } = this.#deps
		return rerouteParts({ platform, books: prices.books })
	}

	skipUnpublishable(): Promise<Left> {
		return skipUnpublishable(this.#deps.platform)
	}

	compareEnded(): Promise<Left> {
		return this.#comparison.run()
	}

	findVetoes(): Promise<Left> {
		return findVetoes(this.#deps)
	}

	findUnfunded(): Promise<Left> {
		return findUnfunded(this.#deps.platform, { startedAtMs: this.#startedAtMs })
	}

	judgePrefixes(): Promise<Left> {
		return judgePrefixes(this.#deps.platform)
	}

	removeEnded(): Promise<Left> {
		return this.#removal.run()
	}
}

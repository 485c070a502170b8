import type { DatabaseLanes } from '../db/database-lanes.ts'
import type { Left } from '../loops/loop.ts'
import { type CancelOrder, type CancelOrderDeps, cancelOrder } from './cancel-order.ts'
import { type CompareEndedDeps, EndedComparison } from './compare-ended.ts'
import { type ExpirePartsDeps, expireParts, skipUnpublishable } from './overdue-orders.ts'
import { Removal, type RemoveEndedDeps } from './remove-ended.ts'
import { type ReroutePartsDeps, rerouteParts } from './reroute-parts.ts'
import { SettlementTracker, type SettlementTrackerDeps } from './track-settlements.ts'
import { type FindUnfundedDeps, findUnfunded } from './unfunded-intents.ts'

type SettlementDeps = { readonly db: DatabaseLanes } & SettlementTrackerDeps &
	CompareEndedDeps &
	FindUnfundedDeps &
	ExpirePartsDeps &
	ReroutePartsDeps &
	CancelOrderDeps &
	Omit<RemoveEndedDeps, 'comparison'>

/** How orders end: what the ledger decided, what is overdue, and what their owners cancel. Each run does one round of its work. */
export class Settlement {
	readonly #deps: SettlementDeps
	readonly #startedAtMs: number
	readonly #tracker: SettlementTracker
	readonly #comparison: EndedComparison
	readonly #removal: Removal

	constructor(deps: SettlementDeps) {
		this.#deps = deps
		this.#startedAtMs = deps.clock.nowMs()
		this.#tracker = new SettlementTracker(deps)
		this.#comparison = new EndedComparison(deps)
		this.#removal = new Removal({ ...deps, comparison: this.#comparison })
	}

	cancel(order: CancelOrder): Promise<void> {
		return cancelOrder(this.#deps, order)
	}

	track(): Promise<Left> {
		return this.#tracker.run()
	}

	expireParts(): Promise<Left> {
		return expireParts(this.#deps, { startedAtMs: this.#startedAtMs })
	}

	rerouteParts(): Promise<Left> {
		return rerouteParts(this.#deps)
	}

	skipUnpublishable(): Promise<Left> {
		return skipUnpublishable(this.#deps)
	}

	compareEnded(): Promise<Left> {
		return this.#comparison.run()
	}

	findUnfunded(): Promise<Left> {
		return findUnfunded(this.#deps)
	}

	removeEnded(): Promise<Left> {
		return this.#removal.run()
	}
}

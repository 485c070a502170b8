import { type Item, readItem, readSignedLimitOrder, unwrap } from '@accord/ledger'
import { Decimal } from '@accord/protocol'
import { type RewardTerms, rewardXrdOf } from './item-reward.ts'
import { type ItemLoad, loadOf } from './root-load.ts'

/** A trade as published by the service, with all its items read. The ledger settles all of them or none. */
export type OpenBundle = {
	/** The id of its order's outer, which stays the same when the bundle is sent again. */
	readonly id: string
	/** The id of the order inside, which another bundle may have, too, with other fills. */
	readonly orderId: string
	readonly items: readonly Item[]
	/** When the first of its items expires, in ledger time. */
	readonly expiresAtMs: number
	/** One of its items begins with extra instructions, which can do something else than in a preview. */
	readonly hasPrefix: boolean
	/** The accounts behind its order: its own, and those of the keys that signed it. They take turns. */
	readonly parties: readonly string[]
	/** What its items pay, in XRD. */
	readonly rewardXrd: Decimal
	/** What its items use of a root. */
	readonly loads: readonly ItemLoad[]
}

/**
 * A bundle waiting to be settled. One whose preview failed alone is tried alone again, after a longer pause each time;
 * one in a root is tried again only if that root says so.
 */
export type WaitingBundle = OpenBundle & { readonly failures: number; readonly notBeforeMs: number }

const pauseMs = 500
const pauseMsMax = 4_000
const waitingMax = 10_000
/** Beyond this number the oldest is forgotten, so it may be tried once more. */
const refusedMax = 10_000

/**
 * The bundles that a solver has received but not settled yet. Those that have not failed come before those that have, no
 * matter how many have. Among the former, accounts take turns; and bundles with a prefix, which go alone, take turns with
 * all the rest.
 */
export class BundleQueue {
	readonly #waiting = new Map<string, WaitingBundle>()
	readonly #refused = new Set<string>()
	#isPrefixsTurn = false

	get size(): number {
		return this.#waiting.size
	}

	/**
	 * Adds a bundle in place of earlier ones with the same order, which the service publishes again only if they could not
	 * settle. Returns false if it is already in the queue, was refused, or the queue is full.
	 */
	add(bundle: OpenBundle): boolean {
		if (this.#waiting.has(bundle.id) || this.#refused.has(contentOf(bundle))) return false
		for (const { id, orderId } of this.#waiting.values()) if (orderId === bundle.orderId) this.#waiting.delete(id)
		if (this.size >= waitingMax) return false
		this.#waiting.set(bundle.id, { ...bundle, failures: 0, notBeforeMs: 0 })
		return true
	}

	/** Removes a bundle: it settled, or it never can. */
	drop(id: string): void {
		this.#waiting.delete(id)
	}

	/** Removes a bundle that must not be tried again, even if it is sent again. */
	refuse(id: string): void {
		const bundle = this.#waiting.get(id)
		if (bundle === undefined) return
		this.#waiting.delete(id)
		this.#refused.add(contentOf(bundle))
		const [oldest] = this.#refused
		if (oldest !== undefined && this.#refused.size > refusedMax) this.#refused.delete(oldest)
	}

	/** Marks a bundle as part of a root: it is not ready until it is postponed. */
	hold(id: string): void {
		const bundle = this.#waiting.get(id)
		if (bundle === undefined) return
		this.#waiting.set(id, { ...bundle, notBeforeMs: Number.POSITIVE_INFINITY })
		if (bundle.failures === 0) this.#isPrefixsTurn = !bundle.hasPrefix
	}

	/** Records that a bundle failed on its own. */
	failedAlone(id: string, nowMs: number): void {
		const bundle = this.#waiting.get(id)
		if (bundle === undefined) return
		const waitMs = Math.min(pauseMsMax, pauseMs * 2 ** bundle.failures)
		this.#waiting.set(id, { ...bundle, failures: bundle.failures + 1, notBeforeMs: nowMs + waitMs })
	}

	/** Postpones a bundle for a moment, without counting a failure. */
	postpone(id: string, nowMs: number): void {
		const bundle = this.#waiting.get(id)
		if (bundle !== undefined) this.#waiting.set(id, { ...bundle, notBeforeMs: nowMs + pauseMs })
	}

	/** The bundles that may be tried now, the next one first. */
	ready(nowMs: number): WaitingBundle[] {
		const ready = [...this.#waiting.values()].filter(({ notBeforeMs }) => notBeforeMs <= nowMs).sort(byExpiry)
		const unfailed = inTurns(ready.filter(({ failures }) => failures === 0))
		const prefixed = unfailed.filter(({ hasPrefix }) => hasPrefix)
		const others = unfailed.filter(({ hasPrefix }) => !hasPrefix)
		const failed = ready.filter(({ failures }) => failures > 0).sort((a, b) => a.failures - b.failures)
		return [...(this.#isPrefixsTurn ? [...prefixed, ...others] : [...others, ...prefixed]), ...failed]
	}

	/** When the next bundle after this time may be tried; undefined if none is waiting. */
	nextMs(afterMs = Number.NEGATIVE_INFINITY): number | undefined {
		const times = [...this.#waiting.values()]
			.map(({ notBeforeMs }) => notBeforeMs)
			.filter(time => Number.isFinite(time) && time > afterMs)
		return times.length === 0 ? undefined : Math.min(...times)
	}
}

/** Its items, however they are wrapped: the same order with other fills is another trade. */
function contentOf({ items }: OpenBundle): string {
	return items.map(({ innerId }) => innerId).join(' ')
}

function byExpiry(a: OpenBundle, b: OpenBundle): number {
	return a.expiresAtMs - b.expiresAtMs
}

/** First the first bundle of everyone, then the second of everyone; a bundle of several parties counts for each of them. */
function inTurns(bundles: readonly WaitingBundle[]): WaitingBundle[] {
	const counts = new Map<string, number>()
	const turns = bundles.map(bundle => {
		const turn = Math.max(0, ...bundle.parties.map(party => counts.get(party) ?? 0))
		for (const party of bundle.parties) counts.set(party, turn + 1)
		return { bundle, turn }
	})
	return turns.sort((a, b) => a.turn - b.turn).map(({ bundle }) => bundle)
}

/** Reads a bundle in the service's format. @throws Error if an item cannot be read */
export function readBundle(hexItems: readonly string[], terms: RewardTerms): OpenBundle {
	const { networkId } = terms
	const items = hexItems.map(hex => readItem(hex, networkId))
	const [first] = items
	if (first === undefined) throw new Error('the bundle is empty')
	const { signedPartialTransaction: order } = unwrap(first.signedPartialTransaction, networkId)
	const expiries = items.map(({ window }) => window.maxTimestampS ?? Number.POSITIVE_INFINITY)
	return {
		id: first.subintentId,
		orderId: first.innerId,
		items,
		expiresAtMs: Math.min(...expiries) * 1000,
		hasPrefix: items.some(item => item.hasPrefix),
		parties: [...new Set([first.terms.account, ...readSignedLimitOrder(order, networkId).signerAccounts])],
		rewardXrd: Decimal.sum(items.map(item => rewardXrdOf(item, terms))),
		loads: items.map(item => loadOf(item, networkId)),
	}
}

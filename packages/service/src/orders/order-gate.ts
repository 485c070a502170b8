import { TradeError } from '@accord/protocol'
import type { DiskSpace } from '../db/disk-space.ts'
import type { OpenIntentOfAccount } from '../intents/open-intents-table.ts'
import type { ValidatedOrder } from '../intents/validate-order.ts'
import type { Loops } from '../loops/loops.ts'

type OrderGateDeps = {
	readonly loops: Pick<Loops, 'stalls'>
	readonly disk: Pick<DiskSpace, 'shortage'>
	/** Why more may be offered than is known here; absent if this is the only node. */
	readonly books?: { unknown(): string | undefined } | undefined
}

const retryAfterS = 5

/** Whether new orders are accepted: an order is only begun if it can be carried to its end. */
export class OrderGate {
	readonly #deps: OrderGateDeps

	constructor(deps: OrderGateDeps) {
		this.#deps = deps
	}

	/** @throws TradeError `orders_paused` while a loop that carries orders forward is stalled */
	requireLoops(): void {
		const [stall] = this.#deps.loops.stalls()
		if (stall !== undefined) throw paused(stall)
	}

	/** @throws TradeError `orders_paused` while the disk has only enough room to finish open orders */
	requireRoom(): void {
		const shortage = this.#deps.disk.shortage()
		if (shortage !== undefined) throw paused(`database: ${shortage}`)
	}

	/** Runs what reads the books. @throws its error {@link asFarAsKnown} */
	readBooks<T>(read: () => T): T {
		try {
			return read()
		} catch (error) {
			throw this.asFarAsKnown(error)
		}
	}

	/** The error, or `orders_paused` in place of one about what makers offer while the books of some nodes are not known. */
	asFarAsKnown(error: unknown): unknown {
		const isLack = error instanceof TradeError && (error.code === 'no_liquidity' || error.code === 'exposure_limit')
		const unknown = isLack ? this.#deps.books?.unknown() : undefined
		return unknown === undefined ? error : paused(unknown)
	}
}

function paused(reason: string): TradeError {
	return new TradeError('orders_paused', reason, { extra: { retry_after_s: retryAfterS } })
}

export const openPrefixOrdersMax = 1

/**
 * How many published orders of an account recently expired because the account had moved their funds, and when the last
 * of them expired.
 */
export type Unfunded = { readonly count: number; readonly lastAtMs: number }

/** Expiries count against an account for an hour. */
export const unfundedKeptMs = 3_600_000

const pausedFrom = 3
const firstPauseMs = 60_000

/**
 * How many orders an account may have open. Each order that expired without funds, which is a free option on makers'
 * prices, halves the number. From the third one on, the account may open none for one minute, then two, four, …
 * @throws TradeError `account_paused`
 */
export function openOrdersMaxOf(
	{ openOrdersPerAccount }: { openOrdersPerAccount: number },
	{ unfunded: { count, lastAtMs }, nowMs }: { unfunded: Unfunded; nowMs: number },
): number {
	const pauseMs = count < pausedFrom ? 0 : Math.min(firstPauseMs * 2 ** (count - pausedFrom), unfundedKeptMs)
	const leftMs = lastAtMs + pauseMs - nowMs
	if (pauseMs > 0 && leftMs > 0) {
		const detail = `${count} orders of the account expired because it no longer held what they sell`
		throw new TradeError('account_paused', detail, { extra: { retry_after_s: Math.ceil(leftMs / 1000) } })
	}
	return Math.max(1, Math.floor(openOrdersPerAccount / 2 ** count))
}

/**
 * Limits how many open orders may take funds from an account, and that at most one of them has a prefix: beyond that,
 * previews could not rule out that several orders rely on the same funds (decision 18). This holds for each of an
 * order's `payers`.
 * @throws TradeError `too_many_open_orders`
 */
export function requireOpenOrderLimits(
	openOrdersMax: number,
	{ payers, hasPrefix, open }: Pick<ValidatedOrder, 'payers' | 'hasPrefix'> & { open: readonly OpenIntentOfAccount[] },
): void {
	for (const account of payers) {
		const orders = open.filter(intent => intent.role === 'order' && intent.payers.includes(account))
		if (orders.length >= openOrdersMax) {
			throw tooMany(`${account} has ${orders.length} open orders; at most ${openOrdersMax} are allowed`)
		}
		if (hasPrefix && orders.filter(order => order.hasPrefix).length >= openPrefixOrdersMax) {
			throw tooMany(`${account} has an open order with instructions before the schema; only one at a time is allowed`)
		}
	}
}

function tooMany(detail: string): TradeError {
	return new TradeError('too_many_open_orders', detail)
}

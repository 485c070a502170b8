import { type Clock, Decimal, type FillExecution, type Pair } from '@accord/protocol'
import type { Log } from '../log.ts'
import type { Journal } from './journal.ts'
import { type Line, orderLine, type PendingOrder, type Position } from './position.ts'
import type { BestPrices, Placed, VenueMarket } from './venue-market.ts'

// Every fill that may settle has its counterpart at the venue, once, over any number of restarts and replays of the log:
//
// - an entry counts once, by its number in its log; a part counts once, by its id, should the log start over;
// - an order is written down before it is placed, and only one is under way; its id at the venue is the part's, so an
//   order whose end is unknown is looked up there, and placed again only under the same id;
// - what is to be hedged is the sum of all fills less the sum of all orders, so what one order leaves (less than a lot,
//   a fee in base, a part that was not executed) the next one includes.

export type HedgerOptions = {
	readonly journal: Journal
	readonly pair: Pair
	readonly market: Pick<VenueMarket, 'rules' | 'bestPrices' | 'rounded' | 'place' | 'find'>
	/** How much worse than the venue's best price a hedge may be, as a fraction. */
	readonly slippageMax: Decimal
	/** How long an order whose end is unknown is left alone before it is looked up: it may still be on its way. */
	readonly lookUpAfterMs: number
	/** What the ledger says of a fill that is long past its expiry; undefined if it cannot be asked now. */
	readonly outcomeOf: (subintentId: string) => Promise<'Settled' | 'Expired' | undefined>
	readonly clock: Pick<Clock, 'nowMs'>
	readonly log: Log
}

/** A fill lives a minute at most. One whose end is missing after this time is missing from the log, as after a restore. */
const overdueAfterMs = 600_000

/** Hedges the fills of one pair at one venue. */
export class Hedger {
	/** Why what is not hedged could not be hedged the last time it was tried; undefined once it was. */
	trouble: string | undefined
	readonly #options: HedgerOptions
	#lookUpFromMs = 0

	constructor(options: HedgerOptions) {
		this.#options = options
		this.#leaveAlone()
	}

	get position(): Position {
		return this.#options.journal.position
	}

	/** Begins at this moment, holding so much base on the ledger, unless that was done before. */
	begin(base: Decimal): void {
		const { journal, clock } = this.#options
		if (this.position.target === undefined)
			journal.keep({ t: 'begun', at: clock.nowMs(), target: Decimal.format(base) })
	}

	/** Counts an entry of the fill log. @throws Error if it does not say what was filled */
	note(entry: FillExecution): void {
		const { journal } = this.#options
		const { sequenceNumber: n, incarnation: i } = entry
		const { last } = this.position
		if (last !== undefined && last.incarnation === i && n <= last.number) return
		const held = this.#heldAfter(entry)
		journal.add(...(held === undefined ? [] : [held]), { t: 'number', n, i })
	}

	/**
	 * Places orders until everything is hedged that the venue's steps allow, or trouble stops it. One call at a time, and
	 * again from time to time while there is `trouble`.
	 */
	async hedge(): Promise<void> {
		await this.#endOverdue()
		if (!(await this.#settlePending())) return
		this.trouble = undefined
		while (await this.#placeNext()) {}
	}

	/** What an entry says of its part; undefined if that is known, or not to be hedged. */
	#heldAfter({ orderId: p, outcome, fill, subintentId: s, occurredAtMs: at }: FillExecution): Line | undefined {
		const known = this.position.part(p)
		const [holds, ended] = [outcome === undefined || outcome === 'Settled', outcome !== undefined]
		// The log's times are whole seconds.
		if (known === undefined && at + 1_000 <= this.position.sinceMs) return undefined
		// A part that is known started once; a log that starts over says so again.
		if (known !== undefined && (!ended || (known.isEnded && known.holds === holds))) return undefined
		if (fill === undefined)
			throw new Error('the fill log does not say what was filled: the service is too old to be hedged')
		const { base, quote } = this.#options.pair
		const symbols = new Set([fill.sell.symbol, fill.buy.symbol])
		if (!symbols.has(base) || !symbols.has(quote)) return undefined
		const delta = fill.buy.symbol === base ? fill.buy.amount : Decimal.negate(fill.sell.amount)
		return { t: 'part', p, d: Decimal.format(delta), at, holds, ended, s }
	}

	/** Asks the ledger about fills whose end the log should have said long ago. */
	async #endOverdue(): Promise<void> {
		const { journal, clock, outcomeOf, log } = this.#options
		for (const [p, { delta, atMs: at, subintentId: s }] of this.position.openSince(clock.nowMs() - overdueAfterMs)) {
			const outcome = s === undefined ? undefined : await outcomeOf(s)
			if (outcome === undefined) continue
			log.warn(`the log does not say how order ${p} ended: by the ledger it is ${outcome}`)
			journal.add({ t: 'part', p, d: Decimal.format(delta), at, holds: outcome === 'Settled', ended: true, s })
		}
	}

	/** Finds the end of an order that was being placed; false while it is not known. */
	async #settlePending(): Promise<boolean> {
		const { pending } = this.position
		if (pending === undefined) return true
		const { market, clock } = this.#options
		if (clock.nowMs() < this.#lookUpFromMs) return false
		return this.#ended(pending, (await market.find(pending)) ?? (await market.place(pending)))
	}

	/** Places one order for what is not hedged; false if there is nothing left to place, or trouble. */
	async #placeNext(): Promise<boolean> {
		const { journal, market, slippageMax } = this.#options
		const { unhedged, changed } = this.position
		if (Decimal.isZero(unhedged) || changed === undefined) return false
		const side = Decimal.isNegative(unhedged) ? 'buy' : 'sell'
		const amount = side === 'buy' ? Decimal.negate(unhedged) : unhedged
		if (amount < market.rules.lot) return false
		let best: BestPrices
		try {
			best = await market.bestPrices()
		} catch (error) {
			this.#stopped(`no price: ${error instanceof Error ? error.message : String(error)}`)
			return false
		}
		const price =
			side === 'buy'
				? Decimal.mulUp(best.ask, Decimal.add(Decimal.one, slippageMax))
				: Decimal.mulDown(best.bid, Decimal.subtract(Decimal.one, slippageMax))
		const rounded = market.rounded({ side, amount, price })
		// Less than the venue trades waits for the next fill.
		if (rounded === undefined) return false
		const order = { ...rounded, id: this.#idFor(changed), of: changed }
		journal.keep(orderLine(order))
		return this.#ended(order, await market.place(order))
	}

	/** The part's own id for the first order, of the same length for others: venues allow 32 letters and digits. */
	#idFor(part: string): string {
		const orders = this.position.part(part)?.orders ?? 0
		return orders === 0 ? part : `${part.slice(0, 25)}u${orders.toString(36).padStart(6, '0')}`
	}

	/** Writes down what became of an order; false if that stops the hedging for now. */
	#ended({ side, amount, id }: PendingOrder, placed: Placed): boolean {
		const { journal, market, log } = this.#options
		if (placed.kind !== 'executed') {
			if (placed.kind === 'unknown') {
				this.#leaveAlone()
				return this.#stopped(`order ${id} at the venue: ${placed.reason}`)
			}
			journal.add({ t: 'end' })
			return this.#stopped(`the venue refused to ${side} ${Decimal.format(amount)}: ${placed.reason}`)
		}
		const { base, cost } = placed.executed
		journal.add({ t: 'end', b: Decimal.format(base) })
		if (Decimal.isZero(base)) return this.#stopped(`the venue did not ${side} ${Decimal.format(amount)} at that price`)
		const { rules } = market
		const verb = side === 'buy' ? 'bought' : 'sold'
		log.info(`hedged: ${verb} ${Decimal.format(abs(base))} ${rules.base} for ${Decimal.format(cost)} ${rules.quote}`)
		return true
	}

	#leaveAlone(): void {
		const { clock, lookUpAfterMs } = this.#options
		this.#lookUpFromMs = clock.nowMs() + lookUpAfterMs
	}

	#stopped(trouble: string): false {
		this.trouble = trouble
		this.#options.log.warn(`not hedged: ${trouble}`)
		return false
	}
}

function abs(value: Decimal): Decimal {
	return Decimal.max(value, Decimal.negate(value))
}

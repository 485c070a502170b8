import { Decimal } from '@accord/protocol'

// What a hedger must never forget, as lines. The same lines are applied when they are written and when they are read
// again after a restart, so both lead to the same position.

/** When hedging began, and the base that the account is to hold on the ledger. */
type Begun = { readonly t: 'begun'; readonly at: number; readonly target: string }
/** The number of an entry of the fill log, and the log's incarnation. */
type Read = { readonly t: 'number'; readonly n: number; readonly i?: string | undefined }
/** A part: the base that its fill brings (negative: takes), whether it still may, whether that is final. */
type Held = {
	readonly t: 'part'
	readonly p: string
	readonly d: string
	readonly at: number
	readonly holds: boolean
	readonly ended: boolean
	/** The fill's subintent id, if the log says it. */
	readonly s?: string | undefined
	/** How many orders at the venue carried its id; only in a summary. */
	readonly k?: number
}
/** An order that is about to be placed at the venue, because of a part. */
type Placing = {
	readonly t: 'order'
	readonly id: string
	readonly of: string
	readonly side: 'buy' | 'sell'
	readonly a: string
	readonly x: string
}
/** The end of that order: the base that it brought; without one, it never existed. */
type Ended = { readonly t: 'end'; readonly b?: string }
/** All sums, in place of the lines before. */
type Sums = {
	readonly t: 'sums'
	readonly ledger: string
	readonly venue: string
	readonly changed?: string | undefined
}

export type Line = Begun | Read | Held | Placing | Ended | Sums

/** A part of an order that this maker filled. */
export type Part = {
	/** The base that its fill brings. */
	readonly delta: Decimal
	readonly atMs: number
	/** Whether it is settled, or still may be. */
	readonly holds: boolean
	readonly isEnded: boolean
	readonly subintentId: string | undefined
	/** How many orders at the venue have carried its id. */
	readonly orders: number
}

/** An order whose end is not known yet. */
export type PendingOrder = {
	readonly id: string
	readonly of: string
	readonly side: 'buy' | 'sell'
	readonly amount: Decimal
	readonly price: Decimal
}

/** Parts that have ended and are still known, so that a log that starts over hedges none of them again. */
const rememberedMax = 20_000

/** What the fills on the ledger and the orders at the venue add up to. */
export class Position {
	/** What happened before is not hedged, unless its part is known. */
	sinceMs = 0
	target: Decimal | undefined
	/** The newest entry's number, and its log. */
	last: { readonly number: number; readonly incarnation: string | undefined } | undefined
	/** The base that settled and open fills bring. */
	ledger = Decimal.zero
	/** The base that orders at the venue brought. */
	venue = Decimal.zero
	pending: PendingOrder | undefined
	/** The part that changed last: what is to be hedged is hedged under its id. */
	changed: string | undefined
	readonly #open = new Map<string, Part>()
	readonly #ended = new Map<string, Part>()

	/** The base that is not hedged: what one holds too much (negative: too little). */
	get unhedged(): Decimal {
		return Decimal.add(this.ledger, this.venue)
	}

	/** The base that open fills may still bring to the ledger, or take from it. */
	get open(): Decimal {
		return Decimal.sum([...this.#open.values()].map(({ delta }) => delta))
	}

	/** Fills that should have ended by then: that began before. */
	openSince(beforeMs: number): readonly [string, Part][] {
		return [...this.#open].filter(([, { atMs }]) => atMs < beforeMs)
	}

	part(id: string): Part | undefined {
		return this.#open.get(id) ?? this.#ended.get(id)
	}

	apply(line: Line): void {
		if (line.t === 'number') this.last = { number: line.n, incarnation: line.i }
		else if (line.t === 'part') this.#hold(line)
		else if (line.t === 'order') {
			const { id, of, side, a, x } = line
			this.pending = { id, of, side, amount: Decimal.parse(a), price: Decimal.parse(x) }
		} else if (line.t === 'end') this.#end(line)
		else if (line.t === 'begun') {
			this.sinceMs = line.at
			this.target = Decimal.parse(line.target)
		} else {
			this.ledger = Decimal.parse(line.ledger)
			this.venue = Decimal.parse(line.venue)
			this.changed = line.changed
		}
	}

	/** The lines that lead here from nothing. The oldest parts that ended are forgotten. */
	lines(): Line[] {
		for (const [id, { atMs }] of [...this.#ended].slice(0, Math.max(0, this.#ended.size - rememberedMax))) {
			this.#ended.delete(id)
			this.sinceMs = Math.max(this.sinceMs, atMs)
		}
		const text = Decimal.format
		const { target, last, pending, changed } = this
		return [
			...(target === undefined ? [] : [{ t: 'begun', at: this.sinceMs, target: text(target) } as const]),
			...(last === undefined ? [] : [{ t: 'number', n: last.number, i: last.incarnation } as const]),
			...[...this.#ended, ...this.#open].map(
				([p, { delta, atMs: at, holds, isEnded: ended, subintentId: s, orders: k }]) =>
					({ t: 'part', p, d: text(delta), at, holds, ended, s, k }) as const,
			),
			{ t: 'sums', ledger: text(this.ledger), venue: text(this.venue), changed },
			...(pending === undefined ? [] : [orderLine(pending)]),
		]
	}

	#hold({ p, d, at, holds, ended, s, k }: Held): void {
		const known = this.part(p) ?? { delta: Decimal.parse(d), atMs: at, holds: false, subintentId: s, orders: k ?? 0 }
		if (known.holds !== holds) {
			this.ledger = (holds ? this.ledger + known.delta : this.ledger - known.delta) as Decimal
			this.changed = p
		}
		this.#open.delete(p)
		;(ended ? this.#ended : this.#open).set(p, { ...known, holds, isEnded: ended })
	}

	#end({ b }: Ended): void {
		const { of } = this.pending ?? assertPending()
		this.pending = undefined
		if (b === undefined) return
		this.venue = Decimal.add(this.venue, Decimal.parse(b))
		for (const parts of [this.#open, this.#ended]) {
			const part = parts.get(of)
			if (part !== undefined) parts.set(of, { ...part, orders: part.orders + 1 })
		}
	}
}

export function orderLine({ id, of, side, amount, price }: PendingOrder): Placing {
	return { t: 'order', id, of, side, a: Decimal.format(amount), x: Decimal.format(price) }
}

function assertPending(): never {
	throw new Error('the journal ends an order that it did not begin')
}

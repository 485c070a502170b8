import { Decimal, type Pair, pairKey } from '@accord/protocol'
import { z } from 'zod'
import type { MakerBook, QuoteEvent } from '../prices/maker-book.ts'
import type { MakerLevel } from '../prices/maker-offer.ts'
import type { Cancellation } from './cancellations.ts'

// How books and sessions travel between nodes, as docs/bus.md describes it. Messages from other nodes are outside
// input: those that do not parse are ignored. A change that does not parse, such as one from a later version, keeps its
// number.

const id = z.string().min(1).max(256)
const decimal = z.string().max(80)
const pair = z.object({ base: z.string().min(1).max(64), quote: z.string().min(1).max(64) })
// The limit of a version, which leaves room for later ones.
const whole = z.int().nonnegative().max(8e15)
const levels = z.array(z.tuple([decimal, decimal, whole])).max(50)
const withdrawal = z.enum(['session_ended', 'session_silent', 'cancelled', 'refused', 'replaced', 'looked_up'])
const sequence = whole

const event = z.discriminatedUnion('kind', [
	z.object({
		kind: z.literal('book'),
		makerId: id,
		pair,
		version: whole,
		sessionId: id,
		node: id,
		book: z
			.object({
				bids: levels,
				asks: levels,
				setAtMs: whole,
				settledUpTo: whole,
				netOf: z.object({ orderId: id, number: z.string().regex(/^\d{1,19}$/) }).optional(),
			})
			.optional(),
		withdrawn: withdrawal.optional(),
	}),
	z.object({
		kind: z.literal('session'),
		makerId: id,
		sessionId: id,
		quoting: z.union([z.enum(['all', 'none']), z.array(pair).max(1_000)]),
		minAmounts: z.array(z.tuple([z.string().max(64), decimal])).max(1_000),
	}),
	z.object({ kind: z.literal('session_ended'), makerId: id, sessionId: id }),
	z.object({ kind: z.literal('cancelled'), id, heard: z.array(id).max(1_000) }),
])

/**
 * `books`: a change with its number among all of its node's changes, or, without a change, how many there have been.
 */
export const bookMessage = z.object({ node: id, sequence, event: z.unknown().optional() })
/** `books.ask`: `from` requests everything that `of` has changed. */
export const askMessage = z.object({ from: id, of: id, answer: id })
/** `books.to.<node>`: the answer, piece by piece; the last one has no event and names the last change included. */
export const answerMessage = z.object({ node: id, answer: id, at: whole, event: z.unknown().optional(), sequence })
/** `books.bye`: the node is ending. */
export const byeMessage = z.object({ node: id })

export type EventWire = z.infer<typeof event>

/** A numbered change that a node sends to the others. */
export type FeedEvent = QuoteEvent | Cancellation

/** A change that this version of the service does not understand. */
export type UnknownEvent = { readonly kind: 'unknown' }

export function formatEvent(told: FeedEvent): EventWire {
	if (told.kind === 'session_ended') return told
	if (told.kind === 'cancelled') return { ...told, heard: [...told.heard] }
	if (told.kind === 'session') {
		const { quoting, minAmounts } = told
		const amounts = Array.from(minAmounts, ([symbol, amount]) => [symbol, Decimal.format(amount)] as [string, string])
		return { ...told, quoting: typeof quoting === 'string' ? quoting : [...quoting], minAmounts: amounts }
	}
	const { book, ...of } = told
	if (book === undefined) return of
	const { bids, asks, setAtMs, settledUpTo, netOf } = book
	const net = netOf && { netOf: { orderId: netOf.orderId, number: String(netOf.number) } }
	return { ...of, book: { bids: bids.map(formatLevel), asks: asks.map(formatLevel), setAtMs, settledUpTo, ...net } }
}

/** @throws Error if it is not understood, an amount is invalid, or the pair is not traded here */
export function parseEvent(told: unknown, pairs: readonly Pair[]): FeedEvent {
	const wire = event.parse(told)
	if (wire.kind === 'session_ended' || wire.kind === 'cancelled') return wire
	if (wire.kind === 'session') {
		const minAmounts = new Map(wire.minAmounts.map(([symbol, amount]) => [symbol, Decimal.parse(amount)]))
		return { ...wire, minAmounts }
	}
	const { book, withdrawn, ...of } = wire
	if (!pairs.some(each => pairKey(each) === pairKey(of.pair))) throw new Error(`${pairKey(of.pair)} is not traded here`)
	return {
		...of,
		...(book && { book: parseBook(of, book) }),
		...(withdrawn && { withdrawn }),
	}
}

type BookWire = NonNullable<(EventWire & { kind: 'book' })['book']>

function parseBook({ makerId, pair: of }: { makerId: string; pair: Pair }, wire: BookWire): MakerBook {
	const { bids, asks, netOf, ...said } = wire
	const net = netOf && { netOf: { orderId: netOf.orderId, number: BigInt(netOf.number) } }
	return { makerId, pair: of, bids: bids.map(parseLevel), asks: asks.map(parseLevel), ...said, ...net }
}

function formatLevel({ price, amount, changedAt }: MakerLevel): [string, string, number] {
	return [Decimal.format(price), Decimal.format(amount), changedAt]
}

function parseLevel([price, amount, changedAt]: [string, string, number]): MakerLevel {
	return { price: Decimal.parse(price), amount: Decimal.parse(amount), changedAt }
}

import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Pair } from '@accord/protocol'
import type { z } from 'zod'
import type { NodeLine } from '../bus/nats-line.ts'
import type { Platform } from '../platform/platform.ts'
import type { OtherNodes } from '../prices/maker-book.ts'
import type { Prices } from '../prices/prices.ts'
import { Cancellations } from './cancellations.ts'
import type { Membership } from './membership.ts'
import { type HeardEvent, Peer } from './peer.ts'
import {
	answerMessage,
	askMessage,
	bookMessage,
	byeMessage,
	type FeedEvent,
	formatEvent,
	parseEvent,
} from './quote-messages.ts'
import { Replacements } from './replacements.ts'
import { StoredBooks } from './stored-books.ts'

// The guarantee: for every other node, a node has either all of its books and sessions, in the order sent, or none.
// Numbers, which are also sent when nothing changes, reveal a gap, and requesting everything again closes it. If a node
// has not been heard from for 6 s, or did not close a gap in 6 s, its books are out of force. Nobody reads them later
// than that, even on a node that was paused in between: readers of books check which nodes are silent, and the next run
// or message drops those books. Until a node is heard again, its books come from a table.

type QuoteFeedDeps = {
	readonly platform: Pick<Platform, 'clock' | 'db' | 'terms' | 'market'>
	readonly prices: Pick<Prices, 'makerQuotes' | 'books'>
	readonly withdrawAfterMs: number
	/** This node, among the running nodes in the database. */
	readonly membership: Pick<Membership, 'nodeId' | 'others'>
	readonly line: NodeLine
	readonly onError: (error: unknown) => void
}

const askAgainAfterMs = 1_000
/** A node that does not answer for this long is not heard. */
const answeredWithinMs = 1_500
const answersWaitingMax = 64
const piecesPerFlush = 256
/** Other nodes answer immediately unless they have gone. */
const wholeWithinMs = 2_000

/** Exchanges makers' books and sessions with all nodes. */
export class QuoteFeed implements OtherNodes {
	readonly #deps: QuoteFeedDeps
	readonly #peers = new Map<string, Peer>()
	readonly #ends: (() => void)[] = []
	readonly #cancelled: Cancellations
	readonly #replaced: Replacements
	readonly #stored: StoredBooks
	/** The running nodes whose books are not known here, neither by the bus nor from the table. */
	#unknown: readonly string[] = []
	readonly #answers: z.infer<typeof askMessage>[] = []
	#isAnswering = false
	/** The nodes whose books have not arrived since this node started. */
	#missing = new Set<string>()
	readonly #whole = Promise.withResolvers<void>()
	#sequence = 0

	constructor(deps: QuoteFeedDeps) {
		this.#deps = deps
		const { nodeId } = deps.membership
		const { clock, db } = deps.platform
		this.#cancelled = new Cancellations({ db, nodeId, makerQuotes: deps.prices.makerQuotes })
		this.#replaced = new Replacements({ db, nodeId, clock, makerQuotes: deps.prices.makerQuotes })
		this.#stored = new StoredBooks({
			...{ db, nodeId, clock },
			own: () => ({
				sequence: this.#sequence,
				events: Array.from(deps.prices.makerQuotes.ownEvents(), formatEvent),
			}),
			take: (node, events) => this.#takeStored(node, events),
			drop: node => deps.prices.makerQuotes.dropNode(node),
		})
	}

	/** Follows the others, and requests the books of running nodes. */
	async start(): Promise<void> {
		const { line, prices, membership, platform } = this.#deps
		const { nodeId } = membership
		this.#ends.push(
			this.#receive('books', bookMessage, message => this.#take(message)),
			this.#receive(`books.to.${nodeId}`, answerMessage, message => this.#takeAnswer(message)),
			this.#receive('books.ask', askMessage, message => this.#answer(message)),
			this.#receive('books.bye', byeMessage, ({ node }) => this.#farewell(node)),
			line.onRestored(() => this.#askAll()),
			// Another node may have sent books of a new pair before it was known here.
			platform.terms.onChanged(() => this.#askAll()),
		)
		prices.makerQuotes.shareWith(this)
		await line.flush()
		this.#missing = new Set(await membership.others())
		for (const node of this.#missing) this.#ask(node, this.#peerOf(node))
		await this.run()
	}

	/** Announces this node and repeats unanswered requests; a loop calls it twice a second. */
	async run(): Promise<'done'> {
		const { line, membership, platform } = this.#deps
		const { nodeId } = membership
		line.send('books', { node: nodeId, sequence: this.#sequence })
		this.#dropSilent()
		const nowMs = platform.clock.nowMs()
		for (const [node, peer] of this.#peers) {
			if (peer.askedSinceMs !== undefined && nowMs - (peer.asked?.atMs ?? 0) >= askAgainAfterMs) this.#ask(node, peer)
		}
		await this.#cancelled.run()
		const there = await membership.others()
		for (const node of this.#missing) if (!there.includes(node)) this.#hasCome(node)
		const isHeard = line.fault() === undefined && there.every(node => this.#peers.get(node)?.isWhole)
		await this.#replaced.run({ isHeard })
		const unheard = there.filter(node => line.fault() !== undefined || !this.#isHeard(node))
		const noteUnknown = () => {
			this.#unknown = unheard.filter(node => !this.#stored.has(node))
		}
		noteUnknown()
		await this.#stored.run({ unheard, there })
		noteUnknown()
		return 'done'
	}

	get nodeId(): string {
		return this.#deps.membership.nodeId
	}

	/** Resolves when the books of all nodes that were running at the start have arrived, or after a time. */
	async whole(): Promise<void> {
		if (this.#missing.size > 0)
			await Promise.race([this.#whole.promise, pause(wholeWithinMs, undefined, { ref: false })])
	}

	/** Why this node cannot match like the others: it does not have all books yet. */
	missing(): string | undefined {
		if (this.#missing.size === 0) return undefined
		return `the books of other nodes have not come yet: ${[...this.#missing].join(', ')}`
	}

	/** Why an order may find less here than there is: the books of some nodes are not known. */
	unknown(): string | undefined {
		if (this.#unknown.length === 0) return undefined
		return `the books of other nodes are not known: ${this.#unknown.join(', ')}`
	}

	/** Announces that this node is ending: its books are withdrawn everywhere after the configured time. */
	stop(): void {
		this.#deps.line.send('books.bye', { node: this.#deps.membership.nodeId })
		for (const end of this.#ends.splice(0)) end()
	}

	#receive<M>(subject: string, schema: z.ZodType<M>, handler: (message: M) => void): () => void {
		const { line } = this.#deps
		return line.receive(subject, message => {
			const read = schema.safeParse(message)
			if (read.success) handler(read.data)
			else line.ignore()
		})
	}

	/** Announces that a maker's books were cancelled; resolves once it is certain that every node will know. */
	async cancel(makerId: string, pairs?: readonly Pair[]): Promise<void> {
		const heard = [...this.#peers].filter(([, peer]) => peer.isWhole).map(([node]) => node)
		const cancellation = this.#cancelled.begin(heard)
		this.tell(cancellation)
		try {
			await this.#cancelled.write(cancellation, makerId, pairs)
		} catch (error) {
			this.#deps.onError(error)
			throw error
		}
	}

	/** Tells the other nodes what changed here. */
	tell(event: FeedEvent): void {
		if (event.kind === 'book') this.note(event)
		// A number is used up even if the message is dropped, so that others notice the gap.
		this.#sequence += 1
		this.#deps.line.send('books', {
			node: this.#deps.membership.nodeId,
			sequence: this.#sequence,
			event: formatEvent(event),
		})
	}

	/** Records a change of a book for nodes that may not receive the message. */
	note(change: Parameters<Replacements['note']>[0]): void {
		this.#replaced.note(change)
	}

	/** Nodes that have been silent or incomplete for too long but are not dropped yet. */
	silent(): ReadonlySet<string> {
		const nowMs = this.#deps.platform.clock.nowMs()
		const peers = [...this.#peers].flatMap(([node, peer]) => (peer.isToDrop(nowMs) ? [node] : []))
		return new Set([...peers, ...this.#stored.silent()])
	}

	#isHeard(node: string): boolean {
		const peer = this.#peers.get(node)
		if (peer === undefined || peer.isDropped) return false
		const nowMs = this.#deps.platform.clock.nowMs()
		return nowMs - (peer.askedSinceMs ?? nowMs) < answeredWithinMs
	}

	#peerOf(node: string): Peer {
		const peer = this.#peers.get(node) ?? new Peer(this.#deps.platform.clock.nowMs())
		this.#peers.set(node, peer)
		return peer
	}

	#take({ node, sequence, event: wire }: z.infer<typeof bookMessage>): void {
		// A message from before a pause does not prove that its sender is still running.
		this.#dropSilent()
		const isNew = !this.#peers.has(node)
		const peer = this.#peerOf(node)
		peer.heardAtMs = this.#deps.platform.clock.nowMs()
		const event = this.#parse(wire)
		const taken = peer.take(sequence, event)
		// A book that depends on settlements from before this node started must come with an answer, which includes them.
		const needsAnswer =
			event?.kind === 'book' && event.book && this.#deps.prices.books.reservations.needsSettledBefore(event.book)
		if (taken === 'next' && event !== undefined && !needsAnswer) this.#receiveEvent(event, node)
		if (taken === 'gap' || isNew || (taken === 'next' && needsAnswer)) this.#ask(node, peer)
	}

	#receiveEvent(event: HeardEvent, node: string): void {
		if (event.kind === 'cancelled') this.#cancelled.told(event)
		else if (event.kind !== 'unknown') this.#deps.prices.makerQuotes.receive(event, node)
	}

	/** Counts and ignores a message that is not understood: this version of the service cannot use it. */
	#parse(wire: unknown): HeardEvent | undefined {
		if (wire === undefined) return undefined
		try {
			return parseEvent(wire, this.#deps.platform.market.quotedPairs)
		} catch {
			this.#deps.line.ignore()
			return { kind: 'unknown' }
		}
	}

	#ask(node: string, peer: Peer): void {
		const answer = randomBytes(8).toString('hex')
		peer.ask(this.#deps.platform.clock.nowMs(), answer)
		this.#deps.line.send('books.ask', { from: this.#deps.membership.nodeId, of: node, answer })
	}

	#askAll(): void {
		for (const [node, peer] of this.#peers) this.#ask(node, peer)
	}

	#takeAnswer({ node, answer, at, event: wire, sequence }: z.infer<typeof answerMessage>): void {
		const peer = this.#peers.get(node)
		if (peer === undefined || peer.asked?.answer !== answer) return
		peer.heardAtMs = this.#deps.platform.clock.nowMs()
		if (!peer.takePiece(at, this.#parse(wire))) return void this.#ask(node, peer)
		if (wire === undefined) this.#apply(node, peer, { answer, sequence }).catch(this.#deps.onError)
	}

	/**
	 * Replaces everything known about the node, after reading any settlements from before this node's start that the books
	 * depend on.
	 */
	async #apply(node: string, peer: Peer, { answer, sequence }: { answer: string; sequence: number }): Promise<void> {
		const { prices, platform } = this.#deps
		const sent = peer.answer.flatMap(event => (event.kind === 'book' && event.book !== undefined ? [event.book] : []))
		await prices.books.reservations.readSettledBefore(platform.db.own, sent)
		if (peer.asked?.answer !== answer || this.#peers.get(node) !== peer) return
		const events = peer.answer
		const later = peer.caughtUp(sequence)
		if (later === undefined) return void this.#ask(node, peer)
		prices.makerQuotes.dropNode(node)
		for (const event of [...events, ...later]) this.#receiveEvent(event, node)
		this.#hasCome(node)
	}

	/** Replaces everything known about a node that is not heard by what it has stored. */
	async #takeStored(node: string, events: readonly unknown[]): Promise<void> {
		const { prices, platform } = this.#deps
		const read = events.flatMap(event => this.#parse(event) ?? [])
		const books = read.flatMap(event => (event.kind === 'book' && event.book !== undefined ? [event.book] : []))
		await prices.books.reservations.readSettledBefore(platform.db.own, books)
		prices.makerQuotes.dropNode(node)
		for (const event of read) this.#receiveEvent(event, node)
		this.#hasCome(node)
	}

	#hasCome(node: string): void {
		this.#missing.delete(node)
		if (this.#missing.size === 0) this.#whole.resolve()
	}

	#answer(message: z.infer<typeof askMessage>): void {
		if (message.of !== this.#deps.membership.nodeId || this.#answers.length >= answersWaitingMax) return
		this.#answers.push(message)
		if (!this.#isAnswering) void this.#answerAll()
	}

	async #answerAll(): Promise<void> {
		this.#isAnswering = true
		for (let next = this.#answers.shift(); next !== undefined; next = this.#answers.shift()) await this.#send(next)
		this.#isAnswering = false
	}

	/** An answer that is not sent completely is requested again. */
	async #send({ from, answer }: z.infer<typeof askMessage>): Promise<void> {
		const { line, membership, prices } = this.#deps
		const { nodeId: node } = membership
		const to = `books.to.${from}`
		const sequence = this.#sequence
		const events = [...prices.makerQuotes.ownEvents()]
		for (const [at, event] of events.entries()) {
			if (!line.send(to, { node, answer, at, sequence, event: formatEvent(event) })) return
			if (at % piecesPerFlush === piecesPerFlush - 1) await line.flush()
		}
		line.send(to, { node, answer, at: events.length, sequence })
	}

	/** Drops the books of nodes that have been silent or incomplete for too long. */
	#dropSilent(): void {
		const { platform, prices } = this.#deps
		const nowMs = platform.clock.nowMs()
		for (const [node, peer] of this.#peers) {
			const isToDrop = peer.isToDrop(nowMs)
			if (peer.isSilent(nowMs)) this.#peers.delete(node)
			if (!isToDrop) continue
			peer.isDropped = true
			prices.makerQuotes.dropNode(node)
			this.#stored.forget(node)
		}
	}

	#farewell(node: string): void {
		const { withdrawAfterMs, prices } = this.#deps
		const { clock } = this.#deps.platform
		this.#peers.delete(node)
		this.#hasCome(node)
		clock.wakeAt(clock.nowMs() + withdrawAfterMs, () => {
			if (!this.#peers.has(node)) prices.makerQuotes.dropNode(node)
		})
	}
}

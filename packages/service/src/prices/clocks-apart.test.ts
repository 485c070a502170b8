import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Clock, Decimal } from '@accord/protocol'
import fc from 'fast-check'
import type { OpenDatabase } from '../db/open-database.ts'
import { asksOf, availableAsks, booksPair, type OpenBooks, openBooks, reserveAsks } from '../testing/books-fixture.ts'
import { openTestDatabase } from '../testing/open-test-database.ts'
import { feeInfo, market } from '../testing/order-fixture.ts'
import { endPart, insertMakersAndOrder } from '../testing/part-fixture.ts'
import type { MakerBook, QuoteEvent } from './maker-book.ts'
import { offerLimitsOf } from './maker-offer.ts'

const capacity = 10_000
/** Amounts are in whole tokens, like all amounts here. */
const minOffered = Math.ceil(Number(Decimal.format(offerLimitsOf({ market, feeInfo }, booksPair).minOffered.asks)))

let opened: OpenDatabase
before(async () => {
	opened = await openTestDatabase()
	await insertMakersAndOrder(opened.db, ['anna'])
})
after(() => opened.close())

const clockOf = (aheadMs: number): Clock => ({ nowMs: () => 1_800_000_000_000 + aheadMs, wakeAt: () => () => {} })

type Sender = { readonly name: string; readonly clock: Clock; readonly told: QuoteEvent[] }
type Node = Sender & { open: OpenBooks }

async function openNode(name: string, clock: Clock): Promise<Node> {
	const sender = { name, clock, told: [] }
	return { ...sender, open: await openShared(sender) }
}

/** The books of a node, which tells the other of every change. */
async function openShared({ name, clock, told }: Sender): Promise<OpenBooks> {
	const open = await openBooks(opened.db, clock)
	open.makerQuotes.shareWith({
		nodeId: name,
		tell: event => told.push(event),
		note: () => {},
		cancel: async () => {},
		silent: () => new Set(),
	})
	return open
}

type Part = { readonly id: string; readonly amount: number; state: 'open' | 'settled' | 'released'; number?: number }

/** Two nodes on one database with different clocks; messages between them arrive when the test delivers them. */
class TwoNodes {
	readonly nodes: readonly [Node, Node]
	readonly parts: Part[] = []
	entries = 0
	/** The offer of the standing book, and the entry up to which its node knew about settlements. */
	standing: { readonly amount: number; readonly settledUpTo: number } = { amount: 0, settledUpTo: 0 }
	/** The entry up to which each node knows about settlements. */
	readonly known = [0, 0]

	constructor(nodes: readonly [Node, Node]) {
		this.nodes = nodes
	}

	static async open(aheadMs: number): Promise<TwoNodes> {
		return new TwoNodes([await openNode('node 0', clockOf(0)), await openNode('node 1', clockOf(aheadMs))])
	}

	async read(at: number): Promise<void> {
		await this.nodes[at]?.open.books.read(opened.db)
		this.known[at] = this.entries
	}

	async send(at: number, amount: number): Promise<void> {
		const node = this.nodes[at]
		await node?.open.incoming.replace({ makerId: 'anna', sessionId: 'session', book: asksOf(amount) })
		this.standing = { amount, settledUpTo: this.known[at] ?? 0 }
		await this.#deliver(at)
	}

	async #deliver(from: number): Promise<void> {
		const [node, other] = [this.nodes[from], this.nodes[1 - from]]
		if (node === undefined || other === undefined) return
		const told = node.told.flatMap(event => (event.kind === 'book' && event.book ? [event.book] : []))
		await other.open.books.reservations.readSettledBefore(opened.db, told)
		for (const event of node.told.splice(0)) other.open.makerQuotes.receive(event, node.name)
	}

	/** One node starts again and receives everything from the other. */
	async restart(at: number): Promise<void> {
		const [node, other] = [this.nodes[at], this.nodes[1 - at]]
		if (node === undefined || other === undefined) return
		const had = [...node.open.makerQuotes.ownEvents()]
		node.open = await openShared(node)
		this.known[at] = this.entries
		const events = [...other.open.makerQuotes.ownEvents(), ...had]
		const set = events.flatMap(event => (event.kind === 'book' && event.book ? [event.book] : []))
		await node.open.books.reservations.readSettledBefore(opened.db, set as MakerBook[])
		for (const event of events) node.open.makerQuotes.receive(event, event.kind === 'book' ? event.node : other.name)
	}

	async reserve(at: number, wanted: number): Promise<void> {
		const node = this.nodes[at]
		const id = node && (await reserveAsks(node.open, wanted))
		this.known[at] = this.entries
		if (id !== undefined) this.parts.push({ id, amount: wanted, state: 'open' })
	}

	async end(which: number, reservation: 'settled' | 'released'): Promise<void> {
		const part = this.parts[which % Math.max(1, this.parts.length)]
		if (part?.state !== 'open') return
		this.entries += 1
		Object.assign(part, { state: reservation, number: this.entries })
		await endPart(opened.db, part.id, { reservation, number: this.entries })
		await opened.db.updateTable('maker').set({ last_sequence: this.entries }).execute()
	}

	/** The standing book's offer less open parts, and less what settled without its node's knowledge. */
	get left(): number {
		const { amount, settledUpTo } = this.standing
		const counted = this.parts.filter(({ state, number = 0 }) => {
			return state === 'open' || (state === 'settled' && number > settledUpTo)
		})
		const left = amount - counted.reduce((sum, part) => sum + part.amount, 0)
		return left < minOffered ? 0 : left
	}
}

const at = fc.nat(1)
const anyStep = fc.oneof(
	{ weight: 5, arbitrary: fc.record({ reserve: fc.integer({ min: 1, max: 4_000 }), at }) },
	{
		weight: 5,
		arbitrary: fc.record({ end: fc.nat(20), as: fc.constantFrom('settled' as const, 'released' as const) }),
	},
	{ weight: 4, arbitrary: fc.record({ send: fc.integer({ min: 1, max: capacity }), at }) },
	{ weight: 3, arbitrary: fc.record({ read: fc.constant(true), at }) },
	{ weight: 1, arbitrary: fc.record({ restart: fc.constant(true), at }) },
)

// shows decision 67: Books and settlements are compared by numbers
test('property: whatever two nodes’ clocks say, both offer exactly the rest of the last book', async () => {
	await fc.assert(
		fc.asyncProperty(
			fc.array(anyStep, { minLength: 5, maxLength: 40 }),
			fc.constantFrom(-30_000, -1, 0, 30_000),
			async (steps, aheadMs) => {
				await opened.db.deleteFrom('part').execute()
				await opened.db.updateTable('maker').set({ last_sequence: 0 }).execute()
				const two = await TwoNodes.open(aheadMs)
				await two.send(0, capacity)
				for (const step of steps) {
					if ('reserve' in step) await two.reserve(step.at, step.reserve)
					else if ('end' in step) await two.end(step.end, step.as)
					else if ('send' in step) await two.send(step.at, step.send)
					else if ('read' in step) await two.read(step.at)
					else await two.restart(step.at)
				}
				for (const [node, { open }] of two.nodes.entries()) {
					assert.equal(await availableAsks(open), two.left, `node ${node}`)
				}
			},
		),
		{ numRuns: 100 },
	)
})

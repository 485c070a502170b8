import { setTimeout as pause } from 'node:timers/promises'
import { type BusCounts, readBusCounts } from './bus-counts.ts'
import type { ClusterNetwork } from './cluster-network.ts'
import { bookFrame, openQuoter } from './quoter.ts'
import { readUsage, sumOf, type Usage, usedBetween } from './usage.ts'

const batches = 250
const booksPerBatch = 10
const betweenBatchesMs = 10
const idleMs = 3_000
// By then the last message has been processed.
const settleMs = 1_000

/** What one change of a book of 50 levels a side costs the nodes and the bus. */
export type BookChangeCosts = {
	/** On the bus, once. */
	readonly bytes: number
	/** From the bus, to all other nodes together. */
	readonly passedOnBytes: number
	/** Processor time of the node to which the maker is connected. */
	readonly ownUs: number
	/** Of each other node. NaN if there is none. */
	readonly otherUs: number
	readonly natsUs: number
}

type Spent = { readonly bus: BusCounts; readonly usage: Usage }

/** A few thousand changes, less what the same nodes do at rest in the same time. */
export async function bookChangeCosts(network: ClusterNetwork): Promise<BookChangeCosts> {
	const quoter = await openQuoter(network)
	const frames = Array.from({ length: booksPerBatch }, (_, n) => bookFrame(n))
	const batch = Buffer.concat(frames)
	const atRest = await spentBy(network, () => pause(idleMs))
	const spent = await spentBy(network, async () => {
		for (let n = 0; n < batches; n++) await Promise.all([quoter.send(batch), pause(betweenBatchesMs)])
		await pause(settleMs)
	})
	quoter.close()
	const longer = spent.usage.atMs / atRest.usage.atMs
	const each = (read: (of: Spent) => number) => (read(spent) - longer * read(atRest)) / (batches * booksPerBatch)
	const others = network.nodes.length - 1
	return {
		bytes: each(({ bus }) => bus.takenBytes),
		passedOnBytes: each(({ bus }) => bus.passedOnBytes),
		ownUs: 1000 * each(({ usage }) => usage.nodes[0] ?? 0),
		otherUs: others === 0 ? Number.NaN : (1000 * each(({ usage }) => sumOf(usage.nodes.slice(1)))) / others,
		natsUs: 1000 * each(({ usage }) => usage.NATS),
	}
}

async function spentBy(network: ClusterNetwork, work: () => Promise<unknown>): Promise<Spent> {
	const read = async (): Promise<Spent> => ({
		bus: await readBusCounts(network.monitorUrl),
		usage: await readUsage(network),
	})
	const before = await read()
	await work()
	const after = await read()
	return {
		bus: {
			takenBytes: after.bus.takenBytes - before.bus.takenBytes,
			passedOnBytes: after.bus.passedOnBytes - before.bus.passedOnBytes,
		},
		usage: usedBetween(before.usage, after.usage),
	}
}

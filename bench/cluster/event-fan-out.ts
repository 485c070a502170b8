import { setTimeout as pause } from 'node:timers/promises'
import { monotonicMs } from '../settle/monotonic.ts'
import type { ClusterNetwork } from './cluster-network.ts'
import { EventLoad } from './event-load.ts'
import { bases, quote } from './market.ts'
import { bookFrame, booksIn, openQuoter } from './quoter.ts'
import { readUsage, sumOf, usedBetween } from './usage.ts'

const readers = 600
const changes = 125
const everyMs = 40
const settleMs = 1_000

/** A book that changes 25 times a second, for readers of its event stream at all nodes. */
export type EventFanOut = {
	readonly perSecond: number
	/** Processor time of all nodes, for one event to one reader. */
	readonly eventUs: number
	/**
	 * From each book's sending at the first node until a reader at the last one had it; books shown together with a later
	 * one are left out.
	 */
	readonly changeToReaderMs: readonly number[]
}

export async function eventFanOut(network: ClusterNetwork): Promise<EventFanOut> {
	const path = `/trade/order_book/stream?base=${bases[0]}&quote=${quote}`
	const urls = network.nodes.map(({ ready }) => ready.url + path)
	const sent = new Map<number, number>()
	const changeToReaderMs: number[] = []
	const probe = await EventLoad.open(urls.at(-1) ?? '', text => {
		for (const n of booksIn(text)) {
			const sentMs = sent.get(n)
			if (sentMs !== undefined) changeToReaderMs.push(monotonicMs() - sentMs)
			sent.delete(n)
		}
	})
	const loads: EventLoad[] = []
	while (loads.length < readers) loads.push(await EventLoad.open(urls[loads.length % urls.length] ?? ''))
	const quoter = await openQuoter(network)
	const heard = () => sumOf(loads.map(({ count }) => count))
	const before = { heard: heard(), usage: await readUsage(network) }
	for (let n = 0; n < changes; n++) {
		sent.set(n, monotonicMs())
		await Promise.all([quoter.send(bookFrame(n)), pause(everyMs)])
	}
	await pause(settleMs)
	const used = usedBetween(before.usage, await readUsage(network))
	const events = heard() - before.heard
	for (const one of [probe, quoter, ...loads]) one.close()
	return { perSecond: (1000 * events) / used.atMs, eventUs: (1000 * sumOf(used.nodes)) / events, changeToReaderMs }
}

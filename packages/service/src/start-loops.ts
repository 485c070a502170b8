import { excuseParts } from './breaker/excused-parts.ts'
import { type Loop, type LoopDeps, runFailures, startLoop } from './loops/loop.ts'
import { Loops } from './loops/loops.ts'
import { Pace } from './queues/pace.ts'
import { byRightClock, holdLease, type LoopRooms, startHeldLoops } from './start-held-loops.ts'

/**
 * Starts all loops. The bus wakes them, and each also runs at regular intervals: those that carry orders forward, at
 * least every second.
 */
export function startLoops(rooms: LoopRooms, running: LoopDeps): Loops {
	const { platform, bundles, settlement, silentMakers, excusedParts, trades, instamint, nodes } = rooms
	const { bus, clock, db, metrics } = platform
	const pace = new Pace()
	const publish = startLoop(running, {
		name: 'publish bundles',
		pace,
		run: byRightClock(rooms, () => bundles.publish(pace)),
	})
	const tell = startLoop(running, { name: 'tell of trades', run: () => trades.feed.run() })
	const {
		held,
		carriers: heldCarriers,
		track,
		reroute,
	} = startHeldLoops(rooms, { running, onCounted: () => tell.wake() })
	const carriers = [publish, ...heldCarriers]
	// Started at one node, known to all.
	const restored =
		nodes === undefined ? [] : [startLoop(running, { name: 'read incarnation', run: () => readIncarnation(rooms) })]
	const loops: Loop[] = [
		publish,
		...held,
		startLoop(running, { name: 'excuse parts', run: () => excuseParts({ db, clock, excusedParts }) }),
		startLoop(running, { name: 'pause silent makers', run: byRightClock(rooms, () => silentMakers.pause()) }),
		tell,
		startLoop(running, { name: 'read disk space', run: () => rooms.disk.read() }),
		startLoop(running, { name: 'read settings', run: () => rooms.agreed.read(db.looks) }),
		startLoop(running, { name: 'sweep', run: () => sweepOnce(rooms) }),
		...(nodes === undefined
			? []
			: [
					startLoop(running, { name: 'say that it is there', run: () => nodes.membership.beat() }),
					startLoop(running, { name: 'share books', everyMs: 500, run: () => nodes.feed.run() }),
					startLoop(running, { name: 'hold the lease', everyMs: 500, run: () => holdLease(rooms, nodes.lease, held) }),
					...restored,
				]),
		...(instamint === undefined
			? []
			: [startLoop(running, { name: 'watch instamint', everyMs: 5_000, run: () => instamint.watch() })]),
	]
	for (const { name } of loops) metrics.know(runFailures, name)
	const unsubscribe = [
		// Another node publishes what makers fill there.
		bus.subscribe('fill_execution', () => publish.wake(), 'here'),
		bus.subscribe('settlement', ({ stateVersion }) => settlement.noteSettled(stateVersion)),
		bus.subscribe('bundle', () => track.wake()),
		bus.subscribe('part_unfilled', () => reroute.wake()),
		bus.subscribe('incarnation', () => {
			for (const loop of restored) loop.wake()
		}),
		...(nodes === undefined
			? []
			: [
					nodes.line.onRestored(() => {
						for (const loop of loops) loop.wake()
					}),
				]),
	]
	return new Loops({ all: loops, carriers, unsubscribe })
}

/** Reads everything again that the bus announces: messages may be lost, changes must not be. */
async function sweepOnce({ prices, pausedMakers, streams }: LoopRooms): Promise<'done'> {
	streams.sweep()
	void prices.shownBooks.refresh()
	void pausedMakers.refresh()
	return 'done'
}

async function readIncarnation({ incarnation }: LoopRooms): Promise<'done'> {
	await incarnation.refresh()
	return 'done'
}

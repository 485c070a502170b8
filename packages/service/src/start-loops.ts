import type { InstamintOperator } from '@accord/instamint'
import type { Streams } from './api/streams.ts'
import { chainEntries } from './audit/chain-entries.ts'
import { type ExcusedParts, excuseParts } from './breaker/excused-parts.ts'
import type { PausedMakers } from './breaker/paused-makers.ts'
import type { SilentMakers } from './breaker/silent-makers.ts'
import type { Bundles } from './bundles/bundles.ts'
import type { DiskSpace } from './db/disk-space.ts'
import type { Incarnation } from './db/incarnation.ts'
import type { LedgerWatch } from './gateway/ledger-watch.ts'
import { type Left, type Loop, type LoopDeps, type Run, runFailures, startLoop } from './loops/loop.ts'
import { Loops } from './loops/loops.ts'
import type { Nodes } from './nodes/open-nodes.ts'
import type { AgreedTerms } from './platform/agreed-terms.ts'
import type { Platform } from './platform/platform.ts'
import type { Prices } from './prices/prices.ts'
import { Pace } from './queues/pace.ts'
import type { Reconciliation } from './reconciliation/reconciliation.ts'
import type { Settlement } from './settlement/settlement.ts'
import type { Trades } from './trades/trades.ts'

/** The rooms that carry orders forward without a request. */
type LoopRooms = {
	readonly platform: Platform
	readonly agreed: AgreedTerms
	readonly ledgerWatch: LedgerWatch
	readonly incarnation: Incarnation
	readonly disk: DiskSpace
	readonly prices: Prices
	readonly pausedMakers: PausedMakers
	readonly streams: Streams
	readonly bundles: Bundles
	readonly settlement: Settlement
	readonly silentMakers: SilentMakers
	readonly excusedParts: ExcusedParts
	readonly reconciliation: Reconciliation
	readonly trades: Trades
	/** Absent if no component is configured. */
	readonly instamint: InstamintOperator | undefined
	/** Absent if this is the only node. */
	readonly nodes: Nodes | undefined
}

/**
 * Starts all loops. The bus wakes them, and each also runs at regular intervals: those that carry orders forward, at
 * least every second.
 */
export function startLoops(rooms: LoopRooms, running: LoopDeps): Loops {
	const { platform, bundles, settlement, silentMakers, excusedParts, reconciliation, trades, instamint, nodes } = rooms
	const { bus, clock, db, metrics, refusals } = platform
	const pace = new Pace()
	const publish = startLoop(running, {
		name: 'publish bundles',
		pace,
		run: byRightClock(rooms, () => bundles.publish(pace)),
	})
	const tell = startLoop(running, { name: 'tell of trades', run: () => trades.feed.run() })
	const count = async (): Promise<Left> => {
		const { left, hasCounted } = await trades.count()
		if (hasCounted) tell.wake()
		return left
	}
	const track = startLoop(running, { name: 'track settlements', everyMs: 500, run: () => settlement.track() })
	const reroute = startLoop(running, {
		name: 'reroute parts',
		run: byRightClock(rooms, () => settlement.rerouteParts()),
	})
	const carriers: Loop[] = [
		publish,
		track,
		startLoop(running, { name: 'expire parts', run: byRightClock(rooms, () => settlement.expireParts()) }),
		reroute,
		startLoop(running, { name: 'skip unpublishable', run: byRightClock(rooms, () => settlement.skipUnpublishable()) }),
	]
	// Started at one node, known to all.
	const restored =
		nodes === undefined ? [] : [startLoop(running, { name: 'read incarnation', run: () => readIncarnation(rooms) })]
	const loops: Loop[] = [
		...carriers,
		startLoop(running, { name: 'compare ended', run: () => settlement.compareEnded() }),
		startLoop(running, { name: 'reconcile days', run: () => reconciliation.run() }),
		startLoop(running, { name: 'check expired', run: () => settlement.findUnfunded() }),
		startLoop(running, { name: 'find vetoes', run: byRightClock(rooms, () => settlement.findVetoes()) }),
		startLoop(running, { name: 'judge prefixes', run: () => settlement.judgePrefixes() }),
		startLoop(running, { name: 'remove ended', everyMs: 5_000, run: () => settlement.removeEnded() }),
		startLoop(running, { name: 'excuse parts', run: () => excuseParts({ db, clock, excusedParts }) }),
		startLoop(running, { name: 'pause silent makers', run: byRightClock(rooms, () => silentMakers.pause()) }),
		startLoop(running, { name: 'count trades', run: count }),
		tell,
		startLoop(running, { name: 'chain audit log', run: () => chainEntries({ db, clock, refusals }) }),
		startLoop(running, { name: 'read disk space', run: () => rooms.disk.read() }),
		startLoop(running, { name: 'read settings', run: () => rooms.agreed.read(db.looks) }),
		startLoop(running, { name: 'sweep', run: () => sweepOnce(rooms) }),
		...(nodes === undefined
			? []
			: [
					startLoop(running, { name: 'say that it is there', run: () => nodes.membership.beat() }),
					startLoop(running, { name: 'share books', everyMs: 500, run: () => nodes.feed.run() }),
					...restored,
				]),
		...(instamint === undefined
			? []
			: [startLoop(running, { name: 'watch instamint', everyMs: 5_000, run: () => instamint.watch() })]),
	]
	for (const { name } of loops) metrics.know(runFailures, name)
	const unsubscribe = [
		bus.subscribe('fill_execution', () => publish.wake()),
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

/**
 * A node whose clock is wrong leaves time-based decisions to the other nodes, because it would time out parts that have
 * time left. It asks the ledger again whether its clock is still wrong.
 */
function byRightClock({ nodes, ledgerWatch, platform }: LoopRooms, run: Run): Run {
	return async (): Promise<Left> => {
		if (nodes === undefined) return run()
		if (ledgerWatch.skewMs === undefined || ledgerWatch.isSkewed) await platform.gateway.ledgerState().catch(() => {})
		return ledgerWatch.isSkewed ? 'done' : run()
	}
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

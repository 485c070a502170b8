import type { InstamintOperator } from '@accord/instamint'
import type { GatewayClient } from '@accord/ledger'
import { type ChainEntriesDeps, chainEntries } from './audit/chain-entries.ts'
import { type ExcusePartsDeps, excuseParts } from './breaker/excused-parts.ts'
import type { SilentMakers } from './breaker/silent-makers.ts'
import type { Bundles } from './bundles/bundles.ts'
import type { Bus } from './bus/bus.ts'
import type { DiskSpace } from './db/disk-space.ts'
import type { Incarnation } from './db/incarnation.ts'
import type { LedgerWatch } from './gateway/ledger-watch.ts'
import { type Left, type Loop, type LoopDeps, type Run, startLoop } from './loops/loop.ts'
import type { ServiceMetrics } from './metrics/service-metrics.ts'
import type { Nodes } from './nodes/open-nodes.ts'
import { Pace } from './queues/pace.ts'
import type { Reconciliation } from './reconciliation/reconciliation.ts'
import type { Settlement } from './settlement/settlement.ts'
import type { Trades } from './trades/trades.ts'

type LoopsDeps = ExcusePartsDeps &
	ChainEntriesDeps &
	LoopDeps & {
		readonly bus: Bus
		readonly gateway: Pick<GatewayClient, 'ledgerState'>
		readonly bundles: Pick<Bundles, 'publish'>
		readonly settlement: Omit<Settlement, 'cancel'>
		readonly silentMakers: Pick<SilentMakers, 'pause'>
		readonly reconciliation: Pick<Reconciliation, 'run' | 'request'>
		readonly metrics: ServiceMetrics
		readonly disk: DiskSpace
		readonly incarnation: Pick<Incarnation, 'refresh'>
		readonly ledgerWatch: Pick<LedgerWatch, 'skewMs' | 'isSkewed'>
		readonly trades: Pick<Trades, 'count' | 'feed'>
		/** Absent where no component is configured. */
		readonly instamint?: Pick<InstamintOperator, 'watch'> | undefined
		/** Absent where this node is the only one. */
		readonly nodes?: Nodes | undefined
		/** Reads once more what the bus tells of: a message may be lost, what it told of may not. */
		readonly sweep: () => void
	}

/** The loops that move orders on when nobody asks. */
export type Loops = {
	/** Has a day compared with the ledger next; false if too many wait. */
	requestReconciliation(day: string): boolean
	drain(): Promise<void>
	/** What is wrong with any of them. */
	faults(): string[]
	/** Which of those that carry orders on have not done so for so long that no new order should begin. */
	stalls(): string[]
	/** For how long no run of each has succeeded. */
	stalledS(): readonly (readonly [loop: string, seconds: number])[]
	stop(): Promise<void>
}

/** Starts them all; the bus wakes them, and each looks by itself at regular intervals: what carries orders on, at least every second. */
export function startLoops(deps: LoopsDeps): Loops {
	const { bus, bundles, settlement, silentMakers, reconciliation, instamint, nodes } = deps
	const pace = new Pace()
	const publish = startLoop(deps, {
		name: 'publish bundles',
		pace,
		run: byRightClock(deps, () => bundles.publish(pace)),
	})
	const tell = startLoop(deps, { name: 'tell of trades', run: () => deps.trades.feed.run() })
	const count = async (): Promise<Left> => {
		const { left, hasCounted } = await deps.trades.count()
		if (hasCounted) tell.wake()
		return left
	}
	const track = startLoop(deps, { name: 'track settlements', everyMs: 500, run: () => settlement.track() })
	const reroute = startLoop(deps, { name: 'reroute parts', run: byRightClock(deps, () => settlement.rerouteParts()) })
	const carriers: Loop[] = [
		publish,
		track,
		startLoop(deps, { name: 'expire parts', run: byRightClock(deps, () => settlement.expireParts()) }),
		reroute,
		startLoop(deps, { name: 'skip unpublishable', run: byRightClock(deps, () => settlement.skipUnpublishable()) }),
	]
	// Begun at one node, known to all.
	const restored =
		nodes === undefined ? [] : [startLoop(deps, { name: 'read incarnation', run: () => readIncarnation(deps) })]
	const loops: Loop[] = [
		...carriers,
		startLoop(deps, { name: 'compare ended', run: () => settlement.compareEnded() }),
		startLoop(deps, { name: 'reconcile days', run: () => reconciliation.run() }),
		startLoop(deps, { name: 'check expired', run: () => settlement.findUnfunded() }),
		startLoop(deps, { name: 'remove ended', everyMs: 5_000, run: () => settlement.removeEnded() }),
		startLoop(deps, { name: 'excuse parts', run: () => excuseParts(deps) }),
		startLoop(deps, { name: 'pause silent makers', run: byRightClock(deps, () => silentMakers.pause()) }),
		startLoop(deps, { name: 'count trades', run: count }),
		tell,
		startLoop(deps, { name: 'chain audit log', run: () => chainEntries(deps) }),
		startLoop(deps, { name: 'read disk space', run: () => deps.disk.read() }),
		startLoop(deps, { name: 'sweep', run: () => sweepOnce(deps) }),
		...(nodes === undefined
			? []
			: [
					startLoop(deps, { name: 'say that it is there', run: () => nodes.membership.beat() }),
					startLoop(deps, { name: 'share books', everyMs: 500, run: () => nodes.feed.run() }),
					...restored,
				]),
		...(instamint === undefined
			? []
			: [startLoop(deps, { name: 'watch instamint', everyMs: 5_000, run: () => instamint.watch() })]),
	]
	for (const { name } of loops) deps.metrics.loopFailures.know(name)
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
	return {
		requestReconciliation: day => reconciliation.request(day),
		drain: async () => {
			for (const loop of loops) await loop.drain()
		},
		faults: () => loops.flatMap(loop => loop.fault() ?? []),
		stalls: () => carriers.flatMap(loop => loop.stall() ?? []),
		stalledS: () => loops.map(loop => [loop.name, loop.stalledS()]),
		stop: async () => {
			for (const end of unsubscribe) end()
			await Promise.all(loops.map(loop => loop.stop()))
		},
	}
}

/**
 * Of several nodes, one whose clock is wrong leaves to the others what is judged by a clock: it would time out what has time left.
 * It asks the ledger again whether it still is.
 */
function byRightClock({ nodes, ledgerWatch, gateway }: LoopsDeps, run: Run): Run {
	return async (): Promise<Left> => {
		if (nodes === undefined) return run()
		if (ledgerWatch.skewMs === undefined || ledgerWatch.isSkewed) await gateway.ledgerState().catch(() => {})
		return ledgerWatch.isSkewed ? 'done' : run()
	}
}

async function sweepOnce({ sweep }: LoopsDeps): Promise<'done'> {
	sweep()
	return 'done'
}

async function readIncarnation({ incarnation }: LoopsDeps): Promise<'done'> {
	await incarnation.refresh()
	return 'done'
}

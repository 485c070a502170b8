import type { InstamintOperator } from '@accord/instamint'
import type { Streams } from './api/streams.ts'
import { chainEntries, writeRefusals } from './audit/chain-entries.ts'
import type { ExcusedParts } from './breaker/excused-parts.ts'
import type { PausedMakers } from './breaker/paused-makers.ts'
import type { SilentMakers } from './breaker/silent-makers.ts'
import type { Bundles } from './bundles/bundles.ts'
import type { DiskSpace } from './db/disk-space.ts'
import type { Incarnation } from './db/incarnation.ts'
import type { LedgerWatch } from './gateway/ledger-watch.ts'
import { type Left, type Loop, type LoopDeps, type Run, startLoop } from './loops/loop.ts'
import type { LoopLease } from './nodes/loop-lease.ts'
import type { Nodes } from './nodes/open-nodes.ts'
import type { AgreedTerms } from './platform/agreed-terms.ts'
import type { Platform } from './platform/platform.ts'
import type { Prices } from './prices/prices.ts'
import type { Reconciliation } from './reconciliation/reconciliation.ts'
import type { Settlement } from './settlement/settlement.ts'
import type { Trades } from './trades/trades.ts'

// The guarantee: of several nodes one runs these loops, and another continues within 2 s once that one cannot. That saves
// work and decides nothing: each of them is also safe on two nodes at once.

/** The rooms that carry orders forward without a request. */
export type LoopRooms = {
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

/** Starts the loops that one of several nodes runs for all. `onCounted` is called when trades have been counted. */
export function startHeldLoops(
	rooms: LoopRooms,
	{ running, onCounted }: { readonly running: LoopDeps; readonly onCounted: () => void },
) {
	const { platform, settlement, reconciliation, trades, nodes } = rooms
	const { clock, db, refusals } = platform
	const count = async (): Promise<Left> => {
		const { left, hasCounted } = await trades.count()
		if (hasCounted) onCounted()
		return left
	}
	const byHolder = (run: Run, rest?: () => unknown) => byHolderOf(nodes?.lease, { run, rest })
	const track = startLoop(running, {
		name: 'track settlements',
		everyMs: 500,
		run: byHolder(
			() => settlement.track(),
			() => settlement.restTracking(),
		),
	})
	const judging = (name: string, run: Run) => startLoop(running, { name, run: byHolder(byRightClock(rooms, run)) })
	const reroute = judging('reroute parts', () => settlement.rerouteParts())
	const held: Loop[] = [
		track,
		judging('expire parts', () => settlement.expireParts()),
		reroute,
		judging('skip unpublishable', () => settlement.skipUnpublishable()),
	]
	const carriers = [...held]
	held.push(
		startLoop(running, { name: 'compare ended', run: byHolder(() => settlement.compareEnded()) }),
		startLoop(running, { name: 'reconcile days', run: byHolder(() => reconciliation.run()) }),
		startLoop(running, { name: 'check expired', run: byHolder(() => settlement.findUnfunded()) }),
		judging('find vetoes', () => settlement.findVetoes()),
		startLoop(running, { name: 'judge prefixes', run: byHolder(() => settlement.judgePrefixes()) }),
		startLoop(running, { name: 'remove ended', everyMs: 5_000, run: byHolder(() => settlement.removeEnded()) }),
		startLoop(running, { name: 'count trades', run: byHolder(count) }),
		startLoop(running, {
			name: 'chain audit log',
			run: byHolder(
				() => chainEntries({ db, clock, refusals }),
				() => writeRefusals({ db, refusals }, clock.nowMs()),
			),
		}),
	)
	return { held, carriers, track, reroute }
}

/**
 * A node whose clock is wrong leaves time-based decisions to the other nodes, because it would time out parts that have
 * time left. It asks the ledger again whether its clock is still wrong.
 */
export function byRightClock({ nodes, ledgerWatch, platform }: LoopRooms, run: Run): Run {
	return async (): Promise<Left> => {
		if (nodes === undefined) return run()
		if (ledgerWatch.skewMs === undefined || ledgerWatch.isSkewed) await platform.gateway.ledgerState().catch(() => {})
		return ledgerWatch.isSkewed ? 'done' : run()
	}
}

/**
 * What one of several nodes is enough for. The others do nothing, or only what each must do for itself. A node alone
 * needs no lease.
 */
function byHolderOf(
	lease: LoopLease | undefined,
	{ run, rest }: { run: Run; rest?: (() => unknown) | undefined },
): Run {
	return async (): Promise<Left> => {
		if (lease === undefined || lease.isHeld) return run()
		await rest?.()
		return 'done'
	}
}

/**
 * Keeps the lease, or takes it from a node that no longer renews it. A node whose clock is wrong, that cannot read the
 * ledger, or whose loops fail leaves it to the others.
 */
export async function holdLease(
	{ ledgerWatch, settlement }: LoopRooms,
	lease: LoopLease,
	held: readonly Loop[],
): Promise<'done'> {
	const isBlind = settlement.takeBlindness()
	if (isBlind || ledgerWatch.isSkewed || held.some(loop => loop.fault() !== undefined)) await lease.leave()
	else if (await lease.renew()) for (const loop of held) loop.wake()
	return 'done'
}

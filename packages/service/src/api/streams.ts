import type { BooksWithdrawn, BreakerChange, FillExecution } from '@accord/protocol'
import { limitedApiKeys } from '../accounts/api-keys.ts'
import { breakerOf } from '../breaker/breaker.ts'
import { pausesOf } from '../breaker/maker-pauses.ts'
import type { Bundles } from '../bundles/bundles.ts'
import { openPublications, type SolverEvent, solverEventsAfter, solverLogRange } from '../bundles/solver-events.ts'
import type { SolverReads } from '../bundles/solver-reads.ts'
import type { DatabaseLanes } from '../db/database-lanes.ts'
import type { Incarnation } from '../db/incarnation.ts'
import { fillExecutionsAfter, fillLogRange } from '../fills/fill-executions.ts'
import { openNewOrders } from '../fills/new-orders.ts'
import { OrderWatch } from '../orders/order-watch.ts'
import type { Platform } from '../platform/platform.ts'
import type { Prices } from '../prices/prices.ts'
import { BreakerStreams } from './flash/breaker-streams.ts'
import { FillExecutionStreams } from './flash/fill-execution-streams.ts'
import { HeldBackStreams } from './flash/held-back-streams.ts'
import { KeyWatch } from './flash/key-watch.ts'
import { MakerSubscribers } from './flash/maker-subscribers.ts'
import { NewOrderStreams } from './flash/new-order-streams.ts'
import { NumberedStream } from './sockets/numbered-stream.ts'
import { Replays } from './sockets/replays.ts'
import { SharedPages } from './sockets/shared-pages.ts'
import type { SolverLog } from './solver/event-session.ts'
import { type BundleMessage, bundleMessage, eventMessage } from './solver/solver-messages.ts'

type StreamsDeps = {
	readonly platform: Platform
	readonly incarnation: Incarnation
	readonly bundles: Pick<Bundles, 'solverReads'>
	readonly prices: Pick<Prices, 'makerQuotes' | 'makerBooks'>
}

const bundlesPerPage = 100

/**
 * The streams of all sessions: read from the database when the bus reports a change, and at every sweep. History is
 * read with lower priority than anything that clients are waiting for; new entries are not.
 */
export class Streams {
	readonly newOrders: NewOrderStreams
	readonly fillExecutions: FillExecutionStreams
	readonly bundles: NumberedStream<BundleMessage>
	readonly solverLog: SolverLog
	readonly replays: Replays
	readonly breaker: BreakerStreams
	/** Books that the service has withdrawn without being asked. */
	readonly withdrawals = new MakerSubscribers<BooksWithdrawn>()
	readonly heldBack: HeldBackStreams
	readonly keys: KeyWatch
	readonly orders: OrderWatch
	readonly #deps: StreamsDeps
	readonly #unsubscribe: readonly (() => void)[]
	#isStopped = false

	constructor(deps: StreamsDeps) {
		const { platform, incarnation } = deps
		const { db, clock, bus, log, limits } = platform
		const { solverReads } = deps.bundles
		this.#deps = deps
		this.replays = new Replays({ perClient: limits.replaysPerAddress })
		const { replays } = this
		// Once all sessions have ended, the database may close before the last read.
		const onError = (error: unknown) => void (this.#isStopped || log.error({ err: error }, 'reading a stream failed'))
		const follow = (makerId: string) => bus.follow({ makerId })
		this.newOrders = new NewOrderStreams({
			follow,
			openNewOrders: makerId => openNewOrders(db.looks, { makerId, nowMs: clock.nowMs() }),
			onError,
		})
		this.fillExecutions = new FillExecutionStreams({
			follow,
			fillExecutionsAfter: entries => this.#newFillExecutions(entries),
			history: entries => fillExecutionsAfter(db.requests, entries),
			replays,
			logRange: makerId => fillLogRange(db.own, makerId),
			incarnation: () => incarnation.id,
			onError,
		})
		solverReads.onHandedOver(() => this.#wakeSolvers())
		this.bundles = new NumberedStream({
			readAfter: async (after, limit) => (await solverReads.bundlesAfter({ after, limit })).map(bundleMessage),
			numberOf: bundle => bundle.bundleNumber,
			onError,
			pageSize: bundlesPerPage,
			replays,
		})
		this.solverLog = openSolverLog({ db, incarnation, replays, solverReads, onError })
		this.breaker = new BreakerStreams({ read: makerId => breakerChange(platform, makerId), onError })
		const { makerQuotes, makerBooks } = deps.prices
		this.heldBack = new HeldBackStreams({
			clock,
			pairsOf: makerId => makerQuotes.booksOfMaker(makerId).map(({ book }) => book.pair),
			heldBackOf: (makerId, pair) => makerBooks.heldBackOf(makerId, pair),
		})
		this.keys = new KeyWatch({ limitedAmong: keyIds => limitedApiKeys({ database: db.looks, clock }, keyIds), onError })
		this.orders = new OrderWatch({ db, bus, onError })
		this.#unsubscribe = [
			bus.subscribe('new_order', ({ makerId, partId }) => this.newOrders.wake(makerId, partId)),
			bus.subscribe('fill_execution', ({ makerId }) => this.fillExecutions.wake(makerId)),
			bus.subscribe('bundle', ({ isHandedOver }) => (isHandedOver ? undefined : this.#wakeSolvers())),
			bus.subscribe('api_key', () => this.keys.wake()),
			bus.subscribe('price_book', change => this.heldBack.changed(change)),
		]
	}

	/** Tells the maker's sessions that leaving the next order unanswered leads to a pause. */
	async warn(makerId: string, { missRate, sample }: Pick<BreakerChange, 'missRate' | 'sample'>): Promise<void> {
		const nowMs = this.#deps.platform.clock.nowMs()
		const pauses = await pausesOf(this.#deps.platform.db.own, { makerId, nowMs })
		this.breaker.warned(makerId, { state: 'warned', missRate, sample, pauses, occurredAtMs: nowMs })
	}

	/** Reads everything again: a message on the bus may be lost, an entry must not be. */
	sweep(): void {
		this.newOrders.wakeAll()
		this.fillExecutions.wakeAll()
		this.#wakeSolvers()
		this.keys.wake()
		this.orders.sweep()
	}

	stop(): void {
		this.#isStopped = true
		for (const end of this.#unsubscribe) end()
		this.orders.stop()
	}

	/** A maker that is notified of a settlement may immediately send a book that accounts for it. */
	async #newFillExecutions(of: Parameters<typeof fillExecutionsAfter>[1]): Promise<FillExecution[]> {
		const entries = await fillExecutionsAfter(this.#deps.platform.db.looks, of)
		const last = entries.at(-1)
		if (last !== undefined) this.#deps.prices.makerQuotes.logsRead.note(of.makerId, last.sequenceNumber)
		return entries
	}

	#wakeSolvers(): void {
		this.bundles.wake()
		this.solverLog.stream.wake()
	}
}

type SolverLogDeps = {
	readonly db: DatabaseLanes
	readonly incarnation: Incarnation
	readonly replays: Replays
	readonly solverReads: SolverReads
	readonly onError: (error: unknown) => void
}

function openSolverLog({ db, incarnation, replays, solverReads, onError }: SolverLogDeps): SolverLog {
	const message = (event: SolverEvent) => eventMessage(event, incarnation.id)
	const history = new SharedPages({
		readRange: async (after, upTo) =>
			(await solverEventsAfter(db.requests, { after, upTo, limit: upTo - after })).map(message),
		isFinal: event => event.isFinal,
		pageSize: bundlesPerPage,
		version: () => incarnation.id,
	})
	return {
		incarnation: () => incarnation.id,
		replays,
		pageSize: bundlesPerPage,
		stream: new NumberedStream({
			readAfter: async (after, limit) => (await solverReads.eventsAfter({ after, limit })).map(message),
			numberOf: event => event.number,
			onError,
			pageSize: bundlesPerPage,
			replays,
			history,
		}),
		range: () => solverLogRange(db.own),
		openPublications: async range => (await openPublications(db.own, { ...range, limit: bundlesPerPage })).map(message),
	}
}

async function breakerChange(platform: Platform, makerId: string): Promise<BreakerChange> {
	const of = { database: platform.db.own, makerId, nowMs: platform.clock.nowMs() }
	const [{ missRate, sample }, pauses] = await Promise.all([breakerOf(platform, of), pausesOf(of.database, of)])
	const state = pauses.some(({ by }) => by === 'breaker') ? 'paused' : 'ok'
	return { state, missRate, sample, pauses, occurredAtMs: of.nowMs }
}

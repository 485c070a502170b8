import { type CheckedOrder, type OrderPage, type OrderStatus, TradeError } from '@accord/protocol'
import { errorsOf, operations } from '@accord/protocol/contract'
import { noteRefusal } from '../audit/refusal-tally.ts'
import { requireIntegrator } from '../integrators/named-integrator.ts'
import { orderExpiry } from '../intents/deadlines.ts'
import { type Intents, retryWhileStale } from '../intents/intents.ts'
import { selectOpenIntents } from '../intents/open-intents-table.ts'
import { requireUnusedNow } from '../intents/prefix-uses-table.ts'
import {
	isSignedByOwner,
	loggedTerms,
	ownAccounts,
	type SignedIntent,
	signedPartialWork,
} from '../intents/read-intent.ts'
import { type ValidByTerms, validateAtLedgerTime, validateByTerms } from '../intents/validate-order.ts'
import { type OfferedBooks, tentativeMatch } from '../matching/match-order.ts'
import { counter, Stopwatch } from '../metrics/metrics.ts'
import type { Platform } from '../platform/platform.ts'
import type { Books } from '../prices/books.ts'
import { Lanes } from '../queues/lanes.ts'
import { stageRecorder } from '../telemetry/tracing.ts'
import { type CheckOrder, checkOrder } from './check-order.ts'
import { isKnownOrder, type MatchOutcome } from './decide-match.ts'
import type { DenyHook } from './deny-hook.ts'
import { MatchQueue, type MatchQueueDeps } from './match-queue.ts'
import { type OrderGate, openOrdersMaxOf, requireOpenOrderLimits } from './order-gate.ts'
import { type AccountOrdersQuery, accountOrders, orderStatus, orderStatuses } from './order-status.ts'
import { type Submission, type SubmissionContext, selectRole, selectSubmissionContexts } from './orders-table.ts'

// The guarantee: an order that is answered with success has been validated against every rule and is written with its
// parts, which are requested from their makers. The same order always gets the same answer; a refused order is not
// remembered.

const accepted = counter('accord_orders_accepted_total', 'Orders accepted')
export const ordersRefused = counter(
	'accord_orders_refused_total',
	'Orders refused, by code',
	['code'],
	errorsOf(operations.submitOrder),
)

/** The rooms that orders depend on. */
export type OrderRooms = {
	readonly platform: Platform
	readonly intents: Pick<Intents, 'check' | 'costPreview' | 'prefixCode' | 'depositRules'>
	readonly prices: OfferedBooks
	readonly orderGate: Pick<OrderGate, 'requireLoops' | 'requireRoom' | 'readBooks' | 'asFarAsKnown'>
	/** Absent if no one is asked before an order is accepted. */
	readonly denyHook?: Pick<DenyHook, 'requireAllowed'> | undefined
	readonly orderLookups: Lanes<Submission, SubmissionContext>
	readonly matchQueue: Pick<MatchQueue, 'match' | 'depth'>
}

type OrdersDeps = Omit<OrderRooms, 'prices' | 'orderLookups' | 'matchQueue'> & {
	readonly prices: { readonly books: Books }
	readonly newOrders: MatchQueueDeps['newOrders']
}

export function openOrders(deps: OrdersDeps): Orders {
	return new Orders(orderRooms(deps))
}

/** The rooms that orders need, and their own queues. */
export function orderRooms({ newOrders, ...rooms }: OrdersDeps): OrderRooms {
	const { platform, prices } = rooms
	const matchQueue = new MatchQueue({ platform, prices, newOrders })
	return { ...rooms, orderLookups: orderLookups(platform), matchQueue }
}

/**
 * The contexts of submitted orders, looked up with one statement for all waiting orders. The statement starts after
 * those orders have arrived, and sees everything committed by then.
 */
function orderLookups({ db }: Platform): OrderRooms['orderLookups'] {
	const run = (submissions: readonly Submission[]) => selectSubmissionContexts(db.requests, submissions)
	return new Lanes({ batchMax: 32, waitingMax: 4_000, restMaxMs: 20, run })
}

export type SubmitOrder = {
	readonly signedPartialTransaction: string
	/** The code of the integrator that gets a share of its platform fee. */
	readonly integrator?: string | undefined
	readonly receivedAtMs: number
	/** The sender, because waiting clients take turns. If absent, no particular sender. */
	readonly client?: string
	/** The trace context of its request; absent unless it is traced. */
	readonly traceContext?: string | undefined
}
/** An order whose bytes could be read. */
type ReadOrder = SubmitOrder & { readonly info: SignedIntent }
type OrderInContext = Omit<ReadOrder, 'integrator'> & Omit<SubmissionContext, 'role'>

/** The submitted order, and whether it was new. */
export type Submitted = { readonly subintentId: string; readonly isNew: boolean }

/** Users' orders: submitting, checking and viewing them. */
export class Orders {
	readonly #rooms: OrderRooms

	constructor(rooms: OrderRooms) {
		this.#rooms = rooms
	}

	/** How many orders are waiting: to be looked up, and to be matched. */
	get depth(): { readonly orderLookups: number; readonly ordersToMatch: number } {
		const { orderLookups, matchQueue } = this.#rooms
		return { orderLookups: orderLookups.depth, ordersToMatch: matchQueue.depth }
	}

	/**
	 * Accepts a user's signed order: reads and validates it, cheapest checks first, matches it, and requests fills from
	 * makers (decision 18). Every log line about an order, its parts, fills and bundle has the order's id in `order`, so
	 * that one search finds all of them.
	 * @throws TradeError with the code of the first check that refuses it
	 */
	async submit({ requestId, ...order }: SubmitOrder & { readonly requestId?: string }): Promise<Submitted> {
		const { threads, market, metrics, log, tracing } = this.#rooms.platform
		const { client = '', signedPartialTransaction, traceContext } = order
		const stopwatch = new Stopwatch(metrics, stageRecorder(tracing, traceContext))
		let subject: string | undefined
		let named: object = {}
		try {
			const { networkId } = market
			const info = await threads.run(client, signedPartialWork, { networkId }, signedPartialTransaction)
			subject = info.subintentHash
			const { subintentId } = info
			named = { order: subintentId, ...loggedTerms(info, market) }
			const isNew = await this.#acceptUnlessKnown({ ...order, info }, stopwatch)
			if (!isNew) return { subintentId, isNew }
			metrics.count(accepted)
			stopwatch.end('order_to_asked')
			log.info({ requestId, order: subintentId, subintentId }, 'order accepted')
			return { subintentId, isNew }
		} catch (error) {
			const refusal = { act: 'order_refused', actor: client, subject, context: { requestId, ...named } } as const
			noteRefusal(this.#rooms.platform, error, { ...refusal, counted: ordersRefused })
			throw error
		}
	}

	/** Returns whether the order was not known before. */
	async #acceptUnlessKnown({ integrator, ...order }: ReadOrder, stopwatch: Stopwatch): Promise<boolean> {
		const { platform, orderGate, orderLookups } = this.#rooms
		const { info, receivedAtMs: nowMs } = order
		const { subintentHash } = info
		// Checked before any query, because a database that does not answer may be what stalls the loops.
		orderGate.requireLoops()
		const account = info.reading.terms?.account
		const submission = { subintentHash, account, ownAccounts: ownAccounts(info), integrator, nowMs }
		const { role, ...context } = await orderLookups.run('orders', submission)
		if (role === 'fill') throw new TradeError('subintent_in_use')
		if (role === 'order') return false
		orderGate.requireRoom()
		requireIntegrator(integrator, context.integrator)
		try {
			return await this.#checkAndMatch({ ...order, ...context }, stopwatch)
		} catch (error) {
			// If it was submitted twice concurrently, this refusal may be due to the same order, which was accepted first.
			if (!(error instanceof TradeError) || (await selectRole(platform.db.requests, subintentHash)) !== 'order')
				throw orderGate.asFarAsKnown(error)
			return false
		}
	}

	async #checkAndMatch(order: OrderInContext, stopwatch: Stopwatch): Promise<boolean> {
		const { platform, prices, intents, matchQueue, denyHook } = this.#rooms
		const { limits, db } = platform
		const { info, level, ownMakers, integrator, unfunded, receivedAtMs, signedPartialTransaction, client = '' } = order
		const { traceContext } = order
		const { validated, feeInfo } = await this.#validate(order)
		const { account, payers, hasPrefix, subintentHash } = validated
		const openOrdersMax = () => openOrdersMaxOf(limits, { unfunded, nowMs: receivedAtMs })
		// A stranger learns nothing about the account: its preview has to pass before the match asks all of this again.
		const isOwners = isSignedByOwner(info, account)
		if (isOwners) openOrdersMax()
		// Refuses immediately an order that cannot match now, before any expensive request to the ledger.
		tentativeMatch({ platform, prices }, validated, { ownMakers: isOwners ? ownMakers : [] })
		await denyHook?.requireAllowed(validated, { purpose: 'order', client })
		const uses = await intents.prefixCode.usesOf(info, client)
		await requireUnusedNow(db.requests, uses, receivedAtMs)
		const outcome = await retryWhileStale(async (attempt): Promise<MatchOutcome> => {
			const own = attempt === 1 ? order.open : await selectOpenIntents(db.requests, [account])
			if (isKnownOrder(own, subintentHash)) return 'known'
			if (isOwners) requireOpenOrderLimits(openOrdersMax(), { payers: [account], hasPrefix, open: own })
			const open = payers.length === 1 ? own : await selectOpenIntents(db.requests, payers)
			const intent = await intents.check({
				database: db.requests,
				validated,
				info,
				role: 'taker',
				client,
				signedPartialTransaction,
				open,
				feeInfo,
				stopwatch,
			})
			// A preview has shown by now that the signers may take funds from all of these accounts.
			requireOpenOrderLimits(openOrdersMax(), { payers, hasPrefix, open })
			const known = { level, ownMakers, ...(integrator && { integrator }) }
			const candidate = { ...intent, ...known, traceContext, uses, openOrdersMax: openOrdersMax() }
			return stopwatch.time('match', () => matchQueue.match(candidate))
		})
		return outcome === 'accepted'
	}

	#validate({ info, level, receivedAtMs }: OrderInContext): Promise<ValidByTerms> {
		const { ledger, terms } = this.#rooms.platform
		const expiry = orderExpiry(receivedAtMs)
		return validateAtLedgerTime(ledger, ledgerState =>
			validateByTerms(terms.accepted(), { ledgerState, role: 'taker', level, expiry }, info),
		)
	}

	/** Reports every rule that an order breaks; writes nothing. */
	check(order: CheckOrder): Promise<CheckedOrder> {
		return checkOrder(this.#rooms, order)
	}

	/** The status of an order; undefined if it is not known. */
	status(subintentId: string): Promise<OrderStatus | undefined> {
		return orderStatus(this.#rooms.platform.db.requests, subintentId)
	}

	/** The statuses of the known orders among these. */
	statuses(subintentIds: readonly string[]): Promise<readonly OrderStatus[]> {
		return orderStatuses(this.#rooms.platform.db.requests, subintentIds)
	}

	ofAccount(query: AccountOrdersQuery): Promise<OrderPage> {
		return accountOrders(this.#rooms.platform.db.requests, query)
	}
}

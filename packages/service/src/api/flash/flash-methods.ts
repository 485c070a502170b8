import {
	type Clock,
	cancelAllPriceBooksWire,
	fillWire,
	flashMethods,
	type HistoricalStartingPointWire,
	type JsonRpcMethod,
	type PongWire,
	type PriceBookRules,
	type PriceBooksCancelledWire,
	parsePriceBook,
	parseWire,
	rejectOrderWire,
	type SubmissionResultWire,
	startFillExecutionWire,
	TradeError,
} from '@accord/protocol'
import type { RejectPart } from '../../fills/reject-part.ts'
import type { PriceBooks } from '../../prices/price-books.ts'
import type { BreakerStreams } from './breaker-streams.ts'
import type { FillExecutionStreams } from './fill-execution-streams.ts'
import type { FlashSession, Receipt } from './flash-session.ts'
import { formatFillExecution } from './flash-wire.ts'
import { knownPairs } from './known-pairs.ts'
import type { NewOrderStreams } from './new-order-streams.ts'
import { startNewOrders } from './new-orders-stream.ts'

export type FlashDeps = {
	readonly clock: Clock
	readonly priceBookRules: PriceBookRules
	readonly books: Pick<PriceBooks, 'replacePriceBook' | 'setQuoting' | 'endSession' | 'withdraw' | 'withdrawAll'>
	readonly newOrders: NewOrderStreams
	readonly fillExecutions: FillExecutionStreams
	readonly breaker: Pick<BreakerStreams, 'subscribe'>
	readonly submitFill: (fill: {
		makerId: string
		orderId: string
		signedPartialTransaction: string
		receivedAtMs: number
	}) => Promise<{ subintentId: string }>
	readonly rejectPart: (rejection: RejectPart) => Promise<void>
}

type Call = { readonly params: unknown; readonly receivedAtMs: number }

const success = { success: true } as const

/** What a maker may call on its session. Wire in, wire out: the rules live in the stages. */
export function flashMethodsOf(deps: FlashDeps, session: FlashSession): Record<string, JsonRpcMethod<Receipt>> {
	const ping = () => pong(deps)
	const methods: Record<string, JsonRpcMethod<Receipt>> = {
		[flashMethods.priceBookChanged]: params => replacePriceBook(deps, session, params),
		[flashMethods.cancelAllPriceBooks]: params => cancelAllPriceBooks(deps, session, params),
		[flashMethods.startNewOrders]: params => startNewOrders(deps, session, params),
		[flashMethods.rejectOrder]: (params, { receivedAtMs }) => reject(deps, session, { params, receivedAtMs }),
		[flashMethods.fill]: (params, { receivedAtMs }) => fill(deps, session, { params, receivedAtMs }),
		[flashMethods.startFillExecution]: params => startFillExecution(deps, session, params),
		[flashMethods.ping]: ping,
		[flashMethods.shortPing]: ping,
	}
	return Object.fromEntries(Object.entries(methods).map(([name, method]) => [name, counted(method)]))
}

/** Every call counts, also each of a batch. */
function counted(method: JsonRpcMethod<Receipt>): JsonRpcMethod<Receipt> {
	return (params, receipt) => {
		if (receipt.count() !== 'pass') throw new TradeError('rate_limited', undefined, { extra: { retry_after_s: 1 } })
		return method(params, receipt)
	}
}

function replacePriceBook({ books, priceBookRules }: FlashDeps, session: FlashSession, params: unknown) {
	books.replacePriceBook(session.makerId, session.id, parsePriceBook(params, priceBookRules))
	return success
}

function cancelAllPriceBooks(
	{ books, priceBookRules }: FlashDeps,
	{ makerId }: FlashSession,
	params: unknown,
): PriceBooksCancelledWire {
	const { token_pairs } = parseWire(cancelAllPriceBooksWire, params ?? {})
	const pairs = token_pairs === undefined ? undefined : knownPairs(priceBookRules, token_pairs)
	return { ...success, cancelled: books.withdrawAll(makerId, pairs) }
}

async function reject({ rejectPart }: FlashDeps, { makerId }: FlashSession, { params, receivedAtMs }: Call) {
	const { order_id: orderId, reason } = parseWire(rejectOrderWire, params)
	await rejectPart({ makerId, orderId, reason, receivedAtMs })
	return success
}

async function fill(
	{ submitFill }: FlashDeps,
	{ makerId }: FlashSession,
	{ params, receivedAtMs }: Call,
): Promise<SubmissionResultWire> {
	const { order_id: orderId, signed_partial_transaction: signedPartialTransaction } = parseWire(fillWire, params)
	const { subintentId } = await submitFill({ makerId, orderId, signedPartialTransaction, receivedAtMs })
	return { ...success, success_response: { subintent_id: subintentId } }
}

async function startFillExecution({ fillExecutions }: FlashDeps, session: FlashSession, params: unknown) {
	const { enabled = true, historical_starting_point } = parseWire(startFillExecutionWire, params ?? {})
	if (!enabled) {
		session.setStream('fill_execution', undefined)
		return success
	}
	const after = await fillExecutions.startAfter(session.makerId, startingPointOf(historical_starting_point))
	const subscriber = {
		push: (entry: Parameters<typeof formatFillExecution>[0]) =>
			session.notify(flashMethods.nextFillExecution, formatFillExecution(entry)),
		flushed: () => session.flushed(),
		failed: (error: unknown) => session.fail(error),
	}
	session.setStream('fill_execution', () => fillExecutions.subscribe(session.makerId, subscriber, after))
	return success
}

function startingPointOf(point: HistoricalStartingPointWire | undefined): number | undefined {
	return typeof point === 'object' ? point.at_sequence_number : point
}

function pong({ clock }: FlashDeps): PongWire {
	return { pong: true, timestamp_ms: clock.nowMs() }
}

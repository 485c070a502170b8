import {
	type Clock,
	fillWire,
	flashMethods,
	type HistoricalStartingPointWire,
	type JsonRpcMethod,
	type Pair,
	type PongWire,
	type PriceBookRules,
	pairKey,
	parsePriceBook,
	parseWire,
	type SubmissionResultWire,
	startFillExecutionWire,
	startNewOrdersWire,
	TradeError,
} from '@accord/protocol'
import type { PriceBooks } from '../../prices/price-books.ts'
import type { FillExecutionStreams } from './fill-execution-streams.ts'
import type { FlashSession, Receipt } from './flash-session.ts'
import { formatFillExecution, formatNewOrder } from './flash-wire.ts'
import type { NewOrderStreams } from './new-order-streams.ts'

export type FlashDeps = {
	readonly clock: Clock
	readonly priceBookRules: PriceBookRules
	readonly books: Pick<PriceBooks, 'replacePriceBook' | 'setQuoting' | 'endSession'>
	readonly newOrders: NewOrderStreams
	readonly fillExecutions: FillExecutionStreams
	readonly submitFill: (fill: {
		makerId: string
		orderId: string
		signedPartialTransaction: string
		receivedAtMs: number
	}) => Promise<{ subintentId: string }>
}

const success = { success: true } as const

/** What a maker may call on its session. Wire in, wire out: the rules live in the stages. */
export function flashMethodsOf(deps: FlashDeps, session: FlashSession): Record<string, JsonRpcMethod<Receipt>> {
	const ping = () => pong(deps)
	return {
		[flashMethods.priceBookChanged]: params => replacePriceBook(deps, session, params),
		[flashMethods.startNewOrders]: params => startNewOrders(deps, session, params),
		[flashMethods.fill]: (params, receipt) => fill(deps, session, { params, receivedAtMs: receipt.receivedAtMs }),
		[flashMethods.startFillExecution]: params => startFillExecution(deps, session, params),
		[flashMethods.ping]: ping,
		[flashMethods.shortPing]: ping,
	}
}

function replacePriceBook({ books, priceBookRules }: FlashDeps, session: FlashSession, params: unknown) {
	books.replacePriceBook(session.makerId, session.id, parsePriceBook(params, priceBookRules))
	return success
}

function startNewOrders({ books, newOrders, priceBookRules }: FlashDeps, session: FlashSession, params: unknown) {
	const { enabled = true, token_pairs, min_amounts } = parseWire(startNewOrdersWire, params ?? {})
	if (min_amounts !== undefined && Object.keys(min_amounts).length > 0) throw notOffered('/min_amounts')
	const pairs = token_pairs?.map((pair, at) => knownPair(priceBookRules, pair, at)) ?? 'all'
	books.setQuoting(session.makerId, session.id, enabled ? pairs : 'none')
	if (!enabled) session.setStream('new_orders', undefined)
	else session.setStream('new_orders', () => newOrders.subscribe(session.makerId, newOrderSubscriber(session, pairs)))
	return success
}

function newOrderSubscriber(session: FlashSession, pairs: readonly Pair[] | 'all') {
	const wanted = pairs === 'all' ? undefined : new Set(pairs.map(pairKey))
	return {
		wants: (pair: Pair) => wanted === undefined || wanted.has(pairKey(pair)),
		push: (order: Parameters<typeof formatNewOrder>[0]) => session.notify(flashMethods.newOrder, formatNewOrder(order)),
	}
}

async function fill(
	{ submitFill }: FlashDeps,
	{ makerId }: FlashSession,
	{ params, receivedAtMs }: { params: unknown; receivedAtMs: number },
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

function knownPair({ pairs }: PriceBookRules, { base, quote }: Pair, at: number): Pair {
	const pair = pairs.get(pairKey({ base, quote }))
	if (pair !== undefined) return pair
	const item = {
		pointer: `/token_pairs/${at}`,
		expected: 'a pair of GET /trade/token_pairs',
		found: `${base}/${quote}`,
	}
	throw TradeError.fromFindings([{ code: 'unknown_pair', item }])
}

/** A filter that is taken but not applied would send orders that the maker did not ask for. */
function notOffered(pointer: string): TradeError {
	return TradeError.fromFindings([{ code: 'validation_failed', item: { pointer, expected: 'absent in this version' } }])
}

function pong({ clock }: FlashDeps): PongWire {
	return { pong: true, timestamp_ms: clock.nowMs() }
}

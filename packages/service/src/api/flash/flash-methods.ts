import {
	type Clock,
	FillExecution,
	flashMethods,
	type JsonRpcMethod,
	Pong,
	type PriceBookRules,
	parseWire,
	RejectOrder,
	StartFillExecution,
	SubmissionResult,
	SubmitFill,
	TradeError,
	type WireOf,
} from '@accord/protocol'
import type { Fills } from '../../fills/fills.ts'
import type { Streams } from '../streams.ts'
import type { CallContext, CallingSession } from './flash-call.ts'
import {
	cancelAllPriceBooks,
	type PricesOfSessions,
	priceBooksStatus,
	replacePriceBook,
	withdrawingFormer,
} from './price-book-methods.ts'
import { startNewOrders } from './start-new-orders.ts'

/** The rooms that a maker's session calls. */
export type FlashRooms = {
	readonly clock: Clock
	readonly priceBookRules: PriceBookRules
	readonly prices: PricesOfSessions
	readonly fills: Pick<Fills, 'submit' | 'reject'>
	readonly streams: Pick<Streams, 'newOrders' | 'breaker' | 'withdrawals' | 'heldBack' | 'fillExecutions'>
}

type Call = { readonly params: unknown; readonly receivedAtMs: number }
type FlashMethods = Readonly<Record<string, JsonRpcMethod<CallContext>>>

const success = { success: true } as const
/**
 * Measured in real time. Much longer than a fill stays useful: a caller still waiting is better off with a new session.
 */
const answerTimeoutMs = 15_000

/** Methods that never wait for the database, so they are answered no matter how many other calls are running. */
export const immediateMethods: ReadonlySet<string> = new Set([
	flashMethods.priceBookChanged,
	flashMethods.cancelAllPriceBooks,
	flashMethods.startNewOrders,
	flashMethods.ping,
	flashMethods.shortPing,
])

/** The methods that a maker can call on its session. */
export function flashMethodsOf(rooms: FlashRooms, session: CallingSession): FlashMethods {
	const ping = () => pong(rooms)
	const methods: FlashMethods = {
		[flashMethods.cancelAllPriceBooks]: params => cancelAllPriceBooks(rooms, session, params),
		[flashMethods.priceBooksStatus]: params => priceBooksStatus(rooms, session, params),
		[flashMethods.startNewOrders]: params => startNewOrders(rooms, session, params),
		[flashMethods.rejectOrder]: (params, { receivedAtMs }) => reject(rooms, session, { params, receivedAtMs }),
		[flashMethods.fill]: (params, { receivedAtMs }) => fill(rooms, session, { params, receivedAtMs }),
		[flashMethods.startFillExecution]: params => startFillExecution(rooms, session, params),
		[flashMethods.ping]: ping,
		[flashMethods.shortPing]: ping,
	}
	const all = Object.fromEntries(Object.entries(methods).map(([name, method]) => [name, counted(method, session)]))
	const replace = counted((params, context) => replacePriceBook(rooms, session, { ...context, params }), session)
	return { ...all, [flashMethods.priceBookChanged]: withdrawingFormer(rooms, session, replace) }
}

/** Counts every call, including each call of a batch, and ends the session if one of them gets no answer. */
function counted(method: JsonRpcMethod<CallContext>, session: CallingSession): JsonRpcMethod<CallContext> {
	return (params, context) => {
		if (context.count() !== 'pass') throw new TradeError('rate_limited', undefined, { extra: { retry_after_s: 1 } })
		const result = method(params, context)
		return result instanceof Promise ? inTime(result, session) : result
	}
}

function inTime(result: Promise<unknown>, session: CallingSession): Promise<unknown> {
	const fail = () => session.fail(new Error(`a call was not answered within ${answerTimeoutMs / 1000} s`))
	const timer = setTimeout(fail, answerTimeoutMs).unref()
	return result.finally(() => clearTimeout(timer))
}

async function reject({ fills }: FlashRooms, { makerId }: CallingSession, { params, receivedAtMs }: Call) {
	const { orderId, reason } = parseWire(RejectOrder.schema, params)
	await fills.reject({ makerId, orderId, reason, receivedAtMs })
	return success
}

async function fill(
	{ fills }: FlashRooms,
	{ makerId }: CallingSession,
	{ params, receivedAtMs }: Call,
): Promise<WireOf<typeof SubmissionResult>> {
	const { subintentId } = await fills.submit({ ...parseWire(SubmitFill.schema, params), makerId, receivedAtMs })
	return SubmissionResult.format(subintentId)
}

async function startFillExecution({ streams }: FlashRooms, session: CallingSession, params: unknown) {
	const { enabled = true, ...start } = parseWire(StartFillExecution.schema, params ?? {})
	if (!enabled) {
		session.setStream('fill_execution', undefined)
		return success
	}
	const call = session.numberCall()
	const { incarnation, ...from } = await streams.fillExecutions.startAfter(session.makerId, start)
	const subscriber = {
		push: (entry: FillExecution) =>
			session.notify(flashMethods.nextFillExecution, FillExecution.format({ ...entry, incarnation })),
		flushed: () => session.flushed(),
		failed: (error: unknown) => session.fail(error),
	}
	session.setStream('fill_execution', () => streams.fillExecutions.subscribe(session.makerId, subscriber, from), call)
	return { ...success, incarnation }
}

function pong({ clock }: FlashRooms): WireOf<typeof Pong> {
	return Pong.format({ timestampMs: clock.nowMs() })
}

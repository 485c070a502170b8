import { type ErrorCode, errorTable, isTerminalOrderState, type OrderStatus, TradeError } from '@accord/protocol'
import { ConnectionError, type DexClient } from '@accord/sdk'

/** A signed order whose submission or end is not known, because the service did not answer. */
export type UnansweredOrder = {
	readonly subintentId: string
	readonly expiresAtS: number
	readonly signedPartialTransaction: string
	/** Whether the service has answered the submission. */
	readonly isAccepted: boolean
}

export type Clock = { nowMs(): number; pause(ms: number): Promise<void> }

type Finish = {
	readonly client: Pick<DexClient, 'submitOrder' | 'order'>
	readonly clock: Clock
	readonly onAccepted: () => void
	/** Called for each answer about the order, whether its state is new or not. */
	readonly onStatus: (status: OrderStatus) => void
}

const pauseMs = 1_000
/** For how long after its expiry an order is followed: until then, the service may learn that it settled. */
const marginMs = 60_000

/**
 * Submits the order again while it is valid, if the service has not answered that, and follows it until its end is
 * known. The same signed order is never traded twice. Resolves with undefined if the service does not say how it ended.
 * @throws TradeError if the service refuses the order, or does not have it after its expiry
 */
export async function finishOrder(order: UnansweredOrder, finish: Finish): Promise<OrderStatus | undefined> {
	const isAccepted = order.isAccepted || (await submitAgain(order, finish))
	if (isAccepted && !order.isAccepted) finish.onAccepted()
	return followOn({ ...order, isAccepted }, finish)
}

/** Whether the service may accept the same order, or have accepted it, although it has not said so. */
export function isUnanswered(error: unknown): boolean {
	if (error instanceof ConnectionError) return true
	return error instanceof TradeError && unansweredCodes.has(error.code)
}

// With orders_paused the service says that it did not take the order.
const unansweredCodes = new Set<ErrorCode>(
	(Object.keys(errorTable) as ErrorCode[]).filter(
		code => errorTable[code].httpStatus >= 500 && errorTable[code].retry === 'later' && code !== 'orders_paused',
	),
)

async function submitAgain(order: UnansweredOrder, { client, clock }: Finish): Promise<boolean> {
	while (clock.nowMs() < order.expiresAtS * 1000) {
		await clock.pause(pauseMs)
		try {
			await client.submitOrder(order.signedPartialTransaction)
			return true
		} catch (error) {
			if (!isUnanswered(error) && !isRateLimit(error)) throw error
		}
	}
	return false
}

async function followOn(order: UnansweredOrder, { client, clock, onStatus }: Finish): Promise<OrderStatus | undefined> {
	const untilMs = order.expiresAtS * 1000 + marginMs
	while (true) {
		try {
			const status = await client.order(order.subintentId, { waitSeconds: 2 })
			onStatus(status)
			if (isTerminalOrderState(status.state)) return status
		} catch (error) {
			const isFromService = error instanceof TradeError || error instanceof ConnectionError
			// An accepted order has been written: a service that does not find it may be behind.
			if (!isFromService || (!order.isAccepted && isUnknownOrder(error))) throw error
		}
		if (clock.nowMs() >= untilMs) return undefined
		await clock.pause(pauseMs)
	}
}

function isRateLimit(error: unknown): boolean {
	return error instanceof TradeError && error.code === 'rate_limited'
}

function isUnknownOrder(error: unknown): boolean {
	return error instanceof TradeError && error.code === 'unknown_order'
}

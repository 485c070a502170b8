import { isTerminalOrderState, type OrderStatusWire } from '@accord/protocol'
import { pause } from './schedule.ts'

/** How an order is followed. */
export type FollowOptions = {
	/** Time between two questions; 250 ms when absent. */
	pollMs?: number
	signal?: AbortSignal
}

/**
 * Asks for an order again and again and yields its status whenever the state is a new one; ends after a terminal state, or when
 * `signal` is aborted.
 */
export async function* followOrder(
	client: { order(subintentId: string): Promise<OrderStatusWire> },
	subintentId: string,
	{ pollMs = 250, signal }: FollowOptions = {},
): AsyncGenerator<OrderStatusWire, void, undefined> {
	let last: OrderStatusWire['state'] | undefined
	while (signal?.aborted !== true) {
		const status = await client.order(subintentId)
		if (status.state !== last) yield status
		last = status.state
		if (isTerminalOrderState(status.state)) return
		await pause(pollMs, signal)
	}
}

import assert from 'node:assert/strict'
import { isTerminalOrderState, type OrderState, type OrderStatus, type PartState } from '@accord/protocol'
import type { TestNetwork } from './test-network.ts'
import type { SignedOrder } from './test-user.ts'
import { until } from './until.ts'

/** Waits until an order is in a state; fails at once if it has ended in another one. */
export async function untilState(
	{ dex }: TestNetwork,
	{ subintentId }: Pick<SignedOrder, 'subintentId'>,
	state: OrderState,
): Promise<OrderStatus> {
	let status = await dex.order(subintentId)
	await until(`an order to be ${state}, it is ${status.state}`, async () => {
		status = await dex.order(subintentId)
		return status.state === state || isTerminalOrderState(status.state)
	})
	assert.equal(status.state, state)
	return status
}

/** An order's history from its status: all its states, and the fate of its parts. */
export function wayOf({ history, parts }: OrderStatus): { history: string[]; parts: PartState[] } {
	return { history: history.map(({ state }) => state), parts: parts.map(({ state }) => state) }
}

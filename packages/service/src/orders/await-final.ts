import { type Clock, isTerminalOrderState, type OrderStatusWire, TradeError } from '@accord/protocol'
import type { OrderWatch } from './order-watch.ts'

type AwaitDeps = { readonly clock: Clock; readonly orderWatch: Pick<OrderWatch, 'watch'> }

/**
 * Waits for the final state of an order, at most until `untilMs`, or until nobody wants to know any more: then nothing.
 * @throws TradeError `shutting_down`, `busy`
 */
export function awaitFinal(
	{ clock, orderWatch }: AwaitDeps,
	{ orderHash, untilMs, signal }: { orderHash: string; untilMs: number; signal: AbortSignal },
): Promise<OrderStatusWire | undefined> {
	const { promise, resolve, reject } = Promise.withResolvers<OrderStatusWire | undefined>()
	const stop = orderWatch.watch(orderHash, {
		changed: status => {
			if (isTerminalOrderState(status.state)) resolve(status)
		},
		stopped: () => reject(new TradeError('shutting_down')),
	})
	const giveUp = () => resolve(undefined)
	const cancel = clock.wakeAt(untilMs, giveUp)
	signal.addEventListener('abort', giveUp)
	return promise.finally(() => {
		stop()
		cancel()
		signal.removeEventListener('abort', giveUp)
	})
}

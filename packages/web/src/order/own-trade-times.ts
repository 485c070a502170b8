import type { OrderStatus } from '@accord/protocol'

/** How many trades there are, and the time within which half of them settled. */
export type TradeTimes = { readonly trades: number; readonly medianMs: number | undefined }

/** From when the service accepted each order until it had settled. */
export function ownTradeTimes(orders: readonly Pick<OrderStatus, 'createdAtMs' | 'history'>[]): TradeTimes {
	const times = orders
		.flatMap(({ createdAtMs, history }) => {
			const settled = history.find(({ state }) => state === 'settled')
			return settled === undefined ? [] : [Math.max(0, settled.atMs - createdAtMs)]
		})
		.toSorted((a, b) => a - b)
	return { trades: times.length, medianMs: times[Math.ceil(times.length / 2) - 1] }
}

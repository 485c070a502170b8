import type { TestNetwork } from '../../test/network/test-network.ts'
import { limitOrder, signLimitOrder } from '../../test/network/test-user.ts'
import { committed } from './one-by-one.ts'

/** Trades per second with so many on their way at any time, from the first order sent to the last one committed. */
export async function tradeManyAtOnce(
	network: TestNetwork,
	{ trades, inFlight }: { trades: number; inFlight: number },
): Promise<number> {
	let next = 0
	const lane = async (place: number) => {
		const user = network.users[place % network.users.length]
		if (user === undefined) throw new Error('the network has no users')
		const level = place % network.users.length === 1 ? 1 : 0
		while (next++ < trades) {
			const order = signLimitOrder(network, user, limitOrder({ sell: '100 XRD', buy: '5 xUSDC' }), { level })
			await network.dex.submitOrder(order.signedPartialTransaction)
			await committed(network, order.subintentId)
		}
	}
	const startedMs = performance.now()
	await Promise.all(Array.from({ length: inFlight }, (_, place) => lane(place)))
	return trades / ((performance.now() - startedMs) / 1000)
}

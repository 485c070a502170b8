import { isDeepStrictEqual } from 'node:util'
import { isTerminalOrderState, type OrderStatus } from '@accord/protocol'
import { DexClient } from '@accord/sdk'
import type { FaultNetwork } from './fault-network.ts'
import type { PlacedOrder } from './users.ts'

const askedAtOnce = 100

/** Every acknowledged order is there, has ended as the ledger says, and is the same through every node. */
export async function checkOrders(network: FaultNetwork, orders: readonly PlacedOrder[]): Promise<string[]> {
	const acknowledged = orders.filter(({ isAcknowledged }) => isAcknowledged)
	const ids = acknowledged.map(({ subintentId }) => subintentId)
	const answers = await Promise.all(network.nodes.map(({ url = '' }) => askAll(url, ids)))
	const [first = new Map<string, OrderStatus>(), ...others] = answers
	return ids.flatMap(id => {
		const status = first.get(id)
		if (status === undefined) return [`${id} was acknowledged and is unknown`]
		if (!isTerminalOrderState(status.state)) return [`${id} has not ended: ${status.state}`]
		if (others.some(other => !isDeepStrictEqual(other.get(id), status))) return [`${id} differs between nodes`]
		const committed = network.ledger.ledger.subintent(id)?.transactionId
		const isAsDecided = status.state === 'settled' ? committed === status.transactionId : committed === undefined
		return isAsDecided ? [] : [`${id} is ${status.state}, and on the ledger in ${committed ?? 'no transaction'}`]
	})
}

async function askAll(url: string, ids: readonly string[]): Promise<Map<string, OrderStatus>> {
	const dex = new DexClient({ baseUrl: url })
	const found = new Map<string, OrderStatus>()
	for (let from = 0; from < ids.length; from += askedAtOnce) {
		const { orders } = await dex.orders(ids.slice(from, from + askedAtOnce))
		for (const order of orders) found.set(order.subintentId, order)
	}
	return found
}

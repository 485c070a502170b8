import { setTimeout as pause } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { isTerminalOrderState, type OrderStatus } from '@accord/protocol'
import { DexClient } from '@accord/sdk'
import type { FaultNetwork } from './fault-network.ts'
import type { PlacedOrder } from './users.ts'

const askedAtOnce = 100
const correctedWithinMs = 150_000

/** Every acknowledged order is there, has ended as the ledger says, and is the same through every node. */
export async function checkOrders(network: FaultNetwork, orders: readonly PlacedOrder[]): Promise<string[]> {
	const acknowledged = orders.filter(({ isAcknowledged }) => isAcknowledged)
	const ids = acknowledged.map(({ subintentId }) => subintentId)
	const mayBeLost = new Set(acknowledged.filter(order => order.mayBeLost).map(({ subintentId }) => subintentId))
	await untilCorrected(network, [...mayBeLost])
	const answers = await Promise.all(network.nodes.map(({ url = '' }) => askAll(url, ids)))
	const [first = new Map<string, OrderStatus>(), ...others] = answers
	return ids.flatMap(id => {
		const status = first.get(id)
		if (status === undefined) return mayBeLost.has(id) ? [] : [`${id} was acknowledged and is unknown`]
		if (!isTerminalOrderState(status.state)) return [`${id} has not ended: ${status.state}`]
		if (others.some(other => !isDeepStrictEqual(other.get(id), status))) return [`${id} differs between nodes`]
		const committed = network.ledger.ledger.subintent(id)?.transactionId
		return isAsDecided(status, committed)
			? []
			: [`${id} is ${status.state}, and on the ledger in ${committed ?? 'no transaction'}`]
	})
}

/** A correction says what the ledger decided about an order that the database had not seen published. */
function isAsDecided(status: OrderStatus, committed: string | undefined): boolean {
	const { state, transactionId } = status.correction ?? status
	return state === 'settled' ? committed === transactionId : committed === undefined
}

/** Orders of a database that lacks commits are compared with the ledger a minute after they end. */
async function untilCorrected({ nodes, ledger }: FaultNetwork, ids: readonly string[]): Promise<void> {
	const committedOf = (id: string) => ledger.ledger.subintent(id)?.transactionId
	const giveUpMs = performance.now() + correctedWithinMs
	while (ids.length > 0 && performance.now() < giveUpMs) {
		const statuses = await askAll(nodes[0]?.url ?? '', ids)
		if ([...statuses].every(([id, status]) => isAsDecided(status, committedOf(id)))) return
		await pause(1_000)
	}
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

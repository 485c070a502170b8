import { Audience } from '../broadcast/audience.ts'
import { itemsOf, publishCopies } from '../served/publish-copies.ts'
import type { ClusterNetwork } from './cluster-network.ts'
import { tradeOnce } from './trades.ts'
import { readUsage, sumOf, usedBetween } from './usage.ts'

const sockets = 900
const messages = 40
const rounds = 4

/** The work of the nodes for all solvers together, and the cost of one message to one solver. */
export type SolverFanOut = { readonly perSecond: number; readonly messageUs: number }

/** Published bundles to solvers connected to all nodes in turn. */
export async function solverFanOut(network: ClusterNetwork): Promise<SolverFanOut> {
	const { db, nodes } = network
	const of = await tradeOnce(network, { pairs: 1, onSent: () => {} })
	const items = await itemsOf(db, of)
	const message = JSON.stringify({ jsonrpc: '2.0', id: null, method: 'new_subintent_bundle', params: items })
	const urls = nodes.map(({ ready }) => `${ready.url.replace(/^http/, 'ws')}/subintent-stream`)
	const audience = await Audience.open(urls, { sockets, message })
	const publish = async () => {
		await publishCopies({ db }, { of, items, count: messages })
		await nodes[0]?.ask('wake')
	}
	try {
		await audience.hear(messages, publish)
		const before = await readUsage(network)
		let heardMs = 0
		for (let round = 0; round < rounds; round++) heardMs += (await audience.hear(messages, publish)).ms
		const used = usedBetween(before, await readUsage(network))
		const heard = rounds * messages * sockets
		return { perSecond: (1000 * heard) / heardMs, messageUs: (1000 * sumOf(used.nodes)) / heard }
	} finally {
		audience.close()
	}
}

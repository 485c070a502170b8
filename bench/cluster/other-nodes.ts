import { setTimeout as pause } from 'node:timers/promises'
import type { ClusterNetwork } from './cluster-network.ts'
import type { NodeCounts } from './node-main.ts'
import { type Load, tradeThroughAll } from './trades.ts'
import { readUsage } from './usage.ts'

const restMs = 5_000
// By then the last orders have ended.
const endedWithinMs = 1_500

/** What a trade whose order and maker are at the first node costs one node, more than the same time at rest. */
export type CostAtNode = { readonly cpuMs: number; readonly messages: number; readonly statements: number }

/** The costs of a load at each node, the first of which gets all orders and fills. */
export async function costsAtNodes(network: ClusterNetwork, load: Load): Promise<CostAtNode[]> {
	const atRest = await spentBy(network, () => pause(restMs))
	const spent = await spentBy(network, async () => {
		await tradeThroughAll(network, { ...load, atFirstNode: true })
		await pause(endedWithinMs)
	})
	const longer = spent.ms / atRest.ms
	return network.nodes.map((_, place) => {
		const each = (read: (of: CostAtNode) => number) =>
			(read(spent.nodes[place] ?? none) - longer * read(atRest.nodes[place] ?? none)) / load.trades
		return {
			cpuMs: each(({ cpuMs }) => cpuMs),
			messages: each(({ messages }) => messages),
			statements: each(({ statements }) => statements),
		}
	})
}

const none: CostAtNode = { cpuMs: 0, messages: 0, statements: 0 }

type Spent = { readonly ms: number; readonly nodes: readonly CostAtNode[] }

async function spentBy(network: ClusterNetwork, work: () => Promise<unknown>): Promise<Spent> {
	const before = await read(network)
	await work()
	const after = await read(network)
	const nodes = after.nodes.map((node, place) => {
		const former = before.nodes[place] ?? none
		return {
			cpuMs: node.cpuMs - former.cpuMs,
			messages: node.messages - former.messages,
			statements: node.statements - former.statements,
		}
	})
	return { ms: after.ms - before.ms, nodes }
}

async function read(network: ClusterNetwork): Promise<Spent> {
	const usage = await readUsage(network)
	const counts = (await Promise.all(network.nodes.map(node => node.ask('counts')))) as NodeCounts[]
	return { ms: usage.atMs, nodes: counts.map((of, place) => ({ ...of, cpuMs: usage.nodes[place] ?? 0 })) }
}

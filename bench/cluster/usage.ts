import { availableParallelism } from 'node:os'
import { processorMs } from '../process-tree.ts'
import { monotonicMs } from '../settle/monotonic.ts'
import type { ClusterNetwork } from './cluster-network.ts'

/** Processor time so far, in milliseconds, of every process by its role, and when that was read. */
export type Usage = {
	readonly atMs: number
	readonly nodes: readonly number[]
	readonly PostgreSQL: number
	readonly NATS: number
	readonly 'the ledger': number
	readonly makers: number
	readonly users: number
}

export async function readUsage({ nodes, ledger, makers, folders }: ClusterNetwork): Promise<Usage> {
	const { user, system } = process.cpuUsage()
	return {
		atMs: monotonicMs(),
		nodes: await Promise.all(nodes.map(node => node.cpuMs())),
		PostgreSQL: processorMs(folders.postgres),
		NATS: processorMs(folders.nats),
		'the ledger': await ledger.cpuMs(),
		makers: await makers.cpuMs(),
		users: (user + system) / 1000,
	}
}

/** The usage between two readings; `atMs` is the time between them. */
export function usedBetween(before: Usage, after: Usage): Usage {
	const less = (key: Exclude<keyof Usage, 'nodes'>) => after[key] - before[key]
	return {
		atMs: less('atMs'),
		nodes: after.nodes.map((ms, place) => ms - (before.nodes[place] ?? 0)),
		PostgreSQL: less('PostgreSQL'),
		NATS: less('NATS'),
		'the ledger': less('the ledger'),
		makers: less('makers'),
		users: less('users'),
	}
}

export function sumOf(values: readonly number[]): number {
	return values.reduce((sum, value) => sum + value, 0)
}

const atLimit = 0.9
// Like the nodes they mostly use one thread; PostgreSQL and NATS do not.
const singleThreaded = ['the ledger', 'makers', 'users'] as const

/**
 * What limits the trades: the machine, if all of its cores are busy, and the process that uses most of it; else a process
 * whose one core is busy; else the pair's lock, if it is always held; else waiting without work.
 */
export function endsFirst(
	used: Usage,
	{ lockHeld, cores = availableParallelism() }: { lockHeld: number; cores?: number },
): string {
	const share = (ms: number) => ms / used.atMs
	const percent = (of: number) => `${Math.round(100 * of)} %`
	const alone: [string, number][] = [
		...used.nodes.map((ms, place): [string, number] => [`node ${place + 1}`, share(ms)]),
		...singleThreaded.map((name): [string, number] => [name, share(used[name])]),
	]
	const all: [string, number][] = [...alone, ['PostgreSQL', share(used.PostgreSQL)], ['NATS', share(used.NATS)]]
	const machine = sumOf(all.map(([, of]) => of)) / cores
	const most = (of: readonly [string, number][]) => of.reduce((a, b) => (b[1] > a[1] ? b : a))
	if (machine >= atLimit) {
		const [name, of] = most(all)
		return `the machine (${percent(machine)}), most of it ${name} (${percent(of / cores)})`
	}
	const [busiest, of] = most(alone)
	if (of >= atLimit) return `${busiest} (${percent(of)} of a core)`
	if (lockHeld >= atLimit) return `the pair’s lock (held ${percent(lockHeld)})`
	return `waiting: the machine ${percent(machine)}, the pair’s lock ${percent(lockHeld)}`
}

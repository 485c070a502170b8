import { setTimeout as pause } from 'node:timers/promises'
import { type Random, randomOf } from '../network/mutated-bytes.ts'
import { hasOpenWork } from './check-database.ts'
import { findViolations, totalsOf } from './checks.ts'
import { type FaultNetwork, startFaultNetwork } from './fault-network.ts'
import type { FaultKind } from './kinds.ts'
import { type Load, startLoad } from './load.ts'
import type { Waits } from './users.ts'

/** How one round went. */
export type Round = {
	readonly kind: string
	/** The kind, and the node that it was for. */
	readonly name: string
	/** How many orders were acknowledged, and how they ended. */
	readonly acknowledged: number
	readonly endings: Readonly<Record<string, number>>
	/** From the end of the fault until all nodes were ready and an order settled; undefined if that took too long. */
	readonly wholeAfterMs: number | undefined
	readonly longestWaits: Waits
	readonly violations: readonly string[]
}

export type RoundsOptions = {
	readonly seed: number
	readonly rounds: number
	readonly kinds: readonly FaultKind[]
	readonly report: (line: string) => void
}

const beforeMs = 1_500
const wholeWithinMs = 60_000
const endedWithinMs = 60_000

/** One network, one fault after the other in an order given by the seed; each kind occurs once before any repeats. */
export async function runRounds({ seed, rounds, kinds, report }: RoundsOptions): Promise<Round[]> {
	await using opened = new AsyncDisposableStack()
	report(`seed ${seed} (ACCORD_SEED repeats the order)`)
	const random = randomOf(seed)
	const network = await startFaultNetwork(opened)
	const before = await totalsOf(network)
	const load = await startLoad(network, opened, seed)
	const done: Round[] = []
	let left: FaultKind[] = []
	while (done.length < rounds) {
		if (left.length === 0) left = [...kinds]
		const [kind] = left.splice(random(left.length), 1)
		if (kind === undefined) throw new Error('there is no kind of fault')
		const went = await runRound({ network, load, kind, random })
		const violations = await findViolations(network, load, before)
		done.push({ ...went, violations })
		report(`${done.length}/${rounds} ${describe({ ...went, violations })}`)
	}
	return done
}

type RoundDeps = {
	readonly network: FaultNetwork
	readonly load: Load
	readonly kind: FaultKind
	readonly random: Random
}

async function runRound({ network, load, kind, random }: RoundDeps): Promise<Omit<Round, 'violations'>> {
	const { users } = load
	const from = users.orders.length
	const node = network.nodes[random(network.nodes.length)]
	if (node === undefined) throw new Error('there is no node')
	users.begin()
	await pause(beforeMs)
	await kind.run(network, { node, load })
	const wholeAfterMs = await untilWhole(network, load)
	await users.end()
	await untilEnded(network)
	const orders = users.orders.slice(from).filter(({ isAcknowledged }) => isAcknowledged)
	const endings = Object.groupBy(orders, ({ status }) => status?.state ?? 'unknown')
	return {
		kind: kind.name,
		name: `${kind.name} (${node.name})`,
		longestWaits: users.longestWaits,
		acknowledged: orders.length,
		endings: Object.fromEntries(Object.entries(endings).map(([state, some]) => [state, some.length])),
		wholeAfterMs,
	}
}

/** All nodes are ready and show what the makers offer, and an order placed after that has settled. */
async function untilWhole({ nodes }: FaultNetwork, { users }: Load): Promise<number | undefined> {
	const startedMs = performance.now()
	const passedMs = () => performance.now() - startedMs
	let from: number | undefined
	while (passedMs() < wholeWithinMs) {
		if (from === undefined && (await Promise.all(nodes.map(node => node.isReady()))).every(Boolean))
			from = users.orders.length
		if (from !== undefined && users.orders.slice(from).some(({ status }) => status?.state === 'settled'))
			return passedMs()
		await pause(50)
	}
	return undefined
}

/** Waits until everything has ended, for a minute at most. */
export async function untilEnded({ database }: FaultNetwork): Promise<void> {
	const giveUpMs = performance.now() + endedWithinMs
	while (performance.now() < giveUpMs && (await hasOpenWork(database))) await pause(100)
}

/** How often each kind occurred, how often it held, and the longest that a user waited. */
export function summary(rounds: readonly Round[]): string[] {
	const kinds = Object.entries(Object.groupBy(rounds, ({ kind }) => kind))
	return kinds.toSorted(byName).map(([kind, some = []]) => {
		const longest = (what: keyof Waits) => Math.max(...some.map(({ longestWaits }) => longestWaits[what]))
		const waits = inWords({ orderMs: longest('orderMs'), statusMs: longest('statusMs') })
		return `${kind}: ${some.filter(hasHeld).length} of ${some.length} held; ${waits}`
	})
}

export function hasHeld({ violations, wholeAfterMs }: Round): boolean {
	return violations.length === 0 && wholeAfterMs !== undefined
}

function byName([one]: readonly [string, unknown], [other]: readonly [string, unknown]): number {
	return one.localeCompare(other, 'en', { numeric: true })
}

function inWords({ orderMs, statusMs }: Waits): string {
	return `longest wait ${inSeconds(orderMs)} s for an order, ${inSeconds(statusMs)} s for a status`
}

function inSeconds(ms: number): string {
	return (ms / 1_000).toFixed(1)
}

function describe({ name, acknowledged, endings, wholeAfterMs, longestWaits, violations }: Round): string {
	const whole = wholeAfterMs === undefined ? 'not whole within 60 s' : `whole after ${inSeconds(wholeAfterMs)} s`
	const found = violations.length === 0 ? 'all checks hold' : `VIOLATED:\n  ${violations.join('\n  ')}`
	const ended = Object.entries(endings).map(([state, count]) => `${count} ${state}`)
	return `${name}: ${acknowledged} orders acknowledged, ${ended.join(', ')}; ${whole}; ${inWords(longestWaits)}; ${found}`
}

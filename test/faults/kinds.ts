import { setTimeout as pause } from 'node:timers/promises'
import type { Silence } from '../fixtures/line.ts'
import { type ProxyName, proxyNames, startReverseProxy } from '../network/reverse-proxy.ts'
import { until } from '../network/until.ts'
import { clientAt, type FaultNetwork } from './fault-network.ts'
import type { FaultNode, LineName } from './fault-node.ts'
import type { Load } from './load.ts'

/** What breaks, and is whole again when `run` resolves. */
export type FaultKind = {
	readonly name: string
	run(network: FaultNetwork, on: FaultedParts): Promise<void>
}

/** The node that a fault is for, where it needs one, and everyone who trades meanwhile. */
type FaultedParts = { readonly node: FaultNode; readonly load: Load }

/** Longer than it takes to notice. */
const lastsMs = 5_000

const killed: FaultKind = {
	name: 'a node is killed',
	run: async (_, { node }) => {
		await node.kill()
		await pause(2_000)
		await node.start()
	},
}

function paused(seconds: number): FaultKind {
	return {
		name: `a node is paused for ${seconds} s`,
		run: async (_, { node }) => {
			node.pause()
			await pause(seconds * 1_000)
			node.resume()
		},
	}
}

function cut(line: LineName): FaultKind {
	return {
		name: `a node is cut from the ${line}`,
		run: async (_, { node }) => {
			node.lines[line].cut()
			await pause(lastsMs)
			node.lines[line].mend()
		},
	}
}

const words = { to: 'what a node sends to', from: 'what a node gets from', both: 'the line of a node to' }

function silent(line: LineName, silence: Silence, lasts = lastsMs): FaultKind {
	return {
		name: `${words[silence]} the ${line} is held up for ${lasts / 1_000} s`,
		run: async (_, { node }) => {
			node.lines[line].silence(silence)
			await pause(lasts)
			node.lines[line].mend()
		},
	}
}

const databaseCrashed: FaultKind = { name: 'PostgreSQL crashes', run: ({ database }) => database.crash() }

const failedOver: FaultKind = {
	name: 'PostgreSQL is lost, and its standby takes its place',
	run: ({ database }) => database.failOver(() => pause(lastsMs)),
}

const failedOverLagging: FaultKind = {
	name: 'PostgreSQL is lost, and an asynchronous standby that lags takes its place',
	run: async ({ database }, { load }) => {
		const { users, makers } = load
		const before = makers.map(({ readings }) => readings.length)
		users.beginLoss()
		await database.failOverLagging(() => pause(lastsMs))
		await until('all makers to be told', () => makers.every(({ readings }, at) => readings.length > (before[at] ?? 0)))
		users.endLoss()
		for (const maker of makers) maker.forgetFormerReadings()
	},
}

const busLost: FaultKind = {
	name: 'NATS is stopped',
	run: async ({ nats }) => {
		await nats.stop()
		await pause(lastsMs)
		await nats.restart()
	},
}

/** Longer than any of the proxies leaves a node out before it tries it again. */
const hangsMs = 12_000
/** As long as users wait for the next change of an order. */
const allAskAgainMs = 3_000

/** Users trade through one of the proxies as `deploy` configures it. */
function behind(proxyName: ProxyName, { name, run }: FaultKind): FaultKind {
	return {
		name: `behind ${proxyName}: ${name}`,
		run: async (network, parts) => {
			const { users } = parts.load
			const proxy = await startReverseProxy(proxyName, { upstreamPorts: network.nodes.map(({ port }) => port) })
			users.use(clientAt(`https://127.0.0.1:${proxy.port}`))
			try {
				await pause(allAskAgainMs)
				await run(network, parts)
			} finally {
				users.use()
				await proxy.stop()
			}
		},
	}
}

const reloaded: FaultKind = {
	name: 'all nodes read their configuration again, three times',
	run: async ({ nodes }) => {
		for (let time = 0; time < 3; time++) {
			for (const node of nodes) node.reload()
			await pause(1_000)
		}
	},
}

const rolled: FaultKind = {
	name: 'all nodes are restarted, one after the other',
	run: async ({ nodes }) => {
		for (const node of nodes) {
			await node.terminate()
			await node.start()
		}
	},
}

const scaled: FaultKind = {
	name: 'two nodes of three fail and return',
	run: async ({ nodes }, { node }) => {
		const others = nodes.filter(other => other !== node)
		await Promise.all(others.map(other => other.terminate()))
		await pause(lastsMs)
		await Promise.all(others.map(other => other.start()))
	},
}

function clockOff(seconds: number): FaultKind {
	return {
		name: `a node’s clock is off by ${seconds} s`,
		run: async (_, { node }) => {
			await node.kill()
			await node.start({ clockOffS: seconds })
			await pause(lastsMs)
			await node.kill()
			await node.start()
		},
	}
}

/** Those of `npm test`. */
export const shortKinds: readonly FaultKind[] = [
	killed,
	paused(5),
	silent('database', 'both'),
	silent('gateway', 'both'),
	cut('bus'),
	databaseCrashed,
]

/** Those of `npm run test:faults`. */
export const allKinds: readonly FaultKind[] = [
	killed,
	paused(5),
	paused(15),
	paused(60),
	...(['database', 'bus', 'gateway'] as const).flatMap(line => [
		cut(line),
		...(['to', 'from', 'both'] as const).map(silence => silent(line, silence, 15_000)),
	]),
	databaseCrashed,
	failedOver,
	failedOverLagging,
	busLost,
	reloaded,
	rolled,
	scaled,
	...proxyNames.flatMap(name => [
		behind(name, paused(hangsMs / 1_000)),
		behind(name, silent('database', 'both', hangsMs)),
	]),
	clockOff(30),
	clockOff(-30),
]

import { type RunningLocalLedger, startLocalLedger, wallClock } from '@accord/ledger'
import { DexClient } from '@accord/sdk'
import { Line } from '../fixtures/line.ts'
import { type NatsServer, startNats } from '../fixtures/nats-server.ts'
import type { Balances } from '../network/balances.ts'
import { freePorts } from '../network/free-ports.ts'
import { type Participant, participant, participants } from '../network/participant.ts'
import { fundAll, settingsOf, type TestMakerAccount, testNetworkId } from '../network/test-network.ts'
import type { SigningNetwork } from '../network/test-user.ts'
import { until } from '../network/until.ts'
import { FaultDatabase } from './fault-database.ts'
import { FaultNode } from './fault-node.ts'
import { FrontDoor } from './front-door.ts'

const userCount = 12
const makerCount = 2
const nodeCount = 3

/** More than any run trades. */
const riches: Balances = { XRD: '10000000', xUSDC: '1000000', xUSDT: '0', xwBTC: '0', xETH: '0' }

/** Three nodes in their own processes, on one PostgreSQL and one NATS, behind one address. */
export type FaultNetwork = {
	readonly ledger: RunningLocalLedger
	readonly database: FaultDatabase
	readonly nats: NatsServer
	readonly nodes: readonly FaultNode[]
	readonly door: FrontDoor
	/** A client of the one address. */
	readonly dex: DexClient
	readonly signing: SigningNetwork
	readonly users: readonly Participant[]
	readonly makers: readonly TestMakerAccount[]
	readonly solver: Participant
	/** Everyone who holds anything. */
	readonly accounts: readonly string[]
}

/** Starts it all; it ends with `opened`. */
export async function startFaultNetwork(opened: AsyncDisposableStack): Promise<FaultNetwork> {
	const database = await FaultDatabase.start()
	opened.defer(() => database.stop())
	const nats = await startNats()
	opened.defer(() => nats.stop())
	const ledger = await startLocalLedger({ clock: wallClock })
	opened.defer(() => ledger.stop())
	const people = peopleOf()
	const service = participant('service', 'Ed25519', testNetworkId)
	await fundAll(ledger, { ...people, service, userFunds: riches, makerFunds: riches })
	const nodes: FaultNode[] = []
	opened.defer(async () => {
		for (const node of nodes) await node.kill()
	})
	const firstPort = await freePorts(nodeCount, { areKept: true })
	for (let place = 1; place <= nodeCount; place++) {
		const port = firstPort + place - 1
		nodes.push(await prepareNode({ name: `node ${place}`, port, database, nats, ledger, people }, opened))
	}
	for (const node of nodes) await node.start()
	const door = await FrontDoor.open(nodes)
	opened.defer(() => door.close())
	const dex = clientAt(door.url)
	await until('all nodes to be ready', async () => {
		return (await Promise.all(nodes.map(node => node.isReady()))).every(Boolean)
	})
	return {
		...{ ledger, database, nats, nodes, door, dex, users: people.users, makers: people.makers },
		signing: {
			clock: wallClock,
			feeInfo: await dex.info(),
			tokens: new Map(ledger.tokens.map(token => [token.symbol, token])),
			ledger,
		},
		solver: people.solvers[0] as Participant,
		accounts: [...people.users, ...people.makers, ...people.solvers, service, ledger.treasury].map(
			({ account }) => account,
		),
	}
}

/** A client of the nodes at this address. */
export function clientAt(baseUrl: string): DexClient {
	return new DexClient({ baseUrl, timeoutMs: 6_000 })
}

type People = ReturnType<typeof peopleOf>

function peopleOf() {
	const makers = participants('maker', makerCount, testNetworkId)
	return {
		users: participants('user', userCount, testNetworkId),
		makers: makers.map(maker => ({ ...maker, apiKey: `play-key-of-${maker.name}` })),
		solvers: participants('solver', 1, testNetworkId),
	}
}

type Surroundings = Pick<FaultNetwork, 'database' | 'nats' | 'ledger'> & {
	readonly name: string
	readonly port: number
	readonly people: People
}

/** A node whose lines to all its dependencies can be cut. */
async function prepareNode(
	{ name, port, database, nats, ledger, people }: Surroundings,
	opened: AsyncDisposableStack,
): Promise<FaultNode> {
	const lines = {
		database: await Line.start(() => ({ path: database.path })),
		bus: await Line.start(() => portOf(nats.url)),
		gateway: await Line.start(() => portOf(ledger.url)),
	}
	opened.defer(() => {
		for (const line of Object.values(lines)) line.stop()
	})
	const settings = {
		...settingsOf(ledger, people, {}),
		gateway_url: `http://127.0.0.1:${lines.gateway.port}`,
		database: { url: `postgres://accord@127.0.0.1:${lines.database.port}/postgres` },
		bus: { kind: 'nats', servers: [`nats://127.0.0.1:${lines.bus.port}`] },
		// A miss caused by the service's own fault does not count against the maker.
		breaker: { pauses_at: '2' },
	}
	return new FaultNode({ name, lines, port, settings })
}

function portOf(url: string): { host: string; port: number } {
	const { hostname, port } = new URL(url)
	return { host: hostname, port: Number(port) }
}

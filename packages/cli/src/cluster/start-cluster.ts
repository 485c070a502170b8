import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { NetworkFile } from '@accord/protocol'
import { writePrivateFile } from '../network/network-file.ts'
import {
	clearedSettings,
	ensureOperatorKey,
	type Network,
	type NetworkControl,
	type NetworkParts,
	startIn,
	waitForFreePorts,
} from '../network/network-parts.ts'
import { serviceConfig } from '../network/part-configs.ts'
import { networkFile, playAccounts } from '../network/play-accounts.ts'
import { fund, type NetworkOptions, startBots, startLedger } from '../network/start-network.ts'
import { startBalancer } from './balancer.ts'
import { startNats } from './nats-server.ts'
import { startPostgres } from './postgres-server.ts'
import type { Programs } from './programs.ts'

export type ClusterOptions = NetworkOptions & {
	readonly nodes: number
	/** The directory is removed however the cluster ends. */
	readonly temporaryDirectory: string
	readonly programs: Programs
}

/** Starts a network of several nodes on this machine: one process per part. */
export async function startCluster(options: ClusterOptions, control: NetworkControl): Promise<Network> {
	const remove = () => rmSync(options.temporaryDirectory, { recursive: true, force: true })
	try {
		const network = await startIn(options, control, parts => startParts(options, parts))
		const stop = async () => {
			await network.stop()
			remove()
		}
		return { ...network, stop }
	} catch (error) {
		remove()
		throw error
	}
}

/** Consecutive ports, the balancer's first. */
export function clusterPorts(port: number, nodes: number) {
	const from = (first: number) => Array.from({ length: nodes }, (_, i) => first + i)
	return {
		balancer: port,
		gateway: port + 1,
		operators: from(port + 2),
		nodes: from(port + 2 + nodes),
		nats: port + 2 + 2 * nodes,
	}
}

async function startParts(options: ClusterOptions, parts: NetworkParts): Promise<NetworkFile> {
	const { dataDirectory, temporaryDirectory, programs, port } = options
	const accounts = playAccounts(options.users)
	const startedAtMs = Date.now()
	const ports = clusterPorts(port, options.nodes)
	await waitForFreePorts([ports.balancer, ports.gateway, ...ports.operators, ...ports.nodes, ports.nats])

	parts.log('network', `the data is in ${dataDirectory}`)
	// Started first and therefore stopped last: it removes the temporary folder if this process is killed.
	const folderOf = (name: string) => join(temporaryDirectory, name)
	const natsOptions = { program: programs.nats, port: ports.nats, folder: folderOf('nats') }
	const nats = await startNats(parts, { ...natsOptions, removedAtEnd: temporaryDirectory })
	const [databaseUrl, { tokens, instamint, markers }] = await allSettled([
		startPostgres(parts, join(dataDirectory, 'database')),
		startLedger(parts, { dataDirectory, gatewayPort: ports.gateway, pagePort: port }),
	])
	const [operatorPort = 0] = ports.operators
	const only = networkFile({ port, gatewayPort: ports.gateway, operatorPort, startedAtMs, tokens, instamint, accounts })
	const nodes = ports.nodes.map((nodePort, i) => ({
		name: `node-${i + 1}`,
		baseUrl: `http://127.0.0.1:${nodePort}`,
		operatorUrl: `http://127.0.0.1:${ports.operators[i]}`,
	}))
	const file = { ...only, cluster: { nodes, natsUrl: nats.url, databaseUrl } }
	const operatorKeyFile = ensureOperatorKey(dataDirectory)
	const settings = {
		...serviceConfig({
			...{ gatewayUrl: file.gatewayUrl, port, operatorPort, operatorKeyFile, tokens, instamint, markers, accounts },
			database: { url: databaseUrl },
		}),
		bus: { kind: 'nats', servers: [nats.url], user: nats.user, password: nats.password },
		trusted_proxies: ['127.0.0.1'],
	}
	const startNode = async (i: number) => {
		const configPath = folderOf(`node-${i + 1}.json`)
		const operator = { host: '127.0.0.1', port: ports.operators[i], key_file: operatorKeyFile }
		writePrivateFile(configPath, { ...settings, port: ports.nodes[i], operator })
		const env = clearedSettings()
		const args = ['serve', '--config', configPath]
		await parts.start({ name: `node-${i + 1}`, entry: 'accord', args, env, isOneOfSeveral: true })
	}
	// The first node creates the tables.
	await allSettled([fund(parts, file, accounts), startNode(0)])
	await allSettled(ports.nodes.slice(1).map((_, i) => startNode(i + 1)))
	for (const { baseUrl } of nodes) await untilReady(baseUrl, parts.signal)
	const balanced = { program: programs.nginx, port, nodePorts: ports.nodes, folder: folderOf('nginx') }
	parts.signal.throwIfAborted()
	await parts.keep(startBalancer({ ...balanced, onLine: line => parts.log('balancer', line) }))
	await startBots(parts, { ...options, file, accounts })
	return file
}

/** Like Promise.all, but all promises have settled when it rejects. */
async function allSettled<T extends readonly unknown[]>(
	promises: readonly [...{ [K in keyof T]: Promise<T[K]> }],
): Promise<T> {
	await Promise.allSettled(promises)
	return (await Promise.all(promises)) as unknown as T
}

const readyWithinMs = 30_000

/** A node starts serving before it has the other nodes' books. */
async function untilReady(baseUrl: string, signal: AbortSignal): Promise<void> {
	for (const deadlineMs = Date.now() + readyWithinMs; ; await pause(100)) {
		signal.throwIfAborted()
		const answer = await fetch(`${baseUrl}/health/ready`).catch((error: unknown) => error)
		if (answer instanceof Response && answer.ok) return
		if (Date.now() < deadlineMs) continue
		const reason = answer instanceof Response ? await answer.text() : String(answer)
		throw new Error(`${baseUrl} is not ready after ${readyWithinMs / 1000} s: ${reason}`)
	}
}

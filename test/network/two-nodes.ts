import type { DatabaseConfig } from '../../packages/service/src/config/config.ts'
import { type NatsServer, startNats } from '../fixtures/nats-server.ts'
import { startTestNetwork, type TestNetwork, type TestNetworkOptions } from './test-network.ts'
import { until } from './until.ts'

/** One network through two nodes, which know each other by their own NATS server. */
export type TwoNodes = { readonly nats: NatsServer; readonly a: TestNetwork; readonly b: TestNetwork }

type NodesSettings = {
	database: DatabaseConfig
	log?: TestNetworkOptions['log']
	/** Where each of them records spans. */
	tracing?: { readonly a: TestNetworkOptions['tracing']; readonly b: TestNetworkOptions['tracing'] }
} & Record<string, unknown>

/** Starts both and waits until they know each other's books. */
export async function startTwoNodes(
	opened: AsyncDisposableStack,
	{ database, log, tracing, ...settings }: NodesSettings,
): Promise<TwoNodes> {
	const nats = await startNats()
	opened.defer(() => nats.stop())
	const bus = { kind: 'nats', servers: [nats.url] }
	const a = await startTestNetwork({
		settings: { database, bus, ...settings },
		tracing: tracing?.a,
		...(log && { log }),
	})
	opened.defer(() => a.stop())
	const b = await a.anotherNode({}, { tracing: tracing?.b })
	for (const node of [a, b]) await untilReady(node.service)
	return { nats, a, b }
}

export async function untilReady(node: { url: string }): Promise<void> {
	await until('a node to be ready', async () => (await readinessOf(node).catch(() => undefined)) === 'ready')
}

/** `ready`, `degraded`, or the code of the missing part. */
export async function readinessOf({ url }: { url: string }): Promise<string> {
	const { status, code } = (await (await fetch(`${url}/health/ready`)).json()) as { status: unknown; code?: string }
	return code ?? String(status)
}

import { GatewayClient } from '@accord/ledger'
import type { Clock } from '@accord/protocol'
import type { Logger } from 'pino'
import type { Config } from '../config/config.ts'
import type { Metrics } from '../metrics/metrics.ts'
import { type Doubt, gatewayDoubts, LedgerWatch } from './ledger-watch.ts'
import { SettledVersion, watchedGateway } from './watched-gateway.ts'

/** The Gateways that the service calls. Each of their answers is checked before it is trusted. */
export type Gateways = {
	readonly gateway: GatewayClient
	/** A second Gateway that must agree before anything ends as expired; absent if none is configured. */
	readonly second?: GatewayClient
	/** Checks the answers of the first Gateway. */
	readonly watch: LedgerWatch
	readonly settledVersion: SettledVersion
	readonly network: Network
}

/** The network that the Gateways serve, and the address of its XRD. */
export type Network = { readonly name: string; readonly networkId: number; readonly xrd: string }

type GatewaysDeps = {
	readonly clock: Clock
	readonly log: Logger
	readonly metrics: Pick<Metrics, 'count' | 'observe'>
	/** Replaces the Gateway in the configuration. */
	readonly client: GatewayClient | undefined
	/** Called when the state of the ledger cannot be read. */
	readonly onUnreadable: () => void
}

/**
 * Doubts about answers are counted and logged. The second Gateway is not called at the start: that it cannot be reached only delays
 * what it must agree to.
 * @throws Error if the Gateway serves another network than the configured one
 */
export async function openGateways(config: Config, deps: GatewaysDeps): Promise<Gateways> {
	const { networkId, gatewayUrl, ledger } = config
	const { clock, log, metrics, client = new GatewayClient({ url: gatewayUrl }), onUnreadable } = deps
	const onDoubt = ({ reason, detail, isNew }: Doubt) => {
		metrics.count(gatewayDoubts, reason)
		if (isNew) log.error({ reason }, detail)
	}
	const watch = new LedgerWatch({ clock, networkId, ...ledger, onDoubt })
	const settledVersion = new SettledVersion()
	const gateway = watchedGateway(client, { metrics, clock, watch, settledVersion, onUnreadable })
	const network = await gateway.network()
	if (network.networkId !== networkId) {
		throw new Error(`the Gateway serves network ${network.networkId}, the configuration says ${networkId}`)
	}
	const opened = { gateway, watch, settledVersion, network }
	if (ledger.secondGatewayUrl === undefined) return opened
	const watchSecond = new LedgerWatch({ clock, networkId, ...ledger, onDoubt, name: 'the second Gateway' })
	watchSecond.noteNetwork(network)
	const second = new GatewayClient({ url: ledger.secondGatewayUrl })
	return { ...opened, second: watchedGateway(second, { metrics, clock, watch: watchSecond }) }
}

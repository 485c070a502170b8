import type { Clock, Token } from '@accord/protocol'
import type { Markers } from '../codec.ts'
import { playSeed } from '../keys/play-keys.ts'
import { createGatewayServer } from './gateway-api/gateway-server.ts'
import type { LocalInstamint } from './genesis/open-genesis.ts'
import { openLedger } from './genesis/open-ledger.ts'
import type { LocalLedger } from './local-ledger.ts'
import { Treasury } from './treasury.ts'

/** Options of a local ledger. Without a directory it is in memory; without a port it uses a free one. */
export type LocalLedgerOptions = {
	readonly clock: Clock
	readonly directory?: string | undefined
	readonly host?: string
	readonly port?: number
	/** The simulator's by default; another network's id to rehearse for that network. */
	readonly networkId?: number
	/** The seed of its keys: the treasury's, and those of its Instamint component's operators and customers. */
	readonly seed?: string
	/** The port of the network's own page, which may request funds. */
	readonly pagePort?: number | undefined
	/** Called with every error that is answered with status 500, and if the component's prices could not be renewed. */
	readonly onError?: (error: unknown) => void
}

/** A running local ledger. */
export type RunningLocalLedger = {
	/** The URL of its Gateway API. */
	readonly url: string
	readonly ledger: LocalLedger
	readonly treasury: Treasury
	readonly tokens: readonly Token[]
	readonly instamint: LocalInstamint
	/** They belong to the key of the local network's service. */
	readonly markers: Markers
	readonly stop: () => Promise<void>
}

/**
 * Opens a local ledger and serves the Gateway API over it; a new one gets tokens, an Instamint component and markers.
 * @throws Error if the directory is in use or damaged, or the port is taken
 */
export async function startLocalLedger(options: LocalLedgerOptions): Promise<RunningLocalLedger> {
	const { clock, directory, networkId, host = '127.0.0.1', port = 0, seed = playSeed, pagePort, onError } = options
	const { ledger, genesis } = await openLedger({ clock, directory, networkId, seed, onError })
	const treasury = new Treasury(ledger, genesis.tokens)
	const server = createGatewayServer({
		ledger,
		treasury,
		pageOrigins: pagePort === undefined ? [] : [`http://127.0.0.1:${pagePort}`, `http://localhost:${pagePort}`],
		...(onError === undefined ? {} : { onError }),
	})
	const url = await server.listen({ host, port })
	const stop = async () => {
		await server.close()
		ledger.close()
	}
	return { url, ledger, treasury, ...genesis, stop }
}

import type { Clock, Token } from '@accord/protocol'
import { deriveKeyPair } from '../keys/key-pair.ts'
import { playSeed, treasuryName } from '../keys/play-keys.ts'
import { createGatewayServer } from './gateway-api/gateway-server.ts'
import { LocalLedger } from './local-ledger.ts'
import { Treasury } from './treasury.ts'

/** How to run a local ledger: without a directory in memory, without a port on a free one. */
export type LocalLedgerOptions = {
	readonly clock: Clock
	readonly directory?: string | undefined
	readonly host?: string
	readonly port?: number
	/** The simulator by default; another id to rehearse what is meant for that network. */
	readonly networkId?: number
	/** The seed of the treasury's key. */
	readonly seed?: string
	/** The port of the network's own page, which may ask for funds. */
	readonly pagePort?: number | undefined
	/** Called with every error that was answered with status 500. */
	readonly onError?: (error: unknown) => void
}

/** A running local ledger. */
export type RunningLocalLedger = {
	/** Where its Gateway API listens. */
	readonly url: string
	readonly ledger: LocalLedger
	readonly treasury: Treasury
	readonly tokens: readonly Token[]
	readonly stop: () => Promise<void>
}

/**
 * Opens a local ledger, mints its tokens if it is new, and serves the Gateway API over it.
 * @throws Error if the directory is in use or damaged, or the port is taken
 */
export async function startLocalLedger(options: LocalLedgerOptions): Promise<RunningLocalLedger> {
	const { clock, directory, networkId, host = '127.0.0.1', port = 0, seed = playSeed, pagePort, onError } = options
	const treasuryKey = deriveKeyPair({ seed, name: treasuryName, curve: 'Ed25519' })
	const ledger = new LocalLedger({
		directory,
		clock,
		treasury: treasuryKey,
		...(networkId === undefined ? {} : { networkId }),
	})
	const treasury = await Treasury.open(ledger)
	const server = createGatewayServer({
		ledger,
		treasury,
		pageOrigins: pagePort === undefined ? [] : [`http://127.0.0.1:${pagePort}`, `http://localhost:${pagePort}`],
		...(onError === undefined ? {} : { onError }),
	})
	const url = await server.listen({ host, port })
	const stop = async () => {
		await server.close()
		await ledger.close()
	}
	return { url, ledger, treasury, tokens: treasury.tokens, stop }
}

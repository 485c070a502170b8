import type { Clock, Token } from '@accord/protocol'
import { deriveKeyPair } from '../key-pair.ts'
import { playSeed, treasuryName } from '../play-seed.ts'
import { createGatewayServer } from './gateway-server.ts'
import { LocalLedger } from './local-ledger.ts'
import { Treasury } from './treasury.ts'

/** How to run a local ledger; without a directory it lives in memory, without a port it takes a free one. */
export type LocalLedgerOptions = {
	clock: Clock
	directory?: string | undefined
	host?: string
	port?: number
	/** The simulator when absent; any other id for rehearsals of what is meant for that network. */
	networkId?: number
	/** What the treasury's key derives from. */
	seed?: string
	/** The port of the network's own page, which may ask for funds. */
	pagePort?: number | undefined
	/** Told of every request that failed from our side. */
	onError?: (error: unknown) => void
}

/** A running local ledger. */
export type RunningLocalLedger = {
	/** Where its Gateway API answers. */
	url: string
	ledger: LocalLedger
	treasury: Treasury
	tokens: readonly Token[]
	stop: () => Promise<void>
}

/** Opens a local ledger, mints its tokens if it is new, and serves the Gateway API over it. */
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

import type { LocalLedger } from './local-ledger.ts'
import type { Treasury } from './treasury.ts'

/** What the endpoints work on. */
export type GatewayServerOptions = {
	ledger: LocalLedger
	treasury: Treasury
	/** Origins of the network's own page, the only ones that may ask for funds. */
	pageOrigins?: readonly string[]
	/** Told of every answer with status 500. */
	onError?: (error: unknown) => void
}

import type { LocalLedger } from '../local-ledger.ts'
import type { Treasury } from '../treasury.ts'

/** The dependencies of the endpoints. */
export type GatewayServerOptions = {
	readonly ledger: LocalLedger
	readonly treasury: Treasury
	/** The origins of the network's own page, the only ones that may request funds. */
	readonly pageOrigins?: readonly string[]
	/** Called with every error that is answered with status 500. */
	readonly onError?: (error: unknown) => void
}

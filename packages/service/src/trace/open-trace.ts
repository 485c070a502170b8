import type { GatewayClient } from '@accord/ledger'
import type { Logger } from 'pino'
import type { Database } from '../db/tables.ts'
import type { Market } from '../market/market.ts'
import { CommittedRoots } from './committed-roots.ts'
import { ManifestTexts } from './manifest-texts.ts'
import type { TraceDeps } from './trace-order.ts'

type OpenTraceDeps = {
	readonly db: Database
	readonly gateway: Pick<GatewayClient, 'committedDetails'>
	readonly market: Market
	readonly log: Logger
}

/** What traces are made of, with what is kept of bytes and transactions once they were decoded. */
export function openTrace({ db, gateway, market, log }: OpenTraceDeps): TraceDeps {
	const onError = (error: unknown) => log.warn({ err: error }, 'a committed transaction could not be read')
	return {
		db,
		texts: new ManifestTexts({ networkId: market.networkId }),
		roots: new CommittedRoots({ gateway, market, onError }),
	}
}

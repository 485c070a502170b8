import type { FastifyInstance } from 'fastify'
import type { LocalLedger } from '../local-ledger.ts'
import { GatewayRefusal } from './gateway-refusal.ts'
import type { GatewayServerOptions } from './gateway-server-options.ts'

/** `/status/gateway-status` and `/status/network-configuration`. */
export function registerStatus(server: FastifyInstance, { ledger }: GatewayServerOptions): void {
	server.post('/status/gateway-status', async () => {
		ledger.tick()
		return {
			ledger_state: ledgerStateWire(ledger),
			release_info: { release_version: 'accord-local', open_api_schema_version: 'v1.10.1', image_tag: 'accord-local' },
		}
	})
	server.post('/status/network-configuration', async () => ({
		network_id: ledger.networkId,
		network_name: networkName(ledger.networkId),
		well_known_addresses: ledger.info.wellKnownAddresses,
	}))
}

/** JSON schema of a ledger state selector, the `at_ledger_state` of requests. */
export const ledgerStateSelector = {
	type: ['object', 'null'],
	properties: {
		state_version: { type: ['integer', 'null'] },
		timestamp: { type: ['string', 'null'] },
		epoch: { type: ['integer', 'null'] },
		round: { type: ['integer', 'null'] },
	},
} as const

/** The ledger state that a request names. */
export type LedgerStateSelector =
	| { state_version?: number | null; timestamp?: string | null; epoch?: number | null; round?: number | null }
	| null
	| undefined

/** The current state of the ledger as the Gateway's `ledger_state`. */
export function ledgerStateWire(ledger: LocalLedger) {
	const { stateVersion, proposerTimestampMs, epoch, round } = ledger.info
	return {
		network: networkName(ledger.networkId),
		state_version: stateVersion,
		proposer_round_timestamp: timestampWire(proposerTimestampMs),
		epoch,
		round,
	}
}

/** The network's name as a Gateway reports it. */
export function networkName(networkId: number): string {
	return networkId === 242 ? 'simulator' : `network-${networkId}`
}

/** Milliseconds since 1970 in the Gateway's time format. */
export function timestampWire(ms: number): string {
	return new Date(ms).toISOString()
}

/**
 * Old balances and metadata are not kept, so requests for them are refused. Only a later page of a list may name the
 * state version of the first.
 */
export function requireNewestState(ledger: LocalLedger, selector: LedgerStateSelector, isNextPage: boolean): void {
	if (selector == null || (isNextPage && selector.state_version != null)) return
	if (selector.state_version === ledger.info.stateVersion) return
	throw GatewayRefusal.invalidRequest([
		{ path: 'at_ledger_state', errors: ['the local ledger keeps the newest state only'] },
	])
}

import { GatewayRefusal } from './gateway-refusal.ts'
import type { LocalLedger } from './local-ledger.ts'

/** JSON schema of a ledger state selector, as requests carry it in `at_ledger_state`. */
export const ledgerStateSelector = {
	type: ['object', 'null'],
	properties: {
		state_version: { type: ['integer', 'null'] },
		timestamp: { type: ['string', 'null'] },
		epoch: { type: ['integer', 'null'] },
		round: { type: ['integer', 'null'] },
	},
} as const

export type LedgerStateSelector =
	| { state_version?: number | null; timestamp?: string | null; epoch?: number | null; round?: number | null }
	| null
	| undefined

/** The Gateway's `ledger_state` of where the ledger stands. */
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

/** The network's name as a Gateway gives it. */
export function networkName(networkId: number): string {
	return networkId === 242 ? 'simulator' : `network-${networkId}`
}

/** Milliseconds since 1970 as the Gateway writes time. */
export function timestampWire(ms: number): string {
	return new Date(ms).toISOString()
}

/**
 * Old balances and metadata are not kept, so a request for them is refused; a following page of a list may name the
 * version of its first one.
 */
export function requireNewestState(ledger: LocalLedger, selector: LedgerStateSelector, isNextPage: boolean): void {
	if (selector == null || (isNextPage && selector.state_version != null)) return
	if (selector.state_version === ledger.info.stateVersion) return
	throw GatewayRefusal.invalidRequest([
		{ path: 'at_ledger_state', errors: ['the local ledger keeps the newest state only'] },
	])
}

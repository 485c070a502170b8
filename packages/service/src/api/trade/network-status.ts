import type { Clock, NetworkStatusWire } from '@accord/protocol'
import type { TradeApp } from './trade-app.ts'

export type LedgerState = { readonly epoch: number; readonly proposerTimestampMs: number; readonly network: string }

type NetworkStatusDeps = {
	readonly networkId: number
	readonly clock: Clock
	readonly ledgerState: () => Promise<LedgerState>
}

/** GET /network/status */
export function networkStatus(app: TradeApp, { networkId, clock, ledgerState }: NetworkStatusDeps): void {
	app.get('/network/status', async (): Promise<NetworkStatusWire> => {
		const { epoch, network, proposerTimestampMs } = await ledgerState()
		return {
			cur_epoch: epoch,
			network,
			network_id: networkId,
			ledger_timestamp: new Date(proposerTimestampMs).toISOString(),
			service_timestamp: new Date(clock.nowMs()).toISOString(),
		}
	})
}

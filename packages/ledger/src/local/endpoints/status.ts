import type { FastifyInstance } from 'fastify'
import type { GatewayServerOptions } from '../gateway-server-options.ts'
import { ledgerStateWire, networkName } from '../ledger-state-wire.ts'

/** `/status/gateway-status` and `/status/network-configuration`. */
export function registerStatus(server: FastifyInstance, { ledger }: GatewayServerOptions): void {
	server.post('/status/gateway-status', async () => {
		await ledger.tick()
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

import { checkMarkers, type MarkerCheck } from '@accord/ledger'
import type { Platform } from './platform.ts'

type Owner = Pick<Platform, 'gateway' | 'market' | 'markers' | 'service'>

/** Whether the configured markers bind bundles, and belong to the service's keys alone. @throws GatewayError */
export function checkOwnMarkers({ gateway, market, markers, service }: Owner): Promise<MarkerCheck> {
	const { keyPair, formerKeyPair } = service
	const keys = formerKeyPair === undefined ? [keyPair] : [keyPair, formerKeyPair]
	return checkMarkers(gateway, { markers, keys, networkId: market.networkId })
}

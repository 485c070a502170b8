import { checkMarkers, type MarkerCheck, type PublicKey } from '@accord/ledger'
import type { Platform } from './platform.ts'

type Owner = Pick<Platform, 'gateway' | 'market' | 'markers' | 'service'> & {
	/** All keys that the node holds: one that will sign later may own the markers in advance. */
	readonly heldKeys: readonly PublicKey[]
}

/** Whether the configured markers bind bundles, and belong to the service's keys alone. @throws GatewayError */
export async function checkOwnMarkers({ gateway, market, markers, service, heldKeys }: Owner): Promise<MarkerCheck> {
	const { keyPair, formerKeyPair } = service
	const keys = formerKeyPair === undefined ? [keyPair] : [keyPair, formerKeyPair]
	const { networkId } = market
	const found = await checkMarkers(gateway, { markers, keys, networkId })
	const later = heldKeys.filter(held => !keys.some(({ publicKey }) => publicKey === held.publicKey))
	if (found.otherKeys.length === 0 || later.length === 0) return found
	const withLater = await checkMarkers(gateway, { markers, keys: [...keys, ...later], networkId })
	return withLater.faults.length === 0 ? { ...found, otherKeys: withLater.otherKeys } : found
}

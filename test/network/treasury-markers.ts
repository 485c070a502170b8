import {
	createMarkers,
	deriveKeyPair,
	GatewayClient,
	type KeyPair,
	keyPairFromPrivateKey,
	type Markers,
	type PrivateKey,
	playSeed,
	type RunningLocalLedger,
	serviceName,
} from '@accord/ledger'

/** Markers and a box for these keys of a service, made and paid for by the treasury. */
export async function treasuryMarkers(running: RunningLocalLedger, keys: readonly KeyPair[]): Promise<Markers> {
	const { url, ledger, treasury } = running
	const creator = { account: treasury.account, keyPair: ledger.treasury }
	const { markers } = await createMarkers(new GatewayClient({ url }), { creator, keys, networkId: ledger.networkId })
	return markers
}

type KeySetting = { readonly curve: PrivateKey['curve']; readonly private_key_hex: string }

/** Markers for the keys in a service's settings: the ledger's own if there is only the play key. */
export async function markersFor(running: RunningLocalLedger, settings: Record<string, unknown>): Promise<Markers> {
	const { service_key, former_service_key } = settings as Record<string, KeySetting | undefined>
	const play = deriveKeyPair({ seed: playSeed, name: serviceName, curve: 'Ed25519' })
	const keys = [service_key, former_service_key].flatMap(key =>
		key === undefined ? [] : [keyPairFromPrivateKey({ curve: key.curve, privateKeyHex: key.private_key_hex })],
	)
	const isPlayed = keys.every(({ publicKey }) => publicKey === play.publicKey)
	return isPlayed ? running.markers : await treasuryMarkers(running, keys)
}

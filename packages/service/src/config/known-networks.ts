/** A Radix network as the service finds it when its configuration does not say otherwise. */
export type KnownNetwork = { readonly networkId: number; readonly gatewayUrl: string }

/**
 * The networks that have a name. The ids are those of the ledger's own definitions; the Gateways of the public ones are
 * those of the Radix Foundation: free, limited in rate, and without any promise. Run or rent one of your own to trade.
 */
export const knownNetworks: Readonly<Record<string, KnownNetwork>> = {
	mainnet: { networkId: 1, gatewayUrl: 'https://mainnet.radixdlt.com' },
	stokenet: { networkId: 2, gatewayUrl: 'https://stokenet.radixdlt.com' },
	/** The local network of `npm start`. */
	simulator: { networkId: 242, gatewayUrl: 'http://127.0.0.1:8481' },
}

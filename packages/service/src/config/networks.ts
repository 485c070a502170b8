import { simulatorNetworkId } from '@accord/protocol'
/** A Radix network, with its default Gateway. */
export type KnownNetwork = { readonly networkId: number; readonly gatewayUrl: string }

/**
 * The networks by name. The ids are the ledger's own. The public networks' Gateways belong to the Radix Foundation:
 * they are free, rate-limited and without guarantees. A service used for trading should run or rent its own.
 */
export const knownNetworks: Readonly<Record<string, KnownNetwork>> = {
	mainnet: { networkId: 1, gatewayUrl: 'https://mainnet.radixdlt.com' },
	stokenet: { networkId: 2, gatewayUrl: 'https://stokenet.radixdlt.com' },
	simulator: { networkId: simulatorNetworkId, gatewayUrl: 'http://127.0.0.1:8481' },
}

// The simulator's values for settings missing in its configuration; any other network must set its own.

/** The price of each token in xUSDC. */
export const simulatorPrices: Readonly<Record<string, string>> = {
	XRD: '0.05',
	xUSDC: '1',
	xUSDT: '1',
	xwBTC: '60000',
	xETH: '3000',
}

/** Platform fees by account level. */
export const simulatorLevels: readonly { readonly taker_fee: string; readonly maker_fee: string }[] = [
	{ taker_fee: '0.001', maker_fee: '0' },
	{ taker_fee: '0.0005', maker_fee: '0' },
	{ taker_fee: '0.0002', maker_fee: '0' },
]

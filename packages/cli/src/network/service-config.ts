import type { Pair, Token } from '@accord/protocol'
import { type PlayKeys, playNetworkId } from './play-keys.ts'

/** The pairs of the local network. */
export const playPairs: readonly Pair[] = [
	{ base: 'XRD', quote: 'xUSDC' },
	{ base: 'xwBTC', quote: 'xUSDC' },
	{ base: 'xETH', quote: 'xUSDC' },
	{ base: 'xUSDT', quote: 'xUSDC' },
]

/** What the tokens are worth in xUSDC: the reference maker quotes around it, and fees are set by it. */
export const playMidPrices = { XRD: '0.05', xUSDC: '1', xUSDT: '1', xwBTC: '60000', xETH: '3000' }

const levels = ['0.001', '0.0005', '0.0002'].map(takerFee => ({ taker_fee: takerFee, maker_fee: '0' }))

/** The config file that the local network starts its service with. The second user is at level 1, all others at 0. */
export function serviceConfig(options: {
	gatewayUrl: string
	port: number
	operatorPort: number
	operatorKeyFile: string
	databaseDirectory: string
	tokens: readonly Token[]
	keys: PlayKeys
}): unknown {
	const { gatewayUrl, port, operatorPort, operatorKeyFile, databaseDirectory, tokens, keys } = options
	const [, secondUser] = keys.users
	return {
		network_id: playNetworkId,
		gateway_url: gatewayUrl,
		host: '127.0.0.1',
		port,
		operator: { host: '127.0.0.1', port: operatorPort, key_file: operatorKeyFile },
		database: { kind: 'pglite', directory: databaseDirectory },
		service_key: { curve: keys.service.curve, private_key_hex: keys.service.privateKeyHex },
		tokens: tokens.map(({ symbol, resourceAddress, divisibility, name, iconUrl }) => ({
			symbol,
			resource_address: resourceAddress,
			divisibility,
			name,
			icon_url: iconUrl,
		})),
		pairs: playPairs,
		// Everything on this machine comes from one address.
		limits: { requests_per_minute: 1_000_000 },
		levels,
		settlement: { prices: playMidPrices },
		makers: keys.makers.map(({ name, address, apiKey }) => ({ name, accounts: [address], api_key: apiKey })),
		account_levels: secondUser === undefined ? [] : [{ address: secondUser.address, level: 1 }],
	}
}

import { accountAddress, keyPairFromPrivateKey } from '@accord/ledger'
import { markers } from '../../../../test/fixtures/limit-order.ts'
import { parseConfig } from '../config/read-config.ts'

export const key = { curve: 'Ed25519', private_key_hex: '11'.repeat(32) } as const
export const account = accountAddress(
	keyPairFromPrivateKey({ curve: 'Ed25519', privateKeyHex: key.private_key_hex }),
	242,
)
export const xrd = 'resource_sim1tknxxxxxxxxxradxrdxxxxxxxxx009923554798xxxxxxxxxakj8n3'
export const usdc = 'resource_sim1t5qszqgpqyqszqgpqyqszqgpqyqszqgpqyqszqgpqyqszqgpfmhap8'

/** The required settings of a configuration on the local network. */
export const settings = {
	network_id: 242,
	gateway_url: 'http://127.0.0.1:8481',
	database: {},
	service_key: key,
	markers,
	tokens: [
		{ symbol: 'XRD', resource_address: xrd, divisibility: 18 },
		{
			symbol: 'xUSDC',
			resource_address: usdc,
			divisibility: 6,
			name: 'Dollars',
			icon_url: 'https://icons.example/usdc',
		},
	],
	pairs: [{ base: 'XRD', quote: 'xUSDC' }],
}

/** The complete configuration: the required settings, and the defaults of everything else. */
export const config = parseConfig(settings)
export const { limits: limitsOfTests } = config

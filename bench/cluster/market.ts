import { derivePrivateKey, type Markers, playSeed } from '@accord/ledger'
import type { Token } from '@accord/protocol'
import { testNetworkId } from '../../test/network/test-network.ts'
import { realPrices } from '../growth/large-market.ts'
import { addedSymbol } from '../served/added-tokens.ts'
import { highLimits } from '../served/network.ts'

const pairCount = 20
/** How many tokens there are beside the ledger's own. */
export const addedTokens = pairCount - 1
const added = Array.from({ length: addedTokens }, (_, n) => addedSymbol(n))

export const quote = 'xUSDC'
/** The tokens traded for the quote, all at one price. XRD comes first: the ledger knows it, and so can preview its orders. */
export const bases: readonly string[] = ['XRD', ...added]
export const price = '0.05'

type Maker = { readonly name: string; readonly account: string; readonly apiKey: string }
type Places = {
	readonly gatewayUrl: string
	readonly markers: Markers
	readonly databaseUrl: string
	readonly natsUrl: string
}

/** The settings of every node. */
export function settingsOf(
	tokens: readonly Token[],
	{ makers, places }: { makers: readonly Maker[]; places: Places },
): Record<string, unknown> {
	const { gatewayUrl, markers, databaseUrl, natsUrl } = places
	const key = derivePrivateKey({ seed: playSeed, name: 'service', curve: 'Ed25519' })
	return {
		network_id: testNetworkId,
		gateway_url: gatewayUrl,
		host: '127.0.0.1',
		port: 0,
		database: { url: databaseUrl },
		bus: { kind: 'nats', servers: [natsUrl] },
		service_key: { curve: key.curve, private_key_hex: key.privateKeyHex },
		markers,
		tokens: tokens.map(({ symbol, resourceAddress, divisibility, name }) => {
			return { symbol, resource_address: resourceAddress, divisibility, name }
		}),
		pairs: bases.map(base => ({ base, quote })),
		settlement: { prices: { ...realPrices, ...Object.fromEntries(added.map(symbol => [symbol, price])) } },
		makers: makers.map(({ name, account, apiKey }) => {
			return { name, maker_id: name, accounts: [account], api_key: apiKey }
		}),
		limits: { ...highLimits, event_streams_per_address: 1e9 },
	}
}

import { z } from 'zod'
import { addressWire, countWire } from './primitives.ts'

/** GET /page.json: what the trading page is told of its surroundings. */
export const pageInfoWire = z.object({
	network: z.string(),
	network_id: countWire,
	gateway_url: z.string().describe('Where the page reads balances.'),
	play: z.boolean().describe('Whether this is play money: only on network 242, the simulator.'),
	dapp_definition_address: addressWire.optional().describe('What wallets are shown on a public network.'),
})
export type PageInfoWire = z.infer<typeof pageInfoWire>

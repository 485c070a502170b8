import { Decimal, type PriceBook } from '@accord/protocol'
import { MakerClient } from '../maker/maker-client.ts'
import { startFlashServer } from './flash-server.ts'

const quick = { minMs: 5, maxMs: 20 }

/** A maker's client and the server it connects to; both last as long as the test. */
export async function startMakerClient(
	t: { after(fn: () => unknown): void },
	options: Partial<ConstructorParameters<typeof MakerClient>[0]> = {},
) {
	const server = await startFlashServer()
	const client = new MakerClient({ flashUrl: server.url, apiKey: 'key', backoff: quick, ...options })
	t.after(async () => {
		client.close()
		await server.stop()
	})
	return { server, client }
}

export const book: PriceBook = {
	pair: { base: 'XRD', quote: 'xUSDC' },
	bids: [{ price: Decimal.parse('0.049'), amount: Decimal.parse('100') }],
	asks: [],
}

/** The order as sent to a maker. */
export const newOrder = {
	id: 'order-1',
	created_at: 1,
	created_at_ms: 1_500,
	fill_before: 3,
	fill_before_ms: 3_500,
	limit_order: { sell: { symbol: 'XRD', amount: '100' }, buy: { symbol: 'xUSDC', amount: '4.9' } },
	fill: { sell: { symbol: 'xUSDC', amount: '4.9' }, buy: { symbol: 'XRD', amount: '100' } },
}

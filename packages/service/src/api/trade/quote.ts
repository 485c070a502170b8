import { type QuoteRequestWire, type QuoteWire, quoteRequestWire } from '@accord/protocol'
import type { TradeApp } from './trade-app.ts'

/** POST /trade/quote: what an exact amount would trade for now. */
export function quote(
	app: TradeApp,
	{ quoteOrder }: { readonly quoteOrder: (request: QuoteRequestWire) => Promise<QuoteWire> },
): void {
	app.post('/trade/quote', { schema: { body: quoteRequestWire } }, async ({ body }) => quoteOrder(body))
}

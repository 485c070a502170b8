import {
	addressWire,
	Candle,
	CheckedOrder,
	Composition,
	candleIntervalWire,
	OrderStatus,
	OrderToCheck,
	type Pair,
	Quote,
	QuoteRequest,
	ShownOrderBook,
	subintentIdWire,
	symbolWire,
	TokenPairs,
	Tokens,
	TradePage,
} from '@accord/protocol'
import type { DexClient } from '@accord/sdk'
import * as z from 'zod'
import { explainTrade } from './explain-trade.ts'

// The guarantee: no tool signs, submits, cancels or takes a key, and every list has a bound. Inputs and results have the
// Trade API's own shapes, from its own schemas.

/** What an agent can do: `call` reads the wire's form of the input, and returns JSON. */
export type Tool = {
	readonly name: string
	readonly title: string
	readonly description: string
	readonly input: z.ZodType
	readonly call: (dex: DexClient, input: never) => Promise<object>
}

function tool<Input extends z.ZodType>(
	parts: Omit<Tool, 'call' | 'input'> & {
		readonly input: Input
		readonly call: (dex: DexClient, input: z.output<Input>) => Promise<object>
	},
): Tool {
	return parts as Tool
}

const pairInput = { base: symbolWire, quote: symbolWire }
const count = (max: number, usual: number) => z.int().min(1).max(max).default(usual)
const waitSecondsMax = 30

export const tools: readonly Tool[] = [
	tool({
		name: 'list_markets',
		title: 'Tokens and pairs',
		description: 'The traded tokens with their resource addresses and decimals, and the pairs. Start here.',
		input: z.object({}),
		call: async dex => {
			const [tokens, pairs] = await Promise.all([dex.tokens(), dex.tokenPairs()])
			return { ...Tokens.format(tokens), ...TokenPairs.format(pairs) }
		},
	}),
	tool({
		name: 'get_order_book',
		title: 'Order book',
		description: 'What can be traded now: [price, amount], best first; prices in quote per base, amounts in base.',
		input: z.object({ ...pairInput, depth: count(50, 10) }),
		call: async (dex, { depth, ...pair }) => ShownOrderBook.format(await dex.orderBook(pair, { depth })),
	}),
	tool({
		name: 'list_trades',
		title: 'Settled trades',
		description: 'The newest settled trades, of a pair or of all; `next` of one page is `before` of the following.',
		input: z.object({
			base: symbolWire.optional(),
			quote: symbolWire.optional(),
			limit: count(50, 20),
			before: z.string().optional(),
		}),
		call: async (dex, { base, quote, limit, before }) => {
			const pair: { pair?: Pair } = base === undefined || quote === undefined ? {} : { pair: { base, quote } }
			return TradePage.format(await dex.trades({ ...pair, limit, ...(before === undefined ? {} : { before }) }))
		},
	}),
	tool({
		name: 'list_candles',
		title: 'Prices by interval',
		description: 'Newest first; an interval without trades has no candle.',
		input: z.object({ ...pairInput, interval: candleIntervalWire, limit: count(100, 24) }),
		call: async (dex, { interval, limit, ...pair }) => {
			const { candles } = await dex.candles(pair, { interval, limit })
			return { pair, interval, candles: candles.map(candle => Candle.format(candle)) }
		},
	}),
	tool({
		name: 'quote',
		title: 'Quote a swap',
		description:
			'What selling or buying an exact amount gives now, with all fees. `limit_order` is the worst case that a user would sign. With an account the answer has the manifest. Not binding.',
		input: QuoteRequest.wire,
		call: async (dex, input) =>
			Quote.format(await dex.requestQuote(QuoteRequest.parse(input) as Parameters<typeof dex.requestQuote>[0])),
	}),
	tool({
		name: 'compose_order',
		title: 'Compose an order',
		description:
			'The manifest of a limit order from its terms; `fee` is that of a quote. The user’s own wallet signs it, with an expiry 15 to 60 s ahead, and sends it to POST /trade/orders.',
		input: z.object({ account: addressWire, ...ofComposition() }),
		call: async (dex, input) => {
			const composition = Composition.parse({ type: 'LimitOrder', ...input })
			return { manifest: await dex.compose(composition as Parameters<typeof dex.compose>[0]) }
		},
	}),
	tool({
		name: 'check_order',
		title: 'Check an order',
		description:
			'Every rule that an order breaks, and its cost: from a manifest, an unsigned subintent or a signed partial transaction. Nothing is stored or sent.',
		input: OrderToCheck.wire,
		call: async (dex, input) => CheckedOrder.format(await dex.check(OrderToCheck.parse(input))),
	}),
	tool({
		name: 'follow_order',
		title: 'Follow an order',
		description: `The state of an order; with wait_seconds the answer comes when it is final, or then. Final: settled, unfilled, expired, cancelled.`,
		input: z.object({
			subintent_id: subintentIdWire,
			wait_seconds: z.int().min(0).max(waitSecondsMax).default(waitSecondsMax),
		}),
		call: async (dex, { subintent_id, wait_seconds }) =>
			OrderStatus.format(await dex.order(subintent_id, { waitSeconds: wait_seconds })),
	}),
	tool({
		name: 'explain_trade',
		title: 'Explain a trade',
		description: 'How an order went: which makers were asked and what they did, what settled, and at which price.',
		input: z.object({ subintent_id: subintentIdWire }),
		call: async (dex, { subintent_id }) => explainTrade(await dex.tradeTrace(subintent_id)),
	}),
]

/** The terms of a user's order, all of them required. */
function ofComposition() {
	const { sell, buy, fee } = (Composition.wire as unknown as z.ZodObject<Record<'sell' | 'buy' | 'fee', z.ZodOptional>>)
		.shape
	return { sell: sell.unwrap(), buy: buy.unwrap(), fee: fee.unwrap() }
}

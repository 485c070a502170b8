import { type Amount, Decimal, type LimitOrder, quoteFee, type Token, totalWithdrawn } from '@accord/protocol'
import type { DexClient, Signed, SubintentToSign, TradedPair } from '@accord/sdk'
import type { OrderSide } from './structures.ts'

/** Signs, or throws to end the order: as the `sign` of the SDK's `dex.trade`. */
export type SignOrder = (toSign: SubintentToSign) => Signed | Promise<Signed>

type Terms = {
	readonly side: OrderSide
	/** In base. */
	readonly amount: Decimal
	/** Quote per base. */
	readonly price: Decimal
	readonly base: Token
	readonly quote: Token
}

/** The limit order at this price or better, rounded to the quote token's unit so that the price is never worse. */
export function limitOrderOf({ side, amount, price, base, quote }: Terms): LimitOrder {
	const ofBase: Amount = { symbol: base.symbol, amount }
	const ofQuote = (cost: Decimal): Amount => ({ symbol: quote.symbol, amount: cost })
	if (side === 'sell')
		return { sell: ofBase, buy: ofQuote(Decimal.roundUp(Decimal.mulUp(price, amount), quote.divisibility)) }
	return { sell: ofQuote(Decimal.roundDown(Decimal.mulDown(price, amount), quote.divisibility)), buy: ofBase }
}

type Placing = {
	readonly account: string
	readonly pair: TradedPair
	readonly limitOrder: LimitOrder
	/** The token that is sold, in which fees are paid. */
	readonly sold: Token
	readonly expiresInSeconds: number
	readonly sign: SignOrder
}

/** Composes, has it signed, and submits; returns the order's id. @throws TradeError, ConnectionError, what `sign` throws */
export async function placeOrder(dex: DexClient, placing: Placing): Promise<string> {
	const { account, pair, limitOrder, sold, expiresInSeconds, sign } = placing
	const [feeInfo, level, book] = await Promise.all([dex.info(), dex.accountLevel(account), dex.orderBook(pair)])
	const fee = quoteFee({ feeInfo, level, role: 'taker', sell: limitOrder.sell, divisibility: sold.divisibility })
	const manifest = await dex.compose({ account, limitOrder, fee })
	const created = await dex.createSubintent({ manifest, expiresInSeconds })
	const quote = { pair, book, limitOrder, expected: limitOrder, fee, level }
	const bounds = {
		sell: limitOrder.sell.amount,
		atMost: totalWithdrawn(limitOrder.sell, fee),
		atLeast: limitOrder.buy.amount,
	}
	const signed = await sign({ ...created, manifest, quote, account, bounds, expiresInSeconds })
	if (typeof signed === 'string') return dex.submitOrder(signed)
	const signatures = 'signature' in signed ? [signed] : signed
	return dex.submitOrder(await dex.sign({ subintent: created.subintent, signatures }))
}

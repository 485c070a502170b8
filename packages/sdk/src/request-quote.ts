import { Decimal, type Pair, type QuoteRequestWire } from '@accord/protocol'
import { type AmountLike, type DecimalLike, toDecimal } from './amount-like.ts'

/** What the service is asked to compute: one exact side of an order in a pair. */
export type ServiceQuoteRequest = ({ sell: AmountLike; buy?: undefined } | { buy: AmountLike; sell?: undefined }) & {
	pair: Pair
	/** With an account its fee level is used and the manifest composed. */
	account?: string
	/** The fraction by which the other side is made worse, up to "0.5". */
	slippage?: DecimalLike
}

/** The body of POST /trade/quote. @throws TradeError `invalid_decimal` */
export function formatQuoteRequest({ pair, sell, buy, account, slippage }: ServiceQuoteRequest): QuoteRequestWire {
	return {
		pair: { base: pair.base, quote: pair.quote },
		...(sell === undefined ? {} : { sell: amountWire(sell) }),
		...(buy === undefined ? {} : { buy: amountWire(buy) }),
		...(account === undefined ? {} : { account }),
		...(slippage === undefined ? {} : { slippage: text(slippage) }),
	}
}

function amountWire({ symbol, amount }: AmountLike) {
	return { symbol, amount: text(amount) }
}

function text(value: DecimalLike): string {
	return Decimal.format(toDecimal(value))
}

import {
	type Amount,
	Decimal,
	type FeeInfo,
	type Form,
	isPairOf,
	limitOrderFromBook,
	mirror,
	type NewOrder,
	type OrderBook,
	type OrderToSign,
	orderToSign,
	pairForm,
	quoteFee,
	requireArguments,
	type SignerTerms,
	sameOrder,
	textForm,
	UnsignableError,
} from '@accord/protocol'
import { signerTermsForm } from './check-subintent.ts'

const sideForm: Form = { members: { sell: { members: {} }, buy: { members: {} } } }
const orderForm: Form = {
	members: { limitOrder: sideForm, fill: sideForm, fillBeforeMs: { type: 'number', is: 'milliseconds since 1970' } },
}
const checkForm: Form = {
	members: {
		terms: signerTermsForm,
		account: textForm('the address of the account that sells'),
		feeInfo: { members: {} },
		level: { type: 'number', is: "the account's level" },
		books: { items: { members: { pair: pairForm } } },
	},
}

/** A maker's own knowledge about an order that it receives. */
export type FillCheck = {
	readonly terms: SignerTerms
	/** The account that sells. */
	readonly account: string
	/** The service's fee table, and the account's level in it. They are compared with the fee bounds of `terms`. */
	readonly feeInfo: FeeInfo
	readonly level: number
	/** The books that the maker stands by; the order must match one of them. */
	readonly books: readonly OrderBook[]
	/** The service's clock, `maker.serviceNowMs()`; this computer's when absent. */
	readonly nowMs?: number
}

/**
 * Returns the fill to compile and sign, if the order is at the maker's own prices and in time. The fill is computed
 * from the order, and the service's values are only compared.
 * @throws UnsignableError naming the difference from the maker's knowledge; TradeError, RangeError for an order or a fee
 * table that cannot be computed with
 */
export function checkFill(
	order: Pick<NewOrder, 'limitOrder' | 'fill' | 'fillBeforeMs'>,
	check: FillCheck,
): OrderToSign {
	requireArguments('checkFill', { order: orderForm, check: checkForm }, { order, check })
	const { terms, account, feeInfo, level, books, nowMs = Date.now() } = check
	const { sell, buy } = order.limitOrder
	if (order.fillBeforeMs <= nowMs) throw new UnsignableError('deadline', lateText(nowMs - order.fillBeforeMs))
	const fill = mirror(order.limitOrder)
	if (!sameOrder(fill, order.fill))
		throw new UnsignableError('fill', `the fill ${text(order.fill)} is not the mirror image of the order`)
	const book = books.find(({ pair }) => isPairOf(pair, sell.symbol, buy.symbol))
	if (book === undefined) throw new UnsignableError('pair', `${sell.symbol} for ${buy.symbol} is not quoted`)
	const places = (symbol: string) => terms.tokens.find(token => token.symbol === symbol)?.divisibility ?? 0
	const divisibility = { base: places(book.pair.base), quote: places(book.pair.quote) }
	const unit = ({ symbol }: Amount) => Decimal.unit(places(symbol))
	const given = (amount: Decimal) => {
		const answer = limitOrderFromBook({ book, divisibility, sell: { ...sell, amount } })
		return answer.kind === 'order' ? [answer.order.buy.amount] : []
	}
	// A split order's parts, and a route's legs, are rounded to the tokens' units: each amount may be off by one.
	const [most = Decimal.zero] = [Decimal.add(sell.amount, unit(sell)), sell.amount].flatMap(given)
	if (buy.amount > most + unit(buy))
		throw new UnsignableError('price', `it buys ${Decimal.format(buy.amount)} ${buy.symbol}, more than the book gives`)
	const fee = quoteFee({ feeInfo, level, role: 'maker', sell: fill.sell, divisibility: places(fill.sell.symbol) })
	return orderToSign({ account, limitOrder: fill, fee }, terms, { sell: fill.sell.amount, atLeast: fill.buy.amount })
}

function lateText(lateMs: number): string {
	return `the order had to be filled ${(lateMs / 1000).toFixed(1)} s ago, by this clock: is it the service's?`
}

function text({ sell, buy }: NewOrder['fill']): string {
	return `${Decimal.format(sell.amount)} ${sell.symbol} for ${Decimal.format(buy.amount)} ${buy.symbol}`
}

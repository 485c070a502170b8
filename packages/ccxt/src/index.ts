export { AccordExchange } from './accord-exchange.ts'
export { type ErrorClass, type ErrorName, errorClasses } from './errors.ts'
export type { AccordExchangeOptions } from './options.ts'
export type { OrderParams } from './order-arguments.ts'
export type { SignOrder } from './place-order.ts'
export type {
	Balances,
	Currency,
	Market,
	Num,
	Ohlcv,
	Order,
	OrderBook,
	OrderSide,
	OrderType,
	Ticker,
	Trade,
} from './structures.ts'

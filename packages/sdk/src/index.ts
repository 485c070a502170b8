export {
	type Amount,
	type CheckedOrderWire,
	type CheckOrderWire,
	Decimal,
	type ErrorCode,
	errorTable,
	type Fee,
	type FeeInfo,
	isErrorCode,
	type LimitOrder,
	type LimitsWire,
	limitOrderFromBook,
	type NetworkStatusWire,
	type OrderBook,
	type OrderEventWire,
	type OrderState,
	type OrderStatusesWire,
	type OrderStatusWire,
	type Pair,
	type ParsedOrderWire,
	type ParseOrderWire,
	type PriceLevel,
	type QuoteWire,
	quoteFee,
	type Token,
	TradeError,
	type VersionWire,
} from '@accord/protocol'
export type { AmountLike, DecimalLike } from './amount-like.ts'
export { type Backoff, defaultBackoff } from './backoff.ts'
export {
	type CancellationSignature,
	type CancellationToSign,
	cancellationOf,
	type SignCancellation,
} from './cancel-order.ts'
export { ConnectionError } from './connection-error.ts'
export { type AccountBalances, DexClient, type OrderOptions, type TradesOptions } from './dex-client.ts'
export type { FollowOptions } from './follow-order.ts'
export type { Quote, QuoteRequest, Wish } from './quote-order.ts'
export type { Readiness } from './readiness.ts'
export { ReconnectingSocket, type ReconnectingSocketOptions, type SocketLike } from './reconnecting-socket.ts'
export type { ServiceQuoteRequest } from './request-quote.ts'
export type { ResumeOptions } from './resumed-events.ts'
export { retryAfterMs } from './retry-after.ts'
export type { ShownBook } from './shown-book.ts'
export { leastBought, mostSold, roundAmount, type SlippageRequest } from './slippage.ts'
export { SolverClient, type SolverClientOptions } from './solver-client.ts'
export type { BundleHex, PublishedBundle, SolverEvent, StreamCursor, WithdrawnBundle } from './solver-event.ts'
export type { CreatedSubintent, SubintentRequest, SubintentSignature } from './subintent.ts'
export type { TradeApiOptions } from './trade-api.ts'
export type { Signed, SubintentToSign, TradeOutcome, TradeRequest, TradeStep } from './trade-once.ts'

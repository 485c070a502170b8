export {
	type Amount,
	type CheckedOrderWire,
	type CheckOrderWire,
	Decimal,
	defaultExpiresInSeconds,
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
	type Slippage,
	type Token,
	TradeError,
	type VersionWire,
	withSlippage,
} from '@accord/protocol'
export { type AmountLike, type DecimalLike, roundAmount } from './dex/amount-like.ts'
export {
	type AccountBalances,
	DexClient,
	type OrderOptions,
	type Readiness,
	type TradesOptions,
} from './dex/dex-client.ts'
export type { ShownBook } from './dex/order-book.ts'
export type { FollowOptions } from './dex/order-events.ts'
export type { Quote, QuoteRequest, ServiceQuoteRequest, SwapRequest } from './dex/quote.ts'
export type { Signed, SubintentToSign, TradeOutcome, TradeRequest, TradeStep } from './dex/trade.ts'
export {
	type CancellationSignature,
	type CancellationToSign,
	cancellationOf,
	type SignCancellation,
} from './signing/cancellation.ts'
export type { CreatedSubintent, SubintentRequest, SubintentSignature } from './signing/subintent.ts'
export { SolverClient, type SolverClientOptions } from './solver/solver-client.ts'
export type { BundleHex, PublishedBundle, SolverEvent, StreamCursor, WithdrawnBundle } from './solver/solver-event.ts'
export { ConnectionError } from './transport/connection-error.ts'
export type { ResumeOptions } from './transport/resumed-events.ts'
export { type Backoff, defaultBackoff, retryAfterMs } from './transport/retry.ts'
export type { TradeApiOptions } from './transport/trade-api.ts'

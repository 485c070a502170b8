export {
	type AccountBalances,
	type Amount,
	type CheckedOrder,
	type ComposeRequest,
	type CreatedSubintent,
	Decimal,
	defaultExpiresInSeconds,
	type ErrorCode,
	errorTable,
	type Fee,
	type FeeInfo,
	isErrorCode,
	isTerminalOrderState,
	type LimitOrder,
	type Limits,
	limitOrderFromBook,
	type NetworkStatus,
	type OrderBook,
	type OrderEvent,
	type OrderSource,
	type OrderState,
	type OrderStatus,
	type OrderStatuses,
	type Pair,
	type ParsedOrder,
	type PriceLevel,
	type PublishedBundle,
	type Quote,
	quoteFee,
	type ReadinessCheck,
	type ShownBook,
	type SigningRequest,
	type Slippage,
	type SolverEvent,
	type StreamCursor,
	type SubintentRequest,
	type SubintentSignature,
	type Token,
	type Trade,
	TradeError,
	type TradePage,
	type TradeTrace,
	type Version,
	type WithdrawnBundle,
	withSlippage,
} from '@accord/protocol'
export {
	DexClient,
	type OrderOptions,
	type Readiness,
	type TradesOptions,
} from './dex/dex-client.ts'
export type { FollowOptions } from './dex/order-events.ts'
export type { BookQuote, BookQuoteRequest, QuoteRequest, SwapRequest } from './dex/quote.ts'
export type { Signed, SubintentToSign, TradeOutcome, TradeRequest, TradeStep } from './dex/trade.ts'
export {
	type CancellationToSign,
	cancellationOf,
	type SignCancellation,
	type WalletSignature,
} from './signing/cancellation.ts'
export { type BundleHex, SolverClient, type SolverClientOptions } from './solver/solver-client.ts'
export { type AmountLike, type DecimalLike, roundAmount } from './transport/amount-like.ts'
export { ConnectionError } from './transport/connection-error.ts'
export type { LogRestart } from './transport/log-restart.ts'
export type { RemovedEntries } from './transport/removed-entries.ts'
export type { ResumeOptions } from './transport/resumed-events.ts'
export { type Backoff, defaultBackoff, retryAfterMs } from './transport/retry.ts'
export type { TradeApiOptions } from './transport/trade-api.ts'

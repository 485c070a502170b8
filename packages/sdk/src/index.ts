export { type Backoff, defaultBackoff } from './backoff.ts'
export { ConnectionError } from './connection-error.ts'
export {
	type AccountBalances,
	type CreatedSubintent,
	DexClient,
	type SubintentSignature,
} from './dex-client.ts'
export type { FollowOptions } from './follow-order.ts'
export type { Quote, QuoteRequest, Wish } from './quote-order.ts'
export { ReconnectingSocket, type ReconnectingSocketOptions, type SocketLike } from './reconnecting-socket.ts'
export { type BundleHex, SolverClient, type SolverClientOptions } from './solver-client.ts'
export type { TradeApiOptions } from './trade-api.ts'
export type { Signed, SubintentToSign, TradeOutcome, TradeRequest, TradeStep } from './trade-once.ts'

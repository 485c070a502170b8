export type {
	Amount,
	BookHeldBack,
	BookObstacle,
	BookReservation,
	BreakerChange,
	BreakerState,
	BreakerStep,
	CheckedFill,
	CheckedOrder,
	ComposedFill,
	ErrorCode,
	ErrorExtra,
	ErrorItem,
	Exposure,
	Fee,
	FeeInfo,
	FillCheck,
	FillExecution,
	FillState,
	FillToCompose,
	HiddenLevels,
	HiddenReason,
	InstamintAccount,
	InstamintBadges,
	InstamintInfo,
	LimitOrder,
	MakerBookStatus,
	MakerLimits,
	MakerOrder,
	MakerOrderPage,
	MakerPause,
	MakerPerformance,
	MakerStats,
	MintableToken,
	MintingCustomer,
	MintPrefix,
	NewOrder,
	OrderCheck,
	OrderSource,
	OrderViolation,
	Outcome,
	Pair,
	PartState,
	PaybackAddress,
	PriceBook,
	PriceLevel,
	RepaymentToken,
	Side,
	SignerTerms,
} from '@accord/protocol'

export { Decimal, mintPrefix, TradeError } from '@accord/protocol'
export type { FillLogOptions } from './maker/fill-log.ts'
export type { OwnMinting } from './maker/fill-mints.ts'
export { InstamintClient } from './maker/instamint-client.ts'
export { MakerApi, type MakerOrdersQuery } from './maker/maker-api.ts'
export { MakerClient } from './maker/maker-client.ts'
export type { MakerClientOptions, NewOrdersOptions, WithdrawnBooks } from './maker/maker-client-options.ts'
export type { FillResult, NewOrderAnswer, NewOrderHandler } from './maker/new-order-answers.ts'
export type { PriceBookLike, PriceLevelLike } from './maker/quoted-books.ts'
export type { AmountLike, DecimalLike } from './transport/amount-like.ts'
export type { LogRestart } from './transport/log-restart.ts'
export type { RemovedEntries } from './transport/removed-entries.ts'
export type { Backoff } from './transport/retry.ts'
export { ClockError } from './transport/service-clock.ts'
export type { TradeApiOptions } from './transport/trade-api.ts'

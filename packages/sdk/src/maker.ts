export type {
	BookReservation,
	BreakerChange,
	BreakerState,
	Exposure,
	FillExecution,
	FillState,
	MakerBookStatus,
	MakerLimits,
	MakerOrder,
	MakerOrderPage,
	MakerPause,
	MakerStats,
	NewOrder,
	Outcome,
	PartState,
	PriceBook,
	PriceLevel,
} from '@accord/protocol'
export type { FillLogOptions } from './maker/fill-log.ts'
export { MakerApi, type MakerOrdersQuery } from './maker/maker-api.ts'
export { MakerClient, type MakerClientOptions, type NewOrdersOptions } from './maker/maker-client.ts'
export type { FillResult, NewOrderAnswer, NewOrderHandler } from './maker/new-order-answers.ts'
export type { LogRestart } from './transport/log-restart.ts'
export type { RemovedEntries } from './transport/removed-entries.ts'

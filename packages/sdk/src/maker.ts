export type { FillState, Outcome, PartState, PriceBook, PriceLevel } from '@accord/protocol'
export type { FillExecution, FillLogOptions } from './maker/fill-log.ts'
export { MakerApi, type MakerOrdersQuery } from './maker/maker-api.ts'
export { MakerClient, type MakerClientOptions } from './maker/maker-client.ts'
export type {
	BookReservation,
	BreakerChange,
	BreakerView,
	MakerBook,
	MakerLimits,
	MakerOrder,
	MakerOrders,
	MakerPause,
	MakerPauses,
	MakerStats,
} from './maker/maker-state.ts'
export type { NewOrder, NewOrdersOptions } from './maker/new-order.ts'
export type { FillResult, NewOrderAnswer, NewOrderHandler } from './maker/new-order-answers.ts'

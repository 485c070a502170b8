export * from './amount/amount.ts'
export { Decimal } from './amount/decimal.ts'
export * from './amount/pair.ts'
export * from './amount/token.ts'
export * from './book/order-book.ts'
export * from './book/price-book.ts'
export * from './book/price-level.ts'
export * from './book/shown-book.ts'
export * from './book/walk.ts'
export * from './clock.ts'
export * from './duration.ts'
export * from './error/close-codes.ts'
export * from './error/error-item.ts'
export * from './error/error-meanings.ts'
export * from './error/error-table.ts'
export * from './error/problem.ts'
export * from './error/trade-error.ts'
export * from './fee/fee.ts'
export * from './fee/fee-info.ts'
export * from './fee/rebate.ts'
export {
	addressWire,
	countWire,
	decimal,
	decimalWire,
	hexWire,
	incarnationWire,
	subintentIdWire,
	symbolWire,
	textWire,
	timestampWire,
	wholeNumberText,
} from './fields.ts'
export {
	type IntegratorBalance,
	IntegratorReport,
	type IntegratorTrade,
	integratorCodeWire,
} from './integrator/integrator-report.ts'
export type { JsonRpcCall, JsonRpcId, JsonRpcParams, JsonRpcResponse } from './json-rpc/json-rpc-message.ts'
export * from './json-rpc/json-rpc-peer.ts'
export type { Schedule } from './json-rpc/pending-requests.ts'
export * from './maker/fill-execution.ts'
export * from './maker/flash-methods.ts'
export * from './maker/instamint.ts'
export * from './maker/local-id.ts'
export * from './maker/maker-book.ts'
export * from './maker/maker-limits.ts'
export * from './maker/maker-order.ts'
export * from './maker/maker-pause.ts'
export * from './maker/maker-stats.ts'
export { Field, type ValueOf, type WireOf } from './message.ts'
export * from './operator/audit-entry.ts'
export * from './operator/doctor-check.ts'
export * from './operator/incarnation.ts'
export * from './operator/instamint.ts'
export * from './operator/integrator.ts'
export * from './operator/maker.ts'
export * from './operator/network-file.ts'
export * from './operator/node-status.ts'
export * from './operator/operator-key.ts'
export * from './operator/operator-order.ts'
export * from './operator/overview.ts'
export * from './operator/reconciliation.ts'
export * from './operator/settings.ts'
export * from './order/cancellation.ts'
export * from './order/construction.ts'
export * from './order/limit-order.ts'
export * from './order/limit-order-from-book.ts'
export * from './order/limit-order-manifest.ts'
export * from './order/mint-prefix.ts'
export * from './order/order-check.ts'
export type { OrderSource } from './order/order-source.ts'
export * from './order/order-status.ts'
export * from './order/quote.ts'
export * from './order/signer-terms.ts'
export { type Curve, SignedSubintent, SigningRequest, SubintentSignature } from './order/signing.ts'
export * from './order/slippage.ts'
export * from './order/states.ts'
export * from './order/submission.ts'
export * from './parse-wire.ts'
export * from './service/limits.ts'
export * from './service/service-info.ts'
export * from './solver/solver-event.ts'
export { visibleJson, visibleLine, visibleText } from './text.ts'
export * from './trade/candle.ts'
export * from './trade/trade.ts'
export * from './trade/trade-trace.ts'

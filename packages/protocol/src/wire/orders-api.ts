import * as z from 'zod'
import { addressWire, subintentIdWire, timestampWire, wholeNumberText } from '../fields.ts'
import type { Cancellation, CancellationSignature } from '../order/cancellation.ts'
import type { OrderCorrection, OrderEvent, OrderStatus, OrderStatuses } from '../order/order-status.ts'
import { isTerminalOrderState, orderHistoryStates, orderStates, partStates } from '../order/states.ts'
import { omitUndefined } from './omit-undefined.ts'
import { feeWire, formatFee, formatLimitOrder, limitOrderWire, parseFee, parseLimitOrder } from './primitives.ts'
import {
	formatSignature,
	parseSignature,
	signatureFields,
	signatureHasKey,
	signatureHasKeyMeta,
} from './signing-api.ts'

/** Body of POST /trade/orders. */
export const submitOrderWire = z.strictObject({
	signed_partial_transaction: z.string().describe('What the wallet answered, in hexadecimal.'),
})
export type SubmitOrderWire = z.infer<typeof submitOrderWire>

/** Answer of POST /trade/orders, and result of platform.fills.fill (specification, Order submission result). */
export const submissionResultWire = z.object({
	success: z.literal(true),
	success_response: z.object({ subintent_id: subintentIdWire }),
})
export type SubmissionResultWire = z.infer<typeof submissionResultWire>

/** The subintent id of what was accepted. */
export function parseSubmissionResult({ success_response: { subintent_id } }: SubmissionResultWire): string {
	return subintent_id
}

/** The answer to an accepted submission. */
export function formatSubmissionResult(subintentId: string): SubmissionResultWire {
	return { success: true, success_response: { subintent_id: subintentId } }
}

/** Where a user's order stands. */
export const orderStateWire = z.enum(orderStates)

/** An entry of an order's history: `accepted` is the first one and no state of its own. */
export const orderHistoryStateWire = z.enum(orderHistoryStates)

/** What came of the part of an order that one maker is asked to fill. */
export const partStateWire = z.enum(partStates)

/** GET /trade/orders/:subintent_id. */
export const orderStatusWire = z.object({
	subintent_id: subintentIdWire,
	state: orderStateWire,
	limit_order: limitOrderWire,
	fee: feeWire,
	account: addressWire,
	expires_at: timestampWire.describe('Seconds.'),
	created_at_ms: timestampWire,
	history: z.array(z.object({ state: orderHistoryStateWire, at_ms: timestampWire })),
	parts: z.array(z.object({ state: partStateWire })),
	outcome: z.string().optional().describe('The final state, once there is one.'),
	transaction_id: z.string().optional().describe('The transaction that settled it.'),
	correction: z
		.object({ state: z.enum(['settled', 'expired']), at_ms: timestampWire, transaction_id: z.string().optional() })
		.optional()
		.describe('What the ledger decided, if the order had ended otherwise because the Gateway was wrong.'),
})
export type OrderStatusWire = z.infer<typeof orderStatusWire>

/** Reads where an order stands. @throws TradeError `invalid_decimal` */
export function parseOrderStatus(wire: OrderStatusWire): OrderStatus {
	return omitUndefined({
		subintentId: wire.subintent_id,
		state: wire.state,
		limitOrder: parseLimitOrder(wire.limit_order),
		fee: parseFee(wire.fee),
		account: wire.account,
		expiresAtS: wire.expires_at,
		createdAtMs: wire.created_at_ms,
		history: wire.history.map(({ state, at_ms }) => ({ state, atMs: at_ms })),
		parts: wire.parts.map(({ state }) => ({ state })),
		transactionId: wire.transaction_id,
		correction: wire.correction && parseCorrection(wire.correction),
	})
}

function parseCorrection({
	state,
	at_ms,
	transaction_id,
}: NonNullable<OrderStatusWire['correction']>): OrderCorrection {
	return omitUndefined({ state, atMs: at_ms, transactionId: transaction_id })
}

/** The answer about one order. */
export function formatOrderStatus(status: OrderStatus): OrderStatusWire {
	return omitUndefined({
		subintent_id: status.subintentId,
		state: status.state,
		limit_order: formatLimitOrder(status.limitOrder),
		fee: formatFee(status.fee),
		account: status.account,
		expires_at: status.expiresAtS,
		created_at_ms: status.createdAtMs,
		history: status.history.map(({ state, atMs }) => ({ state, at_ms: atMs })),
		parts: status.parts.map(({ state }) => ({ state })),
		outcome: isTerminalOrderState(status.state) ? status.state : undefined,
		transaction_id: status.transactionId,
		correction: status.correction && formatCorrection(status.correction),
	})
}

function formatCorrection({ state, atMs, transactionId }: OrderCorrection): OrderStatusWire['correction'] {
	return omitUndefined({ state, at_ms: atMs, transaction_id: transactionId })
}

/** The most seconds that `wait` may ask for. */
export const waitSecondsMax = 30

/** Query of GET /trade/orders/:subintent_id: with `wait`, the answer comes when the order is final or so many seconds have passed. */
export const orderStatusQueryWire = z.object({
	wait: wholeNumberText({ min: 0, max: waitSecondsMax }).optional().describe('Seconds to wait for the final state.'),
})
export type OrderStatusQueryWire = z.infer<typeof orderStatusQueryWire>

/** Orders that one POST /trade/orders/status may ask for. */
export const orderStatusIdsMax = 100

/** Body of POST /trade/orders/status. An id that is named twice is answered once. */
export const orderStatusesQueryWire = z.strictObject({
	subintent_ids: z.array(subintentIdWire.min(1).max(256)).min(1).max(orderStatusIdsMax),
})
export type OrderStatusesQueryWire = z.infer<typeof orderStatusesQueryWire>

/** Answer of POST /trade/orders/status: the known ones in the order asked, and the ids of which there is no order. */
export const orderStatusesWire = z.object({ orders: z.array(orderStatusWire), unknown: z.array(z.string()) })
export type OrderStatusesWire = z.infer<typeof orderStatusesWire>

/** Reads the answer of POST /trade/orders/status. @throws TradeError `invalid_decimal` */
export function parseOrderStatuses({ orders, unknown }: OrderStatusesWire): OrderStatuses {
	return { orders: orders.map(parseOrderStatus), unknown }
}

/** The answer of POST /trade/orders/status. */
export function formatOrderStatuses({ orders, unknown }: OrderStatuses): OrderStatusesWire {
	return { orders: orders.map(formatOrderStatus), unknown: [...unknown] }
}

/**
 * Data of the event `state` of GET /trade/orders/:subintent_id/events: one for each entry of the history, `sequence` its
 * place from 1 on and the event's id. With the final state the answer ends; who then resumes is answered 204, which
 * tells an EventSource to stop.
 */
export const orderEventWire = z.object({
	subintent_id: subintentIdWire,
	sequence: z.number().int().positive(),
	state: orderHistoryStateWire,
	at_ms: timestampWire,
	final: z.boolean().describe('Whether this is the last event.'),
	transaction_id: z.string().optional(),
})
export type OrderEventWire = z.infer<typeof orderEventWire>

/** Reads an event of an order. */
export function parseOrderEvent(wire: OrderEventWire): OrderEvent {
	return omitUndefined({
		subintentId: wire.subintent_id,
		sequence: wire.sequence,
		state: wire.state,
		atMs: wire.at_ms,
		isFinal: wire.final,
		transactionId: wire.transaction_id,
	})
}

/** The data of the event `state`. */
export function formatOrderEvent(event: OrderEvent): OrderEventWire {
	return omitUndefined({
		subintent_id: event.subintentId,
		sequence: event.sequence,
		state: event.state,
		at_ms: event.atMs,
		final: event.isFinal,
		transaction_id: event.transactionId,
	})
}

/** For which dApp and origin a wallet signed a proof of ownership. */
export const rolaWire = z.strictObject({ dapp_definition_address: addressWire, origin: z.string().min(1).max(256) })

const cancellationFields = {
	...signatureFields,
	rola: rolaWire.optional().describe('For a signature that a Radix wallet made as proof of ownership.'),
}
/** One more signature of a cancellation. */
export const cancellationSignatureWire = z
	.strictObject(cancellationFields)
	.refine(...signatureHasKey)
	.meta(signatureHasKeyMeta)

/**
 * Body of DELETE /trade/orders/:subintent_id: a signature by the key of the account, which signed the order, over the
 * BLAKE2b-256 hash of the text of `cancelMessage`. A wallet that signs only proofs of ownership (ROLA) is given that hash as
 * challenge, and `rola` says for which dApp and origin it signed.
 */
export const cancelOrderWire = z
	.strictObject({
		...cancellationFields,
		co_signatures: z
			.array(cancellationSignatureWire)
			.max(15)
			.optional()
			.describe(
				'By the other keys that signed the order, if the account is secured by something else than its own key.',
			),
	})
	.refine(...signatureHasKey)
	.meta(signatureHasKeyMeta)
/** As it is sent; the service reads `z.output` of the schema, with the curve in its one spelling. */
export type CancelOrderWire = z.input<typeof cancelOrderWire>

/** Reads the body that cancels an order, the curve in its one spelling. */
export function parseCancellation(wire: z.output<typeof cancelOrderWire>): Cancellation {
	const coSignatures = wire.co_signatures?.map(parseCancellationSignature)
	return { ...parseCancellationSignature(wire), ...omitUndefined({ coSignatures }) }
}

function parseCancellationSignature(wire: z.output<typeof cancellationSignatureWire>): CancellationSignature {
	const rola = wire.rola && {
		dappDefinitionAddress: wire.rola.dapp_definition_address,
		origin: wire.rola.origin,
	}
	return { ...parseSignature(wire), ...omitUndefined({ rola }) }
}

/** The body that cancels an order. */
export function formatCancellation({ coSignatures, ...signature }: Cancellation): CancelOrderWire {
	const co_signatures = coSignatures?.map(formatCancellationSignature)
	return { ...formatCancellationSignature(signature), ...omitUndefined({ co_signatures }) }
}

function formatCancellationSignature({ rola, ...signature }: CancellationSignature) {
	return omitUndefined({
		...formatSignature(signature),
		rola: rola && { dapp_definition_address: rola.dappDefinitionAddress, origin: rola.origin },
	})
}

import * as z from 'zod'

export const orderStates = [
	'awaiting_fills',
	'filled',
	'published',
	'settled',
	'unfilled',
	'expired',
	'cancelled',
] as const
/** Where a user's order stands. The first two lead to `published`; a published order ends `settled` or `expired`. */
export type OrderState = (typeof orderStates)[number]
export const orderStateWire = z.enum(orderStates)

export const orderHistoryStates = ['accepted', ...orderStates] as const
/** The state of an entry of an order's history: `accepted` is always the first one, and is not an order state itself. */
export type OrderHistoryState = (typeof orderHistoryStates)[number]
export const orderHistoryStateWire = z.enum(orderHistoryStates)

export const partStates = ['asked', 'filled', 'rejected', 'timed_out'] as const
/** The outcome of the part of an order that one maker is asked to fill. */
export type PartState = (typeof partStates)[number]
export const partStateWire = z.enum(partStates)

export const outcomes = ['Settled', 'Expired', 'Released'] as const
/** How a fill ended: on the ledger, past its expiry, or never published. */
export type Outcome = (typeof outcomes)[number]

export const fillStates = ['started', ...outcomes] as const
/** Where a maker's fill stands. */
export type FillState = (typeof fillStates)[number]
export const fillStateWire = z.enum(fillStates)

/** Whether an order in this state stays in it for ever. */
export function isTerminalOrderState(state: OrderHistoryState): boolean {
	return state === 'settled' || state === 'unfilled' || state === 'expired' || state === 'cancelled'
}

/** Whether a part in this state stays in it for ever. */
export function isTerminalPartState(state: PartState): boolean {
	return state !== 'asked'
}

/** Whether a fill in this state stays in it for ever. */
export function isTerminalFillState(state: FillState): state is Outcome {
	return state !== 'started'
}

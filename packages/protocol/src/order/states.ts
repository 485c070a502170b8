import * as z from '#schema'

export const orderStates = [
	'awaiting_fills',
	'filled',
	'published',
	'settled',
	'unfilled',
	'expired',
	'cancelled',
] as const
/** The state of a user's order. The first two lead to `published`; a published order ends as `settled` or `expired`. */
export type OrderState = (typeof orderStates)[number]
export const orderStateWire = z.enum(orderStates)

export const orderHistoryStates = ['accepted', ...orderStates] as const
/**
 * The state of an entry of an order's history: `accepted` is always the first one, and is not itself an order state.
 */
export type OrderHistoryState = (typeof orderHistoryStates)[number]
export const orderHistoryStateWire = z.enum(orderHistoryStates)

export const partStates = ['asked', 'filled', 'rejected', 'timed_out'] as const
/** The outcome of the part of an order that one maker is asked to fill. */
export type PartState = (typeof partStates)[number]
export const partStateWire = z.enum(partStates)

export const answeredAtWords =
	'When it was filled, rejected or timed out. A time-out by `fill_before_ms` was called off: it is not the maker’s.'

/** What tells how a part ended: `answeredAtMs` is when it did. */
type EndedPart = { readonly state: PartState; readonly fillBeforeMs: number; readonly answeredAtMs?: number }

/**
 * Whether a part was called off: its time-out was no later than its deadline, because its order had ended or the service
 * could not take its fill. It says nothing about its maker.
 */
export function isCalledOff({ state, fillBeforeMs, answeredAtMs }: EndedPart): boolean {
	return state === 'timed_out' && answeredAtMs !== undefined && answeredAtMs <= fillBeforeMs
}

export const outcomes = ['Settled', 'Expired', 'Released'] as const
/** How a fill ended: it was committed on the ledger, expired, or was never published. */
export type Outcome = (typeof outcomes)[number]

export const fillStates = ['started', ...outcomes] as const
/** The state of a maker's fill. */
export type FillState = (typeof fillStates)[number]
export const fillStateWire = z.enum(fillStates)

/** Whether an order in this state stays in it forever. */
export function isTerminalOrderState(state: OrderHistoryState): boolean {
	return state === 'settled' || state === 'unfilled' || state === 'expired' || state === 'cancelled'
}

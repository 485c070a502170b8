/** Where a user's order stands. The first two lead to `published`; a published order ends `settled` or `expired`. */
export type OrderState = 'awaiting_fills' | 'filled' | 'published' | 'settled' | 'unfilled' | 'expired' | 'cancelled'

/** An entry of an order's history: `accepted` is the first one and no state of its own. */
export type OrderHistoryState = 'accepted' | OrderState

/** What came of the part of an order that one maker is asked to fill. */
export type PartState = 'asked' | 'filled' | 'rejected' | 'timed_out'

/** How a fill ended: on the ledger, past its expiry, or never published. */
export type Outcome = 'Settled' | 'Expired' | 'Released'

/** Where a maker's fill stands. */
export type FillState = 'started' | Outcome

export const orderStates: readonly OrderState[] = [
	'awaiting_fills',
	'filled',
	'published',
	'settled',
	'unfilled',
	'expired',
	'cancelled',
]
export const partStates: readonly PartState[] = ['asked', 'filled', 'rejected', 'timed_out']
export const outcomes: readonly Outcome[] = ['Settled', 'Expired', 'Released']
export const fillStates: readonly FillState[] = ['started', ...outcomes]

/** Whether an order in this state stays in it for ever. */
export function isTerminalOrderState(state: OrderState): boolean {
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

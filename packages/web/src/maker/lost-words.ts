import type { LostReason } from '@accord/protocol'

/** Why an order came to nothing for the maker, in the words of every panel. */
export const lostWords: Readonly<Record<LostReason, string>> = {
	rejected: 'Rejected by you',
	not_answered: 'Not answered in time',
	fill_refused: 'Fill refused',
	cancelled: 'Called off: cancelled by the user',
	called_off: 'Called off',
	released: 'Order not published',
	expired: 'Published, not settled',
}

import { shown, TradeError } from '@accord/protocol'

/** The refusal of the subintent id of an order that does not exist here, or of some other id in its place. */
export function unknownOrder(subintentId: string): TradeError {
	const detail = subintentId.startsWith('subtxid_')
		? 'no order with this subintent id was submitted here: check the id, or submit the order'
		: `expected the subintent id of an order (subtxid_…), found ${shown(subintentId)}`
	return new TradeError('unknown_order', detail)
}

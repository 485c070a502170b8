import { TradeError } from '@accord/protocol'
import type { OpenIntentOfAccount } from '../intents/open-intents-table.ts'

export const openPrefixOrdersMax = 1

/**
 * An account may have so many orders open, one of them with a prefix: what they withdraw is promised several times over
 * only as far as previews can tell them apart (decision 18).
 * @throws TradeError `too_many_open_orders`
 */
export function requireOpenOrderLimits(
	{ openOrdersPerAccount }: { openOrdersPerAccount: number },
	{ hasPrefix, open }: { hasPrefix: boolean; open: readonly OpenIntentOfAccount[] },
): void {
	const orders = open.filter(({ role }) => role === 'order')
	if (orders.length >= openOrdersPerAccount) {
		throw tooMany(`the account has ${orders.length} open orders, at most ${openOrdersPerAccount} are allowed`)
	}
	if (hasPrefix && orders.filter(order => order.hasPrefix).length >= openPrefixOrdersMax) {
		throw tooMany('the account has an open order with instructions before the schema, only one at a time is allowed')
	}
}

function tooMany(detail: string): TradeError {
	return new TradeError('too_many_open_orders', detail)
}

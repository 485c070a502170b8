import { TradeError } from '@accord/protocol'
import type { OpenIntentOfAccount } from '../intents/open-intents-table.ts'

export const openPrefixOrdersMax = 1

/**
 * Limits how many orders an account may have open, and that at most one of them has a prefix: beyond that, previews could not
 * rule out that several orders count on the same funds (decision 18).
 * @throws TradeError `too_many_open_orders`
 */
export function requireOpenOrderLimits(
	{ openOrdersPerAccount }: { openOrdersPerAccount: number },
	{ hasPrefix, open }: { hasPrefix: boolean; open: readonly OpenIntentOfAccount[] },
): void {
	const orders = open.filter(({ role }) => role === 'order')
	if (orders.length >= openOrdersPerAccount) {
		throw tooMany(`the account has ${orders.length} open orders; at most ${openOrdersPerAccount} are allowed`)
	}
	if (hasPrefix && orders.filter(order => order.hasPrefix).length >= openPrefixOrdersMax) {
		throw tooMany('the account has an open order with instructions before the schema; only one at a time is allowed')
	}
}

function tooMany(detail: string): TradeError {
	return new TradeError('too_many_open_orders', detail)
}

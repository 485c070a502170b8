import assert from 'node:assert/strict'
import { Decimal, type LimitOrder } from '@accord/protocol'
import type { TestNetwork } from '../network/test-network.ts'
import { amount, signLimitOrder } from '../network/test-user.ts'

/** Makes trades such as `100 XRD → xUSDC`, with ` at 0.04` for a price that will do as well, one after the other, each by the next user, and waits until each has settled. */
export async function settleTrades(network: TestNetwork, trades: readonly string[]): Promise<string[]> {
	const ids: string[] = []
	for (const [at, trade] of trades.entries()) {
		const [sold = '', bought = '', price] = trade.split(/ → | at /)
		// The second user has another fee level than the others.
		const traders = network.users.filter(({ name }) => name !== 'user-2')
		const user = traders[at % traders.length]
		assert.ok(user)
		const { status } = await network.dex.trade({
			account: user.account,
			sell: amount(sold),
			buy: bought,
			sign: ({ quote }) => signLimitOrder(network, user, atPrice(quote.limitOrder, price)).signedPartialTransaction,
		})
		assert.equal(status.state, 'settled', trade)
		ids.push(status.subintent_id)
	}
	return ids
}

/** A sold amount of base for no less than this price. */
function atPrice(order: LimitOrder, price: string | undefined): LimitOrder {
	if (price === undefined) return order
	const least = Decimal.roundDown(Decimal.mulDown(order.sell.amount, Decimal.parse(price)), 6)
	return { ...order, buy: { ...order.buy, amount: least } }
}

import assert from 'node:assert/strict'
import type { TestNetwork } from '../network/test-network.ts'
import { amount, signLimitOrder } from '../network/test-user.ts'

/** On a busy machine the maker may answer too late, and its order ends without a trade and unseen. */
const attemptsMax = 3

/**
 * Makes trades such as `100 XRD → xUSDC` one after the other, each by the next user, and waits until each has settled.
 * `slippage` is the fraction by which they may be worse than quoted.
 */
export async function settleTrades(
	network: TestNetwork,
	trades: readonly string[],
	{ slippage = '0' }: { slippage?: string } = {},
): Promise<string[]> {
	const ids: string[] = []
	for (const [at, trade] of trades.entries()) {
		const [sold = '', bought = ''] = trade.split(' → ')
		// The second user's fee level differs from the others'.
		const traders = network.users.filter(({ name }) => name !== 'user-2')
		const user = traders[at % traders.length]
		assert.ok(user)
		const settle = () =>
			network.dex.trade({
				account: user.account,
				sell: amount(sold),
				buy: bought,
				slippage,
				anyPrice: true,
				sign: ({ quote }) => signLimitOrder(network, user, quote.limitOrder).signedPartialTransaction,
			})
		let { status } = await settle()
		for (let attempt = 1; status.state === 'unfilled' && attempt < attemptsMax; attempt++) ({ status } = await settle())
		assert.equal(status.state, 'settled', trade)
		ids.push(status.subintentId)
	}
	return ids
}

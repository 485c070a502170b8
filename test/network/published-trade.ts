import type { LimitOrder } from '@accord/protocol'
import type { Participant } from './participant.ts'
import type { TestNetwork } from './test-network.ts'
import type { Bundle, TestSolver } from './test-solver.ts'
import { type OrderText, placeOrder, type SignedOrder, type SignOptions } from './test-user.ts'

/** An order that makers have filled and the service has published. */
export type PublishedTrade = { order: SignedOrder; bundle: Bundle }

/** Places an order, which a maker must fill without the test's help, and waits until a solver has it. */
export async function publishTrade(
	network: TestNetwork,
	solver: TestSolver,
	{ user, order: limits, ...options }: { user: Participant | undefined; order: OrderText | LimitOrder } & SignOptions,
): Promise<PublishedTrade> {
	return network.clock.standStill(async () => {
		const order = await placeOrder(network, user, limits, options)
		return { order, bundle: await solver.bundleOf(order) }
	})
}

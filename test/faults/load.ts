import { startReferenceSolver } from '@accord/bots'
import { wallClock } from '@accord/ledger'
import { randomOf } from '../network/mutated-bytes.ts'
import { testNetworkId } from '../network/test-network.ts'
import type { FaultNetwork } from './fault-network.ts'
import { FaultMaker } from './maker.ts'
import { Users } from './users.ts'

/** Everyone who trades during faults, with the answers they got. */
export type Load = { readonly users: Users; readonly makers: readonly FaultMaker[] }

const quiet = { info: () => {}, warn: () => {} }

/** Makers and a solver, connected; users begin when told to. */
export async function startLoad(network: FaultNetwork, opened: AsyncDisposableStack, seed: number): Promise<Load> {
	const makers = network.makers.map(account => new FaultMaker(network, account))
	opened.defer(() => {
		for (const maker of makers) maker.stop()
	})
	for (const maker of makers) await maker.begin()
	const solver = await startReferenceSolver({
		...network.solver,
		solverUrl: network.door.socketUrl,
		gatewayUrl: network.ledger.url,
		networkId: testNetworkId,
		clock: wallClock,
		log: quiet,
	})
	opened.defer(() => solver.stop())
	return { users: new Users(network, randomOf(seed)), makers }
}

import {
	composeRoot,
	type Item,
	intersectWindows,
	type NotarizedTransaction,
	type ResourceAmount,
	readItem,
} from '@accord/ledger'
import { Decimal } from '@accord/protocol'
import { type BundleHex, SolverClient } from '@accord/sdk'
import type { Participant } from './participant.ts'
import { type TestNetwork, testNetworkId } from './test-network.ts'
import { until } from './until.ts'

/** A solver of a test: it keeps every bundle and settles when the test says so. */
export type TestSolver = {
	participant: Participant
	bundles: BundleHex[]
	/** Waits until that many bundles came, and gives their items, read. */
	items: (bundles: number) => Promise<Item[][]>
	close: () => void
}

export function connectSolver(network: TestNetwork, participant: Participant): TestSolver {
	const client = new SolverClient({ solverUrl: network.solverUrl })
	const bundles: BundleHex[] = []
	client.onBundle(bundle => {
		if (!bundles.some(known => known[0] === bundle[0])) bundles.push(bundle)
	})
	return {
		participant,
		bundles,
		items: async count => {
			await until(`${count} bundles`, () => bundles.length >= count)
			return bundles.map(bundle => bundle.map(hex => readItem(hex, testNetworkId)))
		},
		close: () => client.close(),
	}
}

/** The solver's signed root over items, not submitted. */
export function rootOf(
	network: TestNetwork,
	solver: Participant,
	items: readonly Item[],
	inventory: readonly ResourceAmount[] = [],
): NotarizedTransaction {
	return composeRoot({
		items,
		solver,
		inventory,
		lockFeeXrd: Decimal.parse('10'),
		window: intersectWindows(items.map(item => item.window)),
		networkId: testNetworkId,
	})
}

/** Submits a root over items and gives what the ledger made of it. */
export async function settle(
	network: TestNetwork,
	solver: Participant,
	items: readonly Item[],
	inventory: readonly ResourceAmount[] = [],
) {
	const root = rootOf(network, solver, items, inventory)
	const result = await network.ledger.ledger.submit(root.notarizedTransaction)
	return { ...result, transactionId: root.transactionId }
}

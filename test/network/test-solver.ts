import {
	composeRoot,
	type Item,
	intersectWindows,
	type LocalLedger,
	type NotarizedTransaction,
	type ParsedInstruction,
	parseInstructions,
	readItem,
	readSignedPartialTransaction,
} from '@accord/ledger'
import { Decimal } from '@accord/protocol'
import { SolverClient } from '@accord/sdk'
import type { Participant } from './participant.ts'
import { type TestNetwork, testNetworkId } from './test-network.ts'
import { amount, type SignedOrder } from './test-user.ts'
import { until } from './until.ts'

/** How often the service polls the ledger for settlements. */
export const settlementPollS = 0.5

/** The ledger's result for a root. */
export type RootResult = Awaited<ReturnType<LocalLedger['submit']>>

/** A committed root. */
export type RootRecord = NonNullable<RootResult['record']>

/** A published trade: the user's item and the fill's. */
export type Bundle = readonly [order: Item, fill: Item]

/** A test's solver: it records every bundle and settles when told to. */
export type TestSolver = {
	participant: Participant
	/** All bundles so far, each once. */
	bundles: Bundle[]
	/** Waits until an order's bundle has arrived. */
	bundleOf: (order: Pick<SignedOrder, 'subintentId'>) => Promise<Bundle>
	close: () => void
}

export function connectSolver(network: TestNetwork, participant: Participant | undefined): TestSolver {
	if (participant === undefined) throw new Error('the network has no such solver')
	const client = new SolverClient({ solverUrl: network.solverUrl })
	network.atStop(() => client.close())
	const bundles: Bundle[] = []
	const find = (innerId: string) => bundles.find(([item]) => item.innerId === innerId)
	client.onBundle(hexItems => {
		const bundle = hexItems.map(hex => readItem(hex, testNetworkId)) as [Item, Item]
		if (find(bundle[0].innerId) === undefined) bundles.push(bundle)
	})
	return {
		participant,
		bundles,
		bundleOf: async ({ subintentId }) => {
			await until(`the bundle of ${subintentId}`, () => find(subintentId) !== undefined)
			return find(subintentId) as Bundle
		},
		close: () => client.close(),
	}
}

/** How a solver's root may differ from a correct one: the amounts taken from its own account, and the fee it locks. */
export type RootOptions = { inventory?: readonly string[]; lockFeeXrd?: string }

/** The solver's signed root over items, not submitted. */
export function rootOf(
	network: TestNetwork,
	{ participant }: Pick<TestSolver, 'participant'>,
	items: readonly Item[],
	{ inventory = [], lockFeeXrd = '10' }: RootOptions = {},
): NotarizedTransaction {
	return composeRoot({
		items,
		solver: participant,
		inventory: inventory.map(text => {
			const held = amount(text)
			return { resource: network.tokens.get(held.symbol)?.resourceAddress ?? '', amount: held.amount }
		}),
		lockFeeXrd: Decimal.parse(lockFeeXrd),
		window: intersectWindows(items.map(item => item.window)),
		networkId: testNetworkId,
	})
}

/** Submits a root over items and returns the ledger's result. */
export async function tryRoot(
	network: TestNetwork,
	solver: Pick<TestSolver, 'participant'>,
	items: readonly Item[],
	options: RootOptions = {},
): Promise<RootResult> {
	return await network.ledger.ledger.submit(rootOf(network, solver, items, options).notarizedTransaction)
}

/** Submits a root over items, which the ledger must commit, and has the service poll at once; returns the root's record. */
export async function settle(
	network: TestNetwork,
	solver: Pick<TestSolver, 'participant'>,
	items: readonly Item[],
	options: RootOptions = {},
): Promise<RootRecord> {
	const { outcome, errorMessage, record } = await tryRoot(network, solver, items, options)
	if (outcome !== 'CommittedSuccess' || record === undefined)
		throw new Error(`the root ended ${outcome}: ${errorMessage}`)
	network.clock.advance(settlementPollS)
	return record
}

/** The amounts that the service's outer takes from an item and returns to it. */
export function outerOf({ signedPartialTransaction }: Item): { platformFee: Decimal; rebate: Decimal } {
	const { instructions } = readSignedPartialTransaction(signedPartialTransaction, testNetworkId)
	const parsed = parseInstructions(instructions)
	const takenBefore = (isNext: (step: ParsedInstruction | undefined) => boolean) =>
		parsed.flatMap((step, at) => (step.kind === 'take_from_worktop' && isNext(parsed[at + 1]) ? step.amount : []))
	const isFee = (step?: ParsedInstruction) => step?.kind === 'call_method' && step.method === 'try_deposit_or_abort'
	const [platformFee = Decimal.zero] = takenBefore(isFee)
	const [rebate = Decimal.zero] = takenBefore(step => step?.kind === 'yield_to_child')
	return { platformFee, rebate }
}

import {
	composeRoot,
	composeRootPreview,
	type GatewayClient,
	GatewayError,
	intersectWindows,
	itemsPerRootMax,
	type KeyPair,
	type TransactionStatus,
} from '@accord/ledger'
import { Decimal } from '@accord/protocol'
import type { OpenBundle, WaitingBundle } from './bundle-queue.ts'

/** Who signs a root and pays its fee. */
export type Solver = { readonly account: string; readonly keyPair: KeyPair; readonly networkId: number }

/** A root whose preview succeeded, and the fee that it may cost. */
export type PreviewedRoot = {
	readonly kind: 'previewed'
	readonly bundles: readonly OpenBundle[]
	readonly lockFeeXrd: Decimal
}

/** `unknown`: the Gateway cannot say, so the root's bundles are neither settled nor to blame. */
type UnsettledRoot =
	| { readonly kind: 'failed'; readonly reason: string }
	| { readonly kind: 'unknown'; readonly reason: string }

/** The result of a root. */
export type RootResult = { readonly kind: 'committed'; readonly transactionId: string } | UnsettledRoot

/**
 * The execution units that a root may use: a tenth of the ledger's 100 million is kept as a margin for error in the
 * estimate.
 */
const unitsPerRootMax = 90_000_000
// Measured values: a wrapped order without a prefix, and a root's own cost without its items.
const unitsPerItem = 3_500_000
const unitsFixed = 3_500_000

const lockFeeXrdMax = Decimal.fromInteger(10)
const margin = Decimal.parse('1.1')
const decisionWaitMs = 20_000

/**
 * The bundles of the next root, from the front of `ready`. Bundles are never split; one with a prefix, or one that has
 * failed alone, gets its own root.
 */
export function packRoot(ready: readonly WaitingBundle[]): WaitingBundle[] {
	const [first] = ready
	if (first === undefined || goesAlone(first)) return ready.slice(0, 1)
	const packed: WaitingBundle[] = []
	let items = 0
	for (const bundle of ready) {
		if (goesAlone(bundle) || !fits(items + bundle.items.length)) continue
		packed.push(bundle)
		items += bundle.items.length
	}
	return packed.length > 0 ? packed : ready.slice(0, 1)
}

/** Whether a root has no room for another trade, that is, an order and its fill. */
export function isFull(bundles: readonly OpenBundle[]): boolean {
	return !fits(bundles.reduce((items, bundle) => items + bundle.items.length, 2))
}

/** Splits a failed root into two halves, to be tried one after the other. */
export function splitRoot<T>(bundles: readonly T[]): [T[], T[]] {
	const middle = Math.ceil(bundles.length / 2)
	return [bundles.slice(0, middle), bundles.slice(middle)]
}

/** Previews one root over the bundles and, if that succeeds, submits it and waits for the ledger's decision. */
export async function tryRoot(
	gateway: GatewayClient,
	solver: Solver,
	bundles: readonly OpenBundle[],
): Promise<RootResult> {
	const preview = await previewRoot(gateway, solver, bundles)
	return preview.kind === 'previewed' ? commitRoot(gateway, solver, preview) : preview
}

/** Previews one root over the bundles. */
export async function previewRoot(
	gateway: GatewayClient,
	solver: Solver,
	bundles: readonly OpenBundle[],
): Promise<PreviewedRoot | UnsettledRoot> {
	try {
		const lockFeeXrd = await previewedFee(gateway, solver, bundles)
		if (typeof lockFeeXrd === 'string') return { kind: 'failed', reason: lockFeeXrd }
		return { kind: 'previewed', bundles, lockFeeXrd }
	} catch (error) {
		return unsettled(error)
	}
}

/** Submits a root and waits for the ledger's decision. */
export async function commitRoot(
	gateway: GatewayClient,
	solver: Solver,
	{ bundles, lockFeeXrd }: PreviewedRoot,
): Promise<RootResult> {
	try {
		const root = composeRoot({ ...rootTerms(solver, bundles), solver, lockFeeXrd })
		await gateway.submit(root.notarizedTransaction)
		const status = await decided(gateway, root.transactionId)
		if (status.status === 'CommittedSuccess') return { kind: 'committed', transactionId: root.transactionId }
		const reason = status.errorMessage ?? status.intentStatus ?? status.status
		return { kind: isDecided(status) ? 'failed' : 'unknown', reason }
	} catch (error) {
		return unsettled(error)
	}
}

function unsettled(error: unknown): UnsettledRoot {
	const isUnknown = error instanceof GatewayError && error.kind === 'unavailable'
	return { kind: isUnknown ? 'unknown' : 'failed', reason: error instanceof Error ? error.message : String(error) }
}

function goesAlone({ hasPrefix, failures }: WaitingBundle): boolean {
	return hasPrefix || failures > 0
}

function fits(items: number): boolean {
	return items <= itemsPerRootMax && unitsFixed + items * unitsPerItem <= unitsPerRootMax
}

/** The fee to lock, which is the previewed cost plus a tenth; or a string, the reason why there is none. */
async function previewedFee(
	gateway: GatewayClient,
	solver: Solver,
	bundles: readonly OpenBundle[],
): Promise<Decimal | string> {
	const preview = composeRootPreview({
		...rootTerms(solver, bundles),
		solver: { account: solver.account, publicKey: solver.keyPair },
		lockFeeXrd: lockFeeXrdMax,
	})
	const receipt = await gateway.preview(preview, { use_free_credit: true })
	if (receipt.status !== 'Succeeded') return receipt.errorMessage ?? receipt.status
	if (receipt.executionUnits > unitsPerRootMax) return `${receipt.executionUnits} execution units are too many`
	const fee = Decimal.mulUp(receipt.costXrd, margin)
	return fee > lockFeeXrdMax ? `a fee of ${Decimal.format(fee)} XRD is too much` : fee
}

function rootTerms({ networkId }: Solver, bundles: readonly OpenBundle[]) {
	const items = bundles.flatMap(bundle => bundle.items)
	return { items, window: intersectWindows(items.map(item => item.window)), networkId }
}

async function decided(gateway: GatewayClient, transactionId: string): Promise<TransactionStatus> {
	const deadlineMs = Date.now() + decisionWaitMs
	for (let pauseMs = 5; ; pauseMs = Math.min(pauseMs * 2, 500)) {
		const status = await gateway.transactionStatus(transactionId)
		if (isDecided(status) || Date.now() > deadlineMs) return status
		await new Promise(resolve => setTimeout(resolve, pauseMs))
	}
}

function isDecided({ status }: TransactionStatus): boolean {
	return status !== 'Unknown' && status !== 'Pending'
}

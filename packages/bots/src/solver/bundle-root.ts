import {
	composeRoot,
	composeRootPreview,
	type GatewayClient,
	GatewayError,
	intersectWindows,
	type KeyPair,
	type NotarizedTransaction,
	type TransactionStatus,
} from '@accord/ledger'
import { Decimal } from '@accord/protocol'
import type { OpenBundle, WaitingBundle } from './bundle-queue.ts'
import { fitsRoot, type ItemLoad, unitsPerRootMax, usualTrade } from './root-load.ts'

/** Who signs a root and pays its fee. */
export type Solver = { readonly account: string; readonly keyPair: KeyPair; readonly networkId: number }

/** A root whose preview succeeded; exactly what was previewed is submitted. */
export type PreviewedRoot = {
	readonly kind: 'previewed'
	readonly bundles: readonly OpenBundle[]
	readonly root: NotarizedTransaction
}

/**
 * Why a root did not settle.
 * - `unencodable`: there is no transaction with these items.
 * - `refused`: its preview failed, at no cost.
 * - `failed`: it failed after its preview had succeeded, and may have cost its fee.
 * - `unknown`: the Gateway cannot say, so the root's bundles are neither settled nor to blame.
 */
type UnsettledRoot = { readonly kind: 'unencodable' | 'refused' | 'failed' | 'unknown'; readonly reason: string }

/** The result of a root. */
export type RootResult = { readonly kind: 'committed'; readonly transactionId: string } | UnsettledRoot

const lockFeeXrdMax = Decimal.fromInteger(10)
const decisionWaitMs = 20_000

/**
 * The bundles of the next root, from the front of `ready`. A bundle is never split: its items settle together or not at
 * all. One with a prefix, or one that has failed alone, gets its own root: it may fail again, or use up the fee of all.
 */
export function packRoot(ready: readonly WaitingBundle[]): WaitingBundle[] {
	const [first] = ready
	// Only the ledger knows whether a bundle that is too large by our estimate can settle alone.
	if (first === undefined || goesAlone(first) || !fitsRoot(first.loads)) return ready.slice(0, 1)
	const packed: WaitingBundle[] = []
	for (const bundle of ready) if (!goesAlone(bundle) && fitsRoot(loadsOf([...packed, bundle]))) packed.push(bundle)
	return packed
}

/** Whether a root has no room for another trade, that is, an order and its fill. */
export function isFull(bundles: readonly OpenBundle[]): boolean {
	return !fitsRoot([...loadsOf(bundles), ...usualTrade])
}

/** Splits a failed root between its bundles into two halves, to be tried one after the other. */
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
	return preview.kind === 'previewed' ? commitRoot(gateway, preview) : preview
}

/**
 * The fee that a root over these bundles locks, and so the most that it can cost: what they pay, and never more than 10
 * XRD.
 */
export function lockFeeXrdOf(bundles: readonly Pick<OpenBundle, 'rewardXrd'>[]): Decimal {
	return Decimal.min(lockFeeXrdMax, Decimal.sum(bundles.map(({ rewardXrd }) => rewardXrd)))
}

/**
 * The signed root over these bundles.
 * @throws Error if no transaction can hold them: the ledger's limits of depth and size are met by an item alone, but not
 * in a root
 */
export function rootOver(solver: Solver, bundles: readonly OpenBundle[]): NotarizedTransaction {
	return composeRoot({ ...rootTerms(solver, bundles), solver })
}

/**
 * Previews one root over the bundles as it will be committed: with the fee that it will lock, from the solver's own
 * account. Code in a prefix that reads the fee balance finds no difference.
 */
export async function previewRoot(
	gateway: GatewayClient,
	solver: Solver,
	bundles: readonly OpenBundle[],
): Promise<PreviewedRoot | UnsettledRoot> {
	let root: NotarizedTransaction
	let preview: string
	try {
		root = rootOver(solver, bundles)
		const { account, keyPair: publicKey } = solver
		preview = composeRootPreview({ ...rootTerms(solver, bundles), solver: { account, publicKey } })
	} catch (error) {
		return { kind: 'unencodable', reason: reasonOf(error) }
	}
	try {
		const receipt = await gateway.preview(preview, {})
		if (receipt.status !== 'Succeeded') return { kind: 'refused', reason: receipt.errorMessage ?? receipt.status }
		const { executionUnits } = receipt
		if (executionUnits > unitsPerRootMax)
			return { kind: 'refused', reason: `${executionUnits} execution units are too many` }
		return { kind: 'previewed', bundles, root }
	} catch (error) {
		return { kind: isUnavailable(error) ? 'unknown' : 'refused', reason: reasonOf(error) }
	}
}

/** Submits a root and waits for the ledger's decision. */
export async function commitRoot(gateway: GatewayClient, { root }: PreviewedRoot): Promise<RootResult> {
	try {
		await gateway.submit(root.notarizedTransaction)
		const status = await decided(gateway, root.transactionId)
		if (status.status === 'CommittedSuccess') return { kind: 'committed', transactionId: root.transactionId }
		const reason = status.errorMessage ?? status.intentStatus ?? status.status
		return { kind: isDecided(status) ? 'failed' : 'unknown', reason }
	} catch (error) {
		return { kind: isUnavailable(error) ? 'unknown' : 'failed', reason: reasonOf(error) }
	}
}

function isUnavailable(error: unknown): boolean {
	return error instanceof GatewayError && error.kind === 'unavailable'
}

function reasonOf(error: unknown): string {
	return error instanceof Error ? error.message : String(error)
}

function goesAlone({ hasPrefix, failures }: WaitingBundle): boolean {
	return hasPrefix || failures > 0
}

function loadsOf(bundles: readonly OpenBundle[]): ItemLoad[] {
	return bundles.flatMap(({ loads }) => loads)
}

function rootTerms({ networkId }: Solver, bundles: readonly OpenBundle[]) {
	const items = bundles.flatMap(bundle => bundle.items)
	const window = intersectWindows(items.map(item => item.window))
	return { items, window, networkId, lockFeeXrd: lockFeeXrdOf(bundles) }
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

import {
	composeRoot,
	composeRootPreview,
	type GatewayClient,
	GatewayError,
	intersectWindows,
	type KeyPair,
	type TransactionStatus,
} from '@accord/ledger'
import { Decimal } from '@accord/protocol'
import type { OpenBundle } from './open-bundle.ts'
import { unitsPerRootMax } from './pack.ts'

export type Solver = { account: string; keyPair: KeyPair; networkId: number }

/** What came of a root. `unknown`: the Gateway cannot say, so its bundles are neither settled nor to blame. */
export type RootResult =
	| { kind: 'committed'; transactionId: string }
	| { kind: 'failed'; reason: string }
	| { kind: 'unknown'; reason: string }

const lockFeeXrdMax = Decimal.fromInteger(10)
const margin = Decimal.parse('1.1')
const decisionWaitMs = 20_000

/** Previews one root over the bundles and, if that is good, submits it and waits for the ledger's word. */
export async function tryRoot(
	gateway: GatewayClient,
	solver: Solver,
	bundles: readonly OpenBundle[],
): Promise<RootResult> {
	try {
		const lockFeeXrd = await previewedFee(gateway, solver, bundles)
		if (typeof lockFeeXrd === 'string') return { kind: 'failed', reason: lockFeeXrd }
		const root = composeRoot({ ...rootTerms(solver, bundles), solver, lockFeeXrd })
		await gateway.submit(root.notarizedTransaction)
		const status = await decided(gateway, root.transactionId)
		if (status.status === 'CommittedSuccess') return { kind: 'committed', transactionId: root.transactionId }
		const reason = status.errorMessage ?? status.intentStatus ?? status.status
		return { kind: isDecided(status) ? 'failed' : 'unknown', reason }
	} catch (error) {
		const isUnknown = error instanceof GatewayError && error.kind === 'unavailable'
		return { kind: isUnknown ? 'unknown' : 'failed', reason: error instanceof Error ? error.message : String(error) }
	}
}

/** The fee to lock: the previewed cost and a tenth more. A text says why there is none. */
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

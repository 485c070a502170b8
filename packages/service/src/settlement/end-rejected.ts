import type { Clock } from '@accord/protocol'
import { type EndOrderDeps, endUnpublished } from './end-order.ts'
import { selectRejected } from './settlement-table.ts'

export type EndRejectedDeps = EndOrderDeps & { readonly clock: Clock }

const ordersPerRun = 64
/** No order lives that long: what was rejected before has ended. */
const lookBackMs = 120_000

/** Ends orders of which a maker has rejected a part. */
export async function endRejected(deps: EndRejectedDeps): Promise<'again' | 'done'> {
	const nowMs = deps.clock.nowMs()
	const due = { sinceMs: nowMs - lookBackMs, limit: ordersPerRun }
	const orderHashes = await selectRejected(deps.db, due)
	const stillDue: Parameters<typeof endUnpublished>[1]['stillDue'] = trx =>
		selectRejected(trx, { ...due, among: orderHashes })
	await endUnpublished(deps, { orderHashes, state: 'unfilled', nowMs, stillDue })
	return orderHashes.length === ordersPerRun ? 'again' : 'done'
}

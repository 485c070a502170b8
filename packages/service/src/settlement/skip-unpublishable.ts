import type { Clock } from '@accord/protocol'
import { publishedUntilMs } from '../orders/windows.ts'
import { type EndOrderDeps, endUnpublished } from './end-order.ts'
import { selectUnpublishable } from './settlement-table.ts'

export type SkipUnpublishableDeps = EndOrderDeps & { readonly clock: Clock }

const ordersPerRun = 64

/** Ends orders that can no longer be published: too little time is left, or nobody could be asked. */
export async function skipUnpublishable(deps: SkipUnpublishableDeps): Promise<'again' | 'done'> {
	const nowMs = deps.clock.nowMs()
	const due = { expiresBeforeMs: publishedUntilMs(nowMs), limit: ordersPerRun }
	const orderHashes = await selectUnpublishable(deps.db, due)
	const stillDue: Parameters<typeof endUnpublished>[1]['stillDue'] = trx =>
		selectUnpublishable(trx, { ...due, among: orderHashes })
	await endUnpublished(deps, { orderHashes, state: 'unfilled', nowMs, stillDue })
	return orderHashes.length === ordersPerRun ? 'again' : 'done'
}

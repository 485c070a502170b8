import type { Clock } from '@accord/protocol'
import { timedOutBeforeMs } from '../orders/windows.ts'
import { type EndOrderDeps, endUnpublished } from './end-order.ts'
import { selectTimedOut } from './settlement-table.ts'

export type ExpirePartsDeps = EndOrderDeps & { readonly clock: Clock }

const ordersPerRun = 64

/** Ends orders whose maker has not answered in time (decisions 8 and 10). */
export async function expireParts(deps: ExpirePartsDeps): Promise<'again' | 'done'> {
	const nowMs = deps.clock.nowMs()
	const due = { beforeMs: timedOutBeforeMs(nowMs), limit: ordersPerRun }
	const orderHashes = await selectTimedOut(deps.db, due)
	const stillDue: Parameters<typeof endUnpublished>[1]['stillDue'] = trx =>
		selectTimedOut(trx, { ...due, among: orderHashes })
	await endUnpublished(deps, { orderHashes, state: 'unfilled', nowMs, stillDue })
	return orderHashes.length === ordersPerRun ? 'again' : 'done'
}

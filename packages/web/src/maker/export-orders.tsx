import type { MakerOrder } from '@accord/protocol'
import { useState } from 'react'
import { Button } from '../ui/button.tsx'
import { saveFile } from '../ui/save-file.ts'
import type { MakerSession } from './maker-session.ts'
import { makerOrdersCsv } from './orders-csv.ts'

const dayMs = 86_400_000
/** As many as a file may have. */
const exportedMax = 10_000

/** Saves the orders that the maker was asked to fill in the last 24 hours, also those that no list shows. */
export function ExportOrders({ api }: Pick<MakerSession, 'api'>) {
	const [isBusy, setBusy] = useState(false)
	const [outcome, setOutcome] = useState('')
	const save = async () => {
		setBusy(true)
		try {
			const { orders, isCut } = await ordersSince(api, Date.now() - dayMs)
			saveFile({ name: 'maker-orders.csv', type: 'text/csv', text: makerOrdersCsv(orders) })
			setOutcome(`${isCut ? 'The newest' : 'All'} ${orders.length} orders of 24 hours were saved`)
		} catch {
			setOutcome('The orders could not be loaded: nothing was saved. Try again')
		}
		setBusy(false)
	}
	return (
		<div className="maker-export">
			<span className="key-hint" role="status">
				{outcome}
			</span>
			<Button isBusy={isBusy} onClick={() => void save()}>
				Export CSV
			</Button>
		</div>
	)
}

/** The orders asked since a time, newest first, or the newest of them. @throws ConnectionError, TradeError */
async function ordersSince(
	api: Pick<MakerSession['api'], 'everyOrder'>,
	sinceMs: number,
): Promise<{ readonly orders: readonly MakerOrder[]; readonly isCut: boolean }> {
	const orders: MakerOrder[] = []
	for await (const order of api.everyOrder()) {
		if (order.createdAtMs < sinceMs) break
		if (orders.length === exportedMax) return { orders, isCut: true }
		orders.push(order)
	}
	return { orders, isCut: false }
}

import type { MakerOrder } from '@accord/protocol'
import { ExportCsv } from '../ui/export-csv.tsx'
import type { MakerSession } from './maker-session.ts'
import { makerOrdersCsv, ordersName } from './orders-csv.ts'

const dayMs = 86_400_000
/** As many as a file may have. */
const exportedMax = 10_000

export type ExportOrdersProps = Pick<MakerSession, 'api'> & {
	/** Its name, which the file has too. */
	readonly maker: string
}

/** Saves the orders that the maker was asked to fill in the last 24 hours, also those that no list shows. */
export function ExportOrders({ api, maker }: ExportOrdersProps) {
	const read = async () => {
		const { orders, isCut } = await ordersSince(api, Date.now() - dayMs)
		const saved = `${isCut ? 'The newest' : 'All'} ${orders.length} orders of 24 hours were saved`
		return { text: makerOrdersCsv(orders), saved }
	}
	return (
		<div className="maker-export">
			<ExportCsv name={ordersName(maker)} noteClass="key-hint" read={read} />
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

import { Panel } from '../ui/panel.tsx'
import { Empty } from '../ui/states.tsx'
import { OpenOrderItem } from './open-orders-strip.tsx'
import { useOpenOrders } from './use-open-orders.ts'

/** The orders of this browser that have not ended. */
export function OpenOrdersPanel() {
	const { open } = useOpenOrders()
	return (
		<Panel title="Open orders">
			{open.length === 0 ? (
				<Empty title="No open orders">An order settles or ends within a minute. Until then it is listed here.</Empty>
			) : (
				<ul aria-label="Open orders">
					{open.map(order => (
						<OpenOrderItem key={order.saved.subintentId} order={order} />
					))}
				</ul>
			)}
		</Panel>
	)
}

import { Decimal, type OrderStatus } from '@accord/protocol'
import { navigate } from '../app/navigate.ts'
import type { SwapLink } from '../app/route.ts'
import { ownStorage } from '../session/browser-storage.ts'
import { readSavedOrders, type SavedOrder } from '../session/saved-orders.ts'
import { useSession } from '../session/session.tsx'
import { Button } from '../ui/button.tsx'
import { failureOf } from './timeline.ts'

/** Whether the order ended without a trade, so that the user may want to repeat it. */
export function canTryAgain(status: OrderStatus): boolean {
	return status.correction === undefined && failureOf(status) !== undefined
}

/** Leads to the form, filled with the values of the order. */
export function TryAgain({ status }: { status: OrderStatus }) {
	const { page } = useSession()
	const tryAgain = () => {
		const saved = readSavedOrders(ownStorage, page.networkId)
		const { exact } = saved.find(order => order.subintentId === status.subintentId) ?? {}
		navigate({ view: 'swap', swap: linkOfOrder(status, exact) }, 'push')
	}
	return (
		<Button kind="primary" size="l" onClick={tryAgain}>
			Try again
		</Button>
	)
}

function linkOfOrder({ limitOrder: { sell, buy } }: OrderStatus, exact: SavedOrder['exact']): SwapLink {
	const tokens = { sell: sell.symbol, buy: buy.symbol }
	if (exact === 'buy') return { ...tokens, amount: Decimal.format(buy.amount), exact }
	return { ...tokens, amount: Decimal.format(sell.amount) }
}

import { Decimal, type OrderStatus } from '@accord/protocol'
import { navigate } from '../app/navigate.ts'
import type { SwapLink } from '../app/route.ts'
import { formatPercent } from '../format/format-amount.ts'
import { ownStorage } from '../session/browser-storage.ts'
import { readSavedOrders, type SavedOrder } from '../session/saved-orders.ts'
import { useSession } from '../session/session.tsx'
import { readSettings, slippageChoices, writeSettings } from '../swap/swap-settings.ts'
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
	const settings = readSettings(ownStorage)
	const allowSome = () => {
		writeSettings(ownStorage, { ...settings, slippage: someSlippage })
		tryAgain()
	}
	const some = formatPercent(Decimal.parse(someSlippage))
	return (
		<>
			<Button kind="primary" size="l" onClick={tryAgain}>
				Try again
			</Button>
			{status.state === 'unfilled' && Decimal.parse(settings.slippage) === Decimal.zero && (
				<div className="order-slippage">
					<p>
						A price that moves while makers sign needs some slippage. It is the worst case: what makers give beyond it
						is yours.
					</p>
					<Button onClick={allowSome}>Allow {some} from now on</Button>
				</div>
			)}
		</>
	)
}

/** The least of the choices: enough for a price that has moved by one step. */
const [, someSlippage] = slippageChoices

function linkOfOrder({ limitOrder: { sell, buy } }: OrderStatus, exact: SavedOrder['exact']): SwapLink {
	const tokens = { sell: sell.symbol, buy: buy.symbol }
	if (exact === 'buy') return { ...tokens, amount: Decimal.format(buy.amount), exact }
	return { ...tokens, amount: Decimal.format(sell.amount) }
}

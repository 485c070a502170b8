import type { LimitOrder } from '@accord/protocol'
import { useState } from 'react'
import { formatSignificant } from '../format/format-amount.ts'
import type { SwapInput } from '../quote/swap-quote.ts'
import { ownStorage } from '../session/browser-storage.ts'
import { useSession } from '../session/session.tsx'
import { Notice } from '../ui/notice.tsx'
import type { PriceAlert } from './alert.ts'
import { readAlerts } from './saved-alerts.ts'

/** The price alert that a review was opened for: as it is then, so that nothing changes while it is signed. */
export function usePriceAlert(id: string | undefined, { sell, buy }: SwapInput): PriceAlert | undefined {
	const { networkId } = useSession().page
	const [alert] = useState(() => readAlerts(ownStorage, networkId).find(each => each.id === id))
	if (alert?.kind !== 'price') return undefined
	return isOf(alert.limit, sell.symbol, buy.symbol) ? alert : undefined
}

function isOf({ sell, buy }: LimitOrder, sold: string, bought: string): boolean {
	return sell.symbol === sold && buy.symbol === bought
}

/** Says that the limit is the reader's own. */
export function AtLimit({ alert: { price, pair } }: { alert: PriceAlert }) {
	return (
		<Notice kind="info">
			At your price of {formatSignificant(price, 9)} {pair.quote} or better: exactly this limit is signed. What makers
			give beyond it is yours.
		</Notice>
	)
}

/** Says that the alert a review was opened for has been removed, so that the book's price is taken for no one's limit. */
export function AlertGone() {
	return <Notice kind="warn">This alert has been removed. What you see is what the book gives now.</Notice>
}

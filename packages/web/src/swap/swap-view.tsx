import { useEffect } from 'react'
import { lazyView } from '../app/lazy-view.tsx'
import { navigate } from '../app/navigate.ts'
import type { SwapLink } from '../app/route.ts'
import { BookPanel } from '../book/book-panel.tsx'
import { RecentTradesPanel } from '../market/recent-trades.tsx'
import { useLatestTrades } from '../market/use-trades.ts'
import { useSession } from '../session/session.tsx'
import { Button } from '../ui/button.tsx'
import { SwapCard } from './swap-card.tsx'
import './swap-view.css'

/** Loaded while the form is filled in, so that it is there when the order has been sent. */
const ordering = lazyView('the order', async () => (await import('../order/order-panel.tsx')).OrderPanel)

/** The swap form or the order sent from it, with the order book next to it on wide screens. */
export function SwapView({ subintentId, link }: { subintentId?: string; link: SwapLink }) {
	useEffect(() => ordering.preload(), [])
	return (
		<div className="swap-view">
			<h1 className="visually-hidden">Swap</h1>
			{subintentId === undefined ? (
				<SwapCard link={link} />
			) : (
				<ordering.View
					key={subintentId}
					subintentId={subintentId}
					actions={isSecond => (
						<Button kind={isSecond ? 'plain' : 'primary'} size="l" onClick={() => navigate({ view: 'swap' }, 'push')}>
							New swap
						</Button>
					)}
				/>
			)}
			<div className="swap-aside">
				<BookPanel rows={bookRows} {...(subintentId === undefined ? { form: link } : {})} />
				<SettledTrades />
			</div>
		</div>
	)
}

const bookRows = 5
const tradeRows = 4

function SettledTrades() {
	const { pair } = useSession()
	const recent = useLatestTrades({ pair, limit: tradeRows })
	return <RecentTradesPanel recent={recent} rows={tradeRows} />
}

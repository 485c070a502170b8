import { formatRoute } from '../app/route.ts'
import { BookPanel } from '../market/book-panel.tsx'
import { OrderPanel } from '../order/order-panel.tsx'
import { Button } from '../ui/button.tsx'
import { SwapCard } from './swap-card.tsx'
import './swap-view.css'

/** The swap, or the order that came of it, and on wide screens the book beside it. */
export function SwapView({ subintentId }: { subintentId?: string }) {
	return (
		<div className="swap-view">
			<h1 className="visually-hidden">Swap</h1>
			{subintentId === undefined ? (
				<SwapCard />
			) : (
				<OrderPanel
					key={subintentId}
					subintentId={subintentId}
					actions={
						<Button kind="primary" size="l" onClick={startAnew}>
							New swap
						</Button>
					}
				/>
			)}
			<BookPanel rows={8} />
		</div>
	)
}

function startAnew(): void {
	window.location.hash = formatRoute({ view: 'swap' })
}

import { type MouseEvent, useEffect, useRef } from 'react'
import { AccountButton } from '../account/account-button.tsx'
import { navigate } from '../app/navigate.ts'
import { formatRoute, parseRoute, type Route } from '../app/route.ts'
import { OrderPanel } from '../order/order-panel.tsx'
import { useOpenOrders } from '../order/use-open-orders.ts'
import { useSession } from '../session/session.tsx'
import { SwapCard } from '../swap/swap-card.tsx'
import { Button } from '../ui/button.tsx'
import { hasWallets } from '../wallet/wallet.ts'
import { WalletButton, WalletNews } from '../wallet/wallet-button.tsx'
import { type HostMessage, tellHost } from './host.ts'
import './embedded-swap.css'

/** The swap form, or the order sent from it, in a frame on another page, which is notified of its orders. */
export function EmbeddedSwap({ route }: { route: Route }) {
	const { page } = useSession()
	const { view, id, swap = {} } = route
	useReports()
	const content = useHeightReport()
	return (
		<div ref={content} className="embed" onClickCapture={openElsewhere}>
			<header className="embed-head">
				<a className="embed-brand" href={`/${formatRoute(route)}`} target="_blank" rel="noopener">
					<img src="/favicon.svg" alt="" width="24" height="24" />
					Accord<span className="visually-hidden">, in its own window</span>
				</a>
				<span className="embed-network" translate="no">
					{page.isPlay ? 'Play money' : page.network}
				</span>
				{hasWallets(page) ? <WalletButton /> : <AccountButton />}
			</header>
			<WalletNews />
			<main>
				<h1 className="visually-hidden">Swap</h1>
				{view !== 'swap' || id === undefined ? (
					<SwapCard link={swap} />
				) : (
					<OrderPanel
						key={id}
						subintentId={id}
						actions={isFailed => (
							<Button kind={isFailed ? 'plain' : 'primary'} size="l" onClick={() => navigate({ view: 'swap' }, 'push')}>
								New swap
							</Button>
						)}
					/>
				)}
			</main>
		</div>
	)
}

/** Notifies the host page of each order and of its end, once while the frame is open. */
function useReports(): void {
	const { open, ended } = useOpenOrders()
	const told = useRef(new Set<string>())
	useEffect(() => {
		const tellOnce = (message: Extract<HostMessage, { order: string }>) => {
			const key = `${message.type} ${message.order}`
			if (told.current.has(key)) return
			told.current.add(key)
			tellHost(message)
		}
		for (const { status } of open)
			if (status !== undefined) tellOnce({ type: 'accord:order', order: status.subintentId })
		for (const { subintentId: order, state, transactionId: transaction } of ended) {
			tellOnce({ type: 'accord:order', order })
			tellOnce({ type: 'accord:ended', order, state, ...(transaction === undefined ? {} : { transaction }) })
		}
	}, [open, ended])
}

/** Notifies the host page of the content's height whenever it changes, so that no button lies outside the frame. */
function useHeightReport() {
	const content = useRef<HTMLDivElement>(null)
	useEffect(() => {
		const element = content.current
		if (element === null) return
		const observer = new ResizeObserver(() => {
			tellHost({ type: 'accord:height', height: Math.ceil(element.getBoundingClientRect().height) })
		})
		observer.observe(element)
		return () => observer.disconnect()
	}, [])
	return content
}

/** The frame only has room for the swap, so other views open in their own window. */
function openElsewhere(event: MouseEvent): void {
	const link = event.target instanceof Element ? event.target.closest('a[href^="#/"]') : null
	const hash = link?.getAttribute('href')
	if (hash === null || hash === undefined || parseRoute(hash).view === 'swap') return
	event.preventDefault()
	window.open(`/${hash}`, '_blank', 'noopener')
}

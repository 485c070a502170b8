import { isPairOf, type LimitOrder, type OrderStatus, waysOf, withSurplus } from '@accord/protocol'
import { useEffect, useState } from 'react'
import { formatRoute, type Route } from '../app/route.ts'
import { useIsRinging } from '../at-price/at-price.tsx'
import { useSession } from '../session/session.tsx'
import { Amount } from '../ui/amount.tsx'
import { Icon } from '../ui/icon.tsx'
import { CancelOrder } from './cancel-order.tsx'
import { formatRemaining, type OpenOrder } from './open-orders.ts'
import { StateBadge } from './state-badge.tsx'
import { stateKind } from './timeline.ts'
import { useNow } from './use-now.ts'
import { useOpenOrders } from './use-open-orders.ts'
import './open-orders-strip.css'

const shownMax = 3
const toastMs = 10_000

/**
 * The open orders, on every view except their own, and recently ended ones for a while; the tab's title shows them,
 * too.
 */
export function OpenOrdersStrip({ route, title }: { route: Route; title: string }) {
	const { open, ended, dismiss } = useOpenOrders()
	useTitle(useIsRinging() ? `● ${title}` : title, ended[0])
	useDismissal(ended, dismiss)
	const elsewhere = open.filter(({ saved }) => saved.subintentId !== route.id)
	const news = ended.filter(({ subintentId }) => subintentId !== route.id)
	return (
		<aside className="open-orders" aria-label="Your orders" hidden={elsewhere.length + news.length === 0}>
			<div role="status">
				{news.slice(0, shownMax).map(status => (
					<Ended key={status.subintentId} status={status} onClose={dismiss} />
				))}
			</div>
			{elsewhere.length > 0 && (
				<ul aria-label="Open orders">
					{elsewhere.slice(0, shownMax).map(order => (
						<OpenOrderItem key={order.saved.subintentId} order={order} />
					))}
				</ul>
			)}
			{elsewhere.length > shownMax && (
				<a href={formatRoute({ view: 'history' })}>{elsewhere.length - shownMax} more open orders</a>
			)}
		</aside>
	)
}

/** An open order: what it swaps, its state, the time left, and how to cancel it. */
export function OpenOrderItem({ order: { saved, status } }: { order: OpenOrder }) {
	const nowMs = useNow()
	const { subintentId, limitOrder } = saved
	return (
		<li className="open-order">
			<SwapLink subintentId={subintentId} swap={limitOrder} />
			{status === undefined ? <span className="badge badge-open">Sending</span> : <StateBadge state={status.state} />}
			{status !== undefined && (
				<span className="open-order-left" role="timer">
					{formatRemaining(status.expiresAtS, nowMs)}
				</span>
			)}
			{status !== undefined && <CancelOrder status={status} />}
		</li>
	)
}

function Ended({ status, onClose }: { status: OrderStatus; onClose: () => void }) {
	const { subintentId, state, limitOrder, surplus } = status
	return (
		<p className={`open-order open-order-ended open-order-${stateKind(state)}`}>
			<StateBadge state={state} />
			<SwapLink subintentId={subintentId} swap={withSurplus(limitOrder, surplus)} />
			<button type="button" className="icon-button" aria-label="Close" onClick={onClose}>
				<Icon name="cross" />
			</button>
		</p>
	)
}

function SwapLink({ subintentId, swap: { sell, buy } }: { subintentId: string; swap: LimitOrder }) {
	const over = useMiddleToken(sell.symbol, buy.symbol)
	return (
		<a href={formatRoute({ view: 'history', id: subintentId })}>
			<Amount {...sell} format={{ places: 6 }} /> <span aria-hidden="true">→</span>{' '}
			{over !== undefined && (
				<>
					<span className="visually-hidden">over</span> {over} <span aria-hidden="true">→</span>{' '}
				</>
			)}
			<span className="visually-hidden">for</span> <Amount {...buy} format={{ places: 6 }} />
		</a>
	)
}

/** The token over which a swap is routed, if there is no other way. */
function useMiddleToken(sell: string, buy: string): string | undefined {
	const { pairs } = useSession()
	const pair = pairs.find(one => isPairOf(one, sell, buy))
	const [way, another] = pair === undefined ? [] : waysOf(pair, { sell, buy })
	return another === undefined && way?.length === 3 ? way[1] : undefined
}

/** The view's name, preceded by the outcome of an order while that is news, or by a dot while an alert rings. */
function useTitle(title: string, ended: OrderStatus | undefined): void {
	const news = ended === undefined ? '' : `${outcome(ended)} – `
	useEffect(() => {
		document.title = `${news}${title} – Accord`
	}, [news, title])
}

function outcome({ state }: OrderStatus): string {
	if (state === 'settled') return '✓ Settled'
	return state === 'unfilled' ? '✗ Not filled' : state === 'expired' ? '✗ Expired' : 'Cancelled'
}

/** An outcome counts as news until it has been visible for ten seconds. */
function useDismissal(ended: readonly OrderStatus[], dismiss: () => void): void {
	const isVisible = useIsVisible()
	// biome-ignore lint/correctness/useExhaustiveDependencies: dismissing is always the same act
	useEffect(() => {
		if (ended.length === 0 || !isVisible) return
		const timer = setTimeout(dismiss, toastMs)
		return () => clearTimeout(timer)
	}, [ended, isVisible])
}

function useIsVisible(): boolean {
	const [isVisible, setVisible] = useState(!document.hidden)
	useEffect(() => {
		const changed = () => setVisible(!document.hidden)
		document.addEventListener('visibilitychange', changed)
		return () => document.removeEventListener('visibilitychange', changed)
	}, [])
	return isVisible
}

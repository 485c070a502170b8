import { isPairOf, type LimitOrder, type OrderStatus, TradeError, waysOf, withSurplus } from '@accord/protocol'
import { type ReactNode, useEffect, useRef } from 'react'
import { useAccount } from '../account/account.tsx'
import { lazyView } from '../app/lazy-view.tsx'
import { formatRoute } from '../app/route.ts'
import { fullTime } from '../format/clock-time.ts'
import { isRouted, type Way } from '../quote/ways.ts'
import { useKeptMid } from '../receipt/keep-mid.ts'
import { ownStorage } from '../session/browser-storage.ts'
import { type RemoteData, useRemoteData } from '../session/remote-data.ts'
import { useSession } from '../session/session.tsx'
import { noteUnconfirmed } from '../sign/unconfirmed-orders.ts'
import { Amount } from '../ui/amount.tsx'
import { Copyable } from '../ui/copyable.tsx'
import { Fact, Facts } from '../ui/facts.tsx'
import { focusStart } from '../ui/focus-start.ts'
import { Notice } from '../ui/notice.tsx'
import { Panel } from '../ui/panel.tsx'
import { Failed, Loading } from '../ui/states.tsx'
import { WaysText } from '../ui/ways-text.tsx'
import { CancelOrder } from './cancel-order.tsx'
import { OrderResult } from './order-result.tsx'
import { StateBadge } from './state-badge.tsx'
import { TimeLeft } from './time-left.tsx'
import { failureOf, stateKind, timeline } from './timeline.ts'
import { TimelineList } from './timeline-list.tsx'
import { canTryAgain, TryAgain } from './try-again.tsx'
import './order-panel.css'

const receipt = lazyView('the receipt', async () => (await import('../receipt/receipt-panel.tsx')).ReceiptPanel)

type OrderPanelProps = {
	readonly subintentId: string
	/** Offers what to do next; `isSecond` while something else comes first: the order is open, or may be tried again. */
	readonly actions?: (isSecond: boolean) => ReactNode
}

/** An order's live progress and its result. */
export function OrderPanel({ subintentId, actions }: OrderPanelProps) {
	const { data: status, error, retry } = useOrder(subintentId)
	const frame = useRef<HTMLDivElement>(null)
	// The button that led here is gone, so screen readers and keyboards continue at the order.
	useEffect(() => focusStart(frame.current), [])
	return (
		<div ref={frame} tabIndex={-1} className="order-frame">
			<Panel title="Your order" actions={status === undefined ? undefined : <StateBadge state={status.state} />}>
				<div className="order">
					{status === undefined &&
						(error === undefined ? (
							<Loading what="the order" lines={9} />
						) : (
							<Failed title="Couldn’t load this order" error={error} onRetry={retry} />
						))}
					{status !== undefined && <Order status={status} />}
					{status !== undefined && canTryAgain(status) && <TryAgain status={status} />}
					{actions?.(status?.state !== 'settled')}
				</div>
			</Panel>
		</div>
	)
}

function Order({ status }: { status: OrderStatus }) {
	const { refresh } = useAccount()
	const isOpen = stateKind(status.state) === 'open'
	useEffect(() => {
		if (!isOpen) refresh()
	}, [isOpen, refresh])
	// Until it expires, only the service says that it will not be executed.
	useEffect(() => {
		if (status.state === 'unfilled') noteUnconfirmed(ownStorage, status)
	}, [status])
	useKeptMid(status)
	const { page } = useSession()
	const failure = failureOf(status)
	const { sell, buy } = withSurplus(status.limitOrder, status.surplus)
	const ways = useWays(status.limitOrder)
	return (
		<>
			<p className="order-terms">
				<Amount {...sell} /> <span aria-hidden="true">→</span>
				<span className="visually-hidden">{status.state === 'settled' ? 'for' : 'for at least'}</span>{' '}
				<Amount {...buy} />
			</p>
			{isOpen && (
				<div className="order-open">
					<TimeLeft status={status} />
					<CancelOrder status={status} />
				</div>
			)}
			<TimelineList steps={timeline(status)} />
			{failure !== undefined && (
				<div role="alert">
					<Notice kind="fail">{failure.text}</Notice>
				</div>
			)}
			{failure === undefined && <OrderResult status={status} />}
			{status.state === 'settled' && <receipt.View subintentId={status.subintentId} />}
			<Facts>
				{isRouted(ways) && (
					<Fact name="Route">
						<WaysText ways={ways} between="or" />
					</Fact>
				)}
				<Fact name="Order" hint="The hash that you signed">
					<Copyable text={status.subintentId} label="subintent id" />
				</Fact>
				<Fact name="Valid until">{fullTime(status.expiresAtS * 1_000)}</Fact>
				<Fact name="Network">
					<span translate="no">
						{page.network} ({page.networkId})
					</span>
				</Fact>
				<Fact name="Transaction">
					{status.transactionId === undefined ? (
						<span className="order-none">{isOpen ? 'once it is committed' : 'none'}</span>
					) : (
						<Copyable text={status.transactionId} label="transaction id" />
					)}
				</Fact>
				<Fact name="Account">
					<Copyable text={status.account} label="account address" />
				</Fact>
			</Facts>
			{status.state === 'settled' && (
				<a className="order-more" href={formatRoute({ view: 'trades', id: status.subintentId })}>
					See how it settled under the hood
				</a>
			)}
		</>
	)
}

/** The ways by which an order may be filled. */
function useWays({ sell, buy }: LimitOrder): readonly Way[] {
	const { pairs } = useSession()
	const pair = pairs.find(one => isPairOf(one, sell.symbol, buy.symbol))
	return pair === undefined ? [] : waysOf(pair, { sell: sell.symbol, buy: buy.symbol })
}

/** Follows an order until it is final, across lost connections. The query stays open meanwhile; each event updates its data. */
function useOrder(subintentId: string): RemoteData<OrderStatus> {
	const { dex } = useSession()
	return useRemoteData({
		queryKey: ['order', subintentId],
		queryFn: async ({ client, queryKey, signal }) => {
			const read = async () => {
				const status = await dex.order(subintentId, { signal })
				client.setQueryData(queryKey, status)
				return status
			}
			let status = await read()
			const events = dex.followOrder(subintentId, { signal, giveUpAfterMs: Number.POSITIVE_INFINITY })
			for await (const _ of events) status = await read()
			return status
		},
		retry: (_failures, error) => !(error instanceof TradeError && error.code === 'unknown_order'),
	})
}

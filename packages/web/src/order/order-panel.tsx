import { Decimal, type OrderStatusWire } from '@accord/sdk'
import { type ReactNode, useEffect } from 'react'
import { useAccount } from '../account/account.tsx'
import { formatRoute } from '../app/route.ts'
import type { BalanceChange } from '../session/gateway.ts'
import { useSession } from '../session/session.tsx'
import { Amount } from '../ui/amount.tsx'
import { Copyable } from '../ui/copyable.tsx'
import { Fact, Facts } from '../ui/facts.tsx'
import { formatAmount } from '../ui/format-amount.ts'
import { Notice } from '../ui/notice.tsx'
import { Panel } from '../ui/panel.tsx'
import { Failed, Loading } from '../ui/states.tsx'
import { StateBadge } from './state-badge.tsx'
import { failureOf, rebateOf, stateKind, timeline } from './timeline.ts'
import { TimelineList } from './timeline-list.tsx'
import { useBalanceChanges } from './use-balance-changes.ts'
import { useOrder } from './use-order.ts'
import './order-panel.css'

/** An order on its way, live, and what came of it. `actions` are what to do next. */
export function OrderPanel({ subintentId, actions }: { subintentId: string; actions?: ReactNode }) {
	const { status, error, retry } = useOrder(subintentId)
	return (
		<Panel title="Your order" actions={status === undefined ? undefined : <StateBadge state={status.state} />}>
			<div className="order">
				{status === undefined &&
					(error === undefined ? (
						<Loading what="the order" lines={9} />
					) : (
						<Failed title="This order cannot be shown" error={error} onRetry={retry} />
					))}
				{status !== undefined && <Order status={status} />}
				{actions}
			</div>
		</Panel>
	)
}

function Order({ status }: { status: OrderStatusWire }) {
	const { refresh } = useAccount()
	const isOpen = stateKind(status.state) === 'open'
	useEffect(() => {
		if (!isOpen) refresh()
	}, [isOpen, refresh])
	const failure = failureOf(status.state)
	const { sell, buy } = status.limit_order
	return (
		<>
			<p className="order-terms">
				<Amount {...sell} /> <span aria-hidden="true">→</span>
				<span className="visually-hidden">for at least</span> <Amount {...buy} />
			</p>
			<TimelineList steps={timeline(status)} />
			{failure !== undefined && (
				<div role="alert">
					<Notice kind="fail">{failure.text}</Notice>
				</div>
			)}
			{status.state === 'settled' && <Result status={status} />}
			<Facts>
				<Fact name="Order">
					<Copyable text={status.subintent_id} label="subintent id" />
				</Fact>
				<Fact name="Transaction">
					{status.transaction_id === undefined ? (
						<span className="order-none">{isOpen ? 'once it is committed' : 'none'}</span>
					) : (
						<Copyable text={status.transaction_id} label="transaction id" />
					)}
				</Fact>
				<Fact name="Account">
					<Copyable text={status.account} label="account address" />
				</Fact>
			</Facts>
			{status.state === 'settled' && (
				<a className="order-more" href={formatRoute({ view: 'trades', id: status.subintent_id })}>
					See how it was settled, under the hood
				</a>
			)}
		</>
	)
}

/** What the account gave and got, from the ledger. */
function Result({ status }: { status: OrderStatusWire }) {
	const { tokens } = useSession()
	const changes = useBalanceChanges(status.transaction_id, status.account)
	const symbolOf = (resource: string) =>
		[...tokens.values()].find(({ resourceAddress }) => resourceAddress === resource)?.symbol ?? resource
	return (
		<div className="order-result" role="status">
			<h3>What changed in your account</h3>
			{changes === undefined ? (
				<Loading what="the balance changes" lines={2} />
			) : (
				<>
					<ul>
						{changes.map(({ resource, change }) => (
							<li key={resource} className={change < Decimal.zero ? 'order-gave' : 'order-got'}>
								{change > Decimal.zero && '+'}
								<Amount amount={change} symbol={symbolOf(resource)} />
							</li>
						))}
					</ul>
					<Paid status={status} changes={changes} />
				</>
			)}
		</div>
	)
}

/** How what left the account came about: the amount sold, the fees, and what of them came back. */
function Paid({ status, changes }: { status: OrderStatusWire; changes: readonly BalanceChange[] }) {
	const { tokens } = useSession()
	const { fee, limit_order: limitOrder } = status
	const { symbol, amount } = limitOrder.sell
	const sold = tokens.get(symbol)?.resourceAddress
	const change = changes.find(({ resource }) => resource === sold)?.change
	if (change === undefined) return null
	const fees = Decimal.add(Decimal.parse(fee.anthic_amount), Decimal.parse(fee.settlement_amount))
	const total = Decimal.add(Decimal.parse(amount), fees)
	const back = rebateOf(Decimal.negate(change), total)
	return (
		<p className="order-paid">
			{formatAmount(amount)} sold, {formatAmount(fees, places)} in fees, of which {formatAmount(back, places)} came
			back.
		</p>
	)
}

const places = { places: 8 }

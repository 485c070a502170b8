import { Decimal, type OrderStatus, withSurplus } from '@accord/protocol'
import { skipToken } from '@tanstack/react-query'
import { useAccount } from '../account/account.tsx'
import { formatAmount } from '../format/format-amount.ts'
import { expectedRefund } from '../quote/swap-cost.ts'
import type { BalanceChange } from '../session/gateway.ts'
import { useRemoteData } from '../session/remote-data.ts'
import { useSession } from '../session/session.tsx'
import { Amount } from '../ui/amount.tsx'
import { Fact, Facts } from '../ui/facts.tsx'
import { Loading } from '../ui/states.tsx'
import { rebateOf } from './timeline.ts'
import './order-result.css'

/** What the account pays and receives: the signed limits while the order is open, then the changes on the ledger. */
export function OrderResult({ status }: { status: OrderStatus }) {
	const isSettled = status.state === 'settled'
	return (
		<div className={`order-result order-result-${isSettled ? 'settled' : 'open'}`} role="status">
			<h3>{isSettled ? 'Balance changes' : 'What you signed'}</h3>
			{isSettled ? <Settled status={status} /> : <Signed status={status} />}
		</div>
	)
}

function Signed({ status }: { status: OrderStatus }) {
	const { tokens, feeInfo } = useSession()
	const { limitOrder, fee } = status
	const { symbol, amount } = limitOrder.sell
	const token = tokens.get(symbol)
	const total = Decimal.sum([amount, fee.platformAmount, fee.settlementAmount])
	const refund = token === undefined ? Decimal.zero : expectedRefund(feeInfo, token).amount
	return (
		<>
			<Facts>
				<Fact name="You pay in total" kind="lead" hint="Fees included">
					<Amount amount={Decimal.subtract(total, refund)} symbol={symbol} format={paidFormat} />
				</Fact>
				<Fact name="You receive at least" kind="lead">
					<Amount {...limitOrder.buy} />
				</Fact>
			</Facts>
			<p className="order-paid">
				All or nothing. At most <Amount amount={total} symbol={symbol} /> leave the account, and what is left of the
				network’s part comes back.
			</p>
		</>
	)
}

function Settled({ status }: { status: OrderStatus }) {
	const { tokens } = useSession()
	const changes = useBalanceChanges(status)
	if (changes === undefined) return <Loading what="the balance changes" lines={2} slow={silentLedger} />
	const symbolOf = (resource: string) =>
		[...tokens.values()].find(({ resourceAddress }) => resourceAddress === resource)?.symbol ?? resource
	return (
		<>
			<ul>
				{changes.map(({ resource, change }) => (
					<li key={resource} className={change < Decimal.zero ? undefined : 'order-received'}>
						{change > Decimal.zero && '+'}
						<Amount amount={change} symbol={symbolOf(resource)} />
					</li>
				))}
			</ul>
			<Costs status={status} changes={changes} />
			<Surplus status={status} />
		</>
	)
}

/** What the user got beyond the limit that was signed. */
function Surplus({ status: { surplus, limitOrder } }: { status: OrderStatus }) {
	if (surplus === undefined) return null
	const verb = surplus.symbol === limitOrder.sell.symbol ? 'paid' : 'received'
	return (
		<p className="order-paid">
			You {verb} <Amount {...surplus} /> {verb === 'paid' ? 'less' : 'more'} than your limit
		</p>
	)
}

const silentLedger =
	'The swap has settled. The changes to your account will appear here as soon as the ledger’s Gateway answers.'

/** The parts of the change in the token sold: the amount, the fees and the unused part of the fees. */
function Costs({ status, changes }: { status: OrderStatus; changes: readonly BalanceChange[] }) {
	const { tokens } = useSession()
	const { fee, limitOrder, surplus } = status
	const { symbol, amount } = withSurplus(limitOrder, surplus).sell
	const sold = tokens.get(symbol)?.resourceAddress
	const change = changes.find(({ resource }) => resource === sold)?.change
	if (change === undefined) return null
	const fees = Decimal.add(fee.platformAmount, fee.settlementAmount)
	const unused = rebateOf(Decimal.negate(change), Decimal.add(amount, fees))
	return (
		<p className="order-paid">
			You paid in total{' '}
			<b>
				<Amount amount={Decimal.negate(change)} symbol={symbol} format={paidFormat} />
			</b>
			: {formatAmount(amount, short)} {symbol} sold + {formatAmount(fees, short)} {symbol} in fees −{' '}
			{formatAmount(unused, short)} {symbol} unused network fee
		</p>
	)
}

const paidFormat = { places: 8, round: 'nearest' } as const
const short = { places: 6, round: 'nearest' } as const

const retryAfterMs = 1_000

/** The account's changes in the order's transaction, from the ledger itself. */
function useBalanceChanges({ transactionId, account }: OrderStatus) {
	const { gateway } = useAccount()
	return useRemoteData<readonly BalanceChange[]>({
		queryKey: ['balance-changes', transactionId, account],
		queryFn: transactionId === undefined ? skipToken : () => gateway.balanceChanges(transactionId, account),
		// The Gateway may learn of the transaction a little later than the service.
		retryDelay: retryAfterMs,
		staleTime: Number.POSITIVE_INFINITY,
	}).data
}

import { Decimal } from '@accord/protocol'
import { formatAmount } from '../format/format-amount.ts'
import { type SwapInput, sellableMax } from '../quote/swap-quote.ts'
import { useSession } from '../session/session.tsx'
import type { UnconfirmedOrder } from '../sign/unconfirmed-orders.ts'
import { Notice } from '../ui/notice.tsx'
import { type Refusal, signedInWords } from './refusal-of.ts'

// What keeps an order from being signed or accepted, and what to do about it.

type ProblemProps = {
	readonly swap: SwapInput
	readonly problem: Refusal
	readonly level: number
	/** Called to sell another amount instead. */
	readonly onSell: (amount: Decimal) => void
}

/** Why the service would refuse the order, with an amount that avoids that reason. */
export function Problem({ problem, swap: { sell }, level, onSell }: ProblemProps) {
	const { feeInfo } = useSession()
	const { spendable } = problem
	const possible = spendable === undefined ? Decimal.zero : sellableMax({ balance: spendable, sell, feeInfo, level })
	return (
		<Notice kind="fail">
			{problem.words}{' '}
			{possible > Decimal.zero && (
				<button type="button" className="text-button" onClick={() => onSell(possible)}>
					Sell {formatAmount(possible)} {sell.symbol}
				</button>
			)}
		</Notice>
	)
}

/** Why the signed order was refused; `onRetry` while there is no newer quote. */
export function SigningFailed({ error, onRetry }: { error: unknown; onRetry?: () => void }) {
	return (
		<Notice kind="fail">
			{signedInWords(error)}{' '}
			{onRetry === undefined ? (
				'This is a new quote.'
			) : (
				<button type="button" className="text-button" onClick={onRetry}>
					Get a new quote
				</button>
			)}
		</Notice>
	)
}

/** Who gets what the account does not accept. */
export function Refuses({ symbol }: { symbol: string }) {
	return (
		<Notice kind="warn">
			Your account refuses deposits of {symbol} by others. If makers give more than your limit, the solver keeps the
			difference. To receive it, allow deposits of {symbol} in your wallet.
		</Notice>
	)
}

/** Why not to sign a second order yet. */
export function StillValid({ order: { untilMs } }: { order: UnconfirmedOrder }) {
	return (
		<Notice kind="warn">
			You have signed an order for this swap that the service did not accept or fill. Your signature on it is valid
			until {new Date(untilMs).toLocaleTimeString()}: wait until then, or both orders may be executed.
		</Notice>
	)
}

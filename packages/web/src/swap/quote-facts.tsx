import { Decimal, type Quote } from '@accord/protocol'
import type { ReactNode } from 'react'
import { useAccount } from '../account/account.tsx'
import { formatPercent, formatSignificant } from '../format/format-amount.ts'
import { useSession } from '../session/session.tsx'
import { Amount } from '../ui/amount.tsx'
import { Fact, Facts } from '../ui/facts.tsx'
import type { SwapQuote } from './swap-quote.ts'
import type { SwapSettings } from './swap-settings.ts'
import type { SwapForm } from './use-swap.ts'
import './quote-facts.css'

type QuoteFactsProps = { readonly form: SwapForm; readonly settings: SwapSettings; readonly serviceQuote?: Quote }

/** What the swap costs, line by line. All lines are there from the start, so that nothing moves when they fill. */
export function QuoteFacts({ form, settings, serviceQuote }: QuoteFactsProps) {
	const { pair, feeInfo } = useSession()
	const { level } = useAccount()
	const { answer, sell, buy, exact } = form
	const quote = answer.kind === 'quote' ? answer.quote : undefined
	const takerFee = feeInfo.perLevelPlatformFee[level]?.takerFee ?? Decimal.zero
	const ifQuoted = (show: (quote: SwapQuote) => ReactNode) =>
		quote === undefined ? <span className="quote-none">–</span> : show(quote)
	const places = { places: Math.min(sell.divisibility, 8) }
	return (
		<Facts>
			<Fact name="Price">
				{ifQuoted(({ price }) => `1 ${pair.base} = ${formatSignificant(price, 7)} ${pair.quote}`)}
			</Fact>
			<Fact name="Price impact">
				{ifQuoted(({ impact }) => (
					<span className={impact >= highImpact ? 'quote-bad' : undefined}>{formatPercent(impact)}</span>
				))}
			</Fact>
			<Fact name={exact === 'sell' ? 'Minimum received' : 'Maximum paid'} hint={slippageHint(settings.slippage)}>
				{ifQuoted(({ order }) =>
					exact === 'sell' ? (
						<Amount amount={order.buy.amount} symbol={buy.symbol} />
					) : (
						<Amount amount={order.sell.amount} symbol={sell.symbol} />
					),
				)}
			</Fact>
			<Fact name={`Platform fee (${formatPercent(takerFee, 4)})`}>
				{ifQuoted(({ fee }) => (
					<Amount amount={fee.platformAmount} symbol={fee.symbol} format={places} />
				))}
			</Fact>
			<Fact name="Settlement fee" hint="Solver and ledger">
				{ifQuoted(({ fee }) => (
					<Amount amount={fee.settlementAmount} symbol={fee.symbol} format={places} />
				))}
			</Fact>
			<Fact name="Expected rebate" hint="Unused settlement fee">
				{serviceQuote === undefined || quote === undefined ? (
					<span className="quote-none">–</span>
				) : (
					<span className="quote-good">
						+<Amount {...serviceQuote.expectedRebate} format={places} />
					</span>
				)}
			</Fact>
			<Fact name="Total with fees" kind="total">
				{ifQuoted(({ total }) => (
					<Amount {...total} format={places} />
				))}
			</Fact>
		</Facts>
	)
}

const highImpact = Decimal.parse('0.01')

function slippageHint(slippage: string): string {
	return slippage === '0' ? 'No slippage' : `Slippage ${formatPercent(Decimal.parse(slippage), 4)}`
}

import { Decimal, type Pair, type Token } from '@accord/protocol'
import type { ReactNode } from 'react'
import { formatAmount, formatPercent, formatSignificant } from '../format/format-amount.ts'
import { isSlippageWarned } from '../swap/swap-settings.ts'
import { Amount } from '../ui/amount.tsx'
import { Details } from '../ui/details.tsx'
import { Fact, Facts } from '../ui/facts.tsx'
import { WaysText } from '../ui/ways-text.tsx'
import { CostBar } from './cost-bar.tsx'
import { CostFacts } from './cost-facts.tsx'
import { costLevelOf } from './swap-cost.ts'
import type { SwapQuote } from './swap-quote.ts'
import { isRouted, type Way } from './ways.ts'
import './swap-facts.css'

type LeadsProps = {
	readonly sell: Token
	readonly slippage: Decimal
	/** The lines are present even without a quote, so that nothing moves when they are filled in. */
	readonly quote: SwapQuote | undefined
}

/** What the user pays, gets at least, and loses to the market, in three lines. */
export function SwapLeads({ sell, slippage, quote }: LeadsProps) {
	return (
		<div className="swap-leads">
			<Facts>
				<PaidInTotal sell={sell} quote={quote} />
				<Fact
					name="You receive at least"
					kind="lead"
					hint={slippage === 0n ? 'No slippage' : `Slippage ${formatPercent(slippage, 4)}`}
				>
					{ifQuoted(quote, ({ order, tolerance }) => (
						<span className={costClass(tolerance, order.buy.symbol)}>
							<Amount {...order.buy} />
						</span>
					))}
				</Fact>
				<TotalCost sell={sell} quote={quote} />
			</Facts>
			<CostBar quote={quote} />
		</div>
	)
}

/** The amount sold and the fees, less what comes back. */
export function PaidInTotal({ sell, quote }: Pick<LeadsProps, 'sell' | 'quote'>) {
	return (
		<Fact name="You pay in total" kind="lead" hint={quote === undefined ? 'Fees included' : atMostOf(quote, sell)}>
			{ifQuoted(quote, ({ paid, order, tolerance }) => (
				<span className={costClass(tolerance, order.sell.symbol)}>
					<Amount {...paid} format={{ places: Math.min(sell.divisibility, 8), round: 'nearest' }} />
				</span>
			))}
		</Fact>
	)
}

/** The one figure that compares the swap with the middle of the book. */
export function TotalCost({ sell, quote }: Pick<LeadsProps, 'sell' | 'quote'>) {
	const hint = quote?.isCrossed
		? 'Unknown: the book is crossed'
		: quote !== undefined && quote.mid === undefined
			? 'Against the best price: one side is empty'
			: 'Against the mid price'
	return (
		<Fact name="Total cost" kind="lead" hint={hint}>
			{ifQuoted(quote?.isCrossed ? undefined : quote, ({ cost }) => (
				<span className={`swap-cost-${costLevelOf(cost)}`}>
					<Amount
						amount={cost.amount}
						symbol={sell.symbol}
						format={{ places: Math.min(sell.divisibility, 4), round: 'nearest' }}
					/>{' '}
					({formatPercent(cost.fraction)})
				</span>
			))}
		</Fact>
	)
}

type SwapDetailsProps = {
	readonly pair: Pair
	readonly sell: Token
	/** The platform fee as a fraction. */
	readonly takerFee: Decimal
	/** By which ways the swap may be made or, with a quote of the service, is made. */
	readonly ways: readonly Way[]
	readonly between: 'or' | 'and'
	readonly quote: SwapQuote | undefined
	/** Any further lines. */
	readonly children?: ReactNode
}

/** Where the cost comes from, and at which prices, for those who open it; a route is always in sight. */
export function SwapDetails({ pair, sell, takerFee, ways, between, quote, children }: SwapDetailsProps) {
	const needed = { places: Math.min(sell.divisibility, 8), round: 'up' } as const
	const price = (one: Decimal) => `${formatSignificant(one, 7)} ${pair.quote}`
	return (
		<>
			{isRouted(ways) && (
				<Facts>
					<Fact
						name="Route"
						hint={ways.length > 1 && between === 'or' ? 'Whichever is better' : 'Over two order books'}
					>
						<WaysText ways={ways} between={between} />
					</Fact>
				</Facts>
			)}
			<Details title="Cost and prices">
				<Facts>
					<CostFacts sell={sell} takerFee={takerFee} quote={quote} />
				</Facts>
				<dl className="swap-prices">
					<Fact name="Mid price">{ifQuoted(quote, ({ mid }) => (mid === undefined ? 'none' : price(mid)))}</Fact>
					<Fact name="Book price">{ifQuoted(quote, quote => price(quote.price))}</Fact>
					<Fact name="Your limit price">{ifQuoted(quote, quote => price(quote.limitPrice))}</Fact>
				</dl>
				<Facts>
					<Fact name="Needed in the account" hint="Until the unused network fee is back">
						{ifQuoted(quote, ({ total }) => (
							<Amount {...total} format={needed} />
						))}
					</Fact>
					{children}
				</Facts>
			</Details>
		</>
	)
}

/** A figure of the quote, or a dash while there is none. */
function ifQuoted(quote: SwapQuote | undefined, show: (quote: SwapQuote) => ReactNode): ReactNode {
	return quote === undefined ? <span className="swap-fact-none">–</span> : show(quote)
}

/** The colour of an amount that may turn out much worse. */
function costClass({ symbol, fraction }: SwapQuote['tolerance'], of: string): string | undefined {
	return symbol === of && isSlippageWarned(fraction) ? 'swap-cost-high' : undefined
}

/** The worst case of what is paid, where slippage makes it more than expected. */
function atMostOf({ order, expected, paid }: SwapQuote, { divisibility, symbol }: Token): string {
	const more = Decimal.subtract(order.sell.amount, expected.sell.amount)
	if (more === 0n) return 'Fees included'
	const most = formatAmount(Decimal.add(paid.amount, more), { places: Math.min(divisibility, 8), round: 'up' })
	return `At most ${most} ${symbol}`
}

/** The platform's fraction at a level. */
export function takerFeeAt(
	{ perLevelPlatformFee }: { perLevelPlatformFee: readonly { readonly takerFee: Decimal }[] },
	level: number,
): Decimal {
	return perLevelPlatformFee[level]?.takerFee ?? Decimal.zero
}

import { Decimal, type Pair, type Token } from '@accord/protocol'
import type { ReactNode } from 'react'
import { formatAmount, formatPercent, formatSignificant } from '../format/format-amount.ts'
import { isSlippageWarned } from '../swap/swap-settings.ts'
import { Amount } from '../ui/amount.tsx'
import { Fact, Facts } from '../ui/facts.tsx'
import { WaysText } from '../ui/ways-text.tsx'
import { costLevelOf } from './swap-cost.ts'
import type { SwapQuote } from './swap-quote.ts'
import { isRouted, type Way } from './ways.ts'
import './swap-facts.css'

type SwapFactsProps = {
	readonly pair: Pair
	readonly sell: Token
	/** The platform fee as a fraction. */
	readonly takerFee: Decimal
	readonly slippage: Decimal
	/** By which ways the swap may be made or, with a quote of the service, is made. */
	readonly ways: readonly Way[]
	readonly between: 'or' | 'and'
	/** All lines are present even without a quote, so that nothing moves when they are filled in. */
	readonly quote: SwapQuote | undefined
	/** Any further remarks. */
	readonly children?: ReactNode
}

/** The cost of the swap: the totals first, then their components. */
export function SwapFacts({ pair, sell, takerFee, slippage, ways, between, quote, children }: SwapFactsProps) {
	const ifQuoted = (show: (quote: SwapQuote) => ReactNode) =>
		quote === undefined ? <span className="swap-fact-none">–</span> : show(quote)
	const places = { places: Math.min(sell.divisibility, 8) }
	const atMost = quote === undefined ? 'Fees included' : atMostOf(quote, sell)
	const price = (one: Decimal) => `${formatSignificant(one, 7)} ${pair.quote}`
	return (
		<div className="swap-facts">
			<Facts>
				<Fact name="You pay in total" kind="lead" hint={atMost}>
					{ifQuoted(({ paid, order, tolerance }) => (
						<span className={costClass(tolerance, order.sell.symbol)}>
							<Amount {...paid} format={places} />
						</span>
					))}
				</Fact>
				<Fact name="You receive about" kind="lead">
					{ifQuoted(({ expected }) => (
						<Amount {...expected.buy} />
					))}
				</Fact>
				<Fact
					name="You receive at least"
					kind="lead"
					hint={slippage === 0n ? 'No slippage' : `Slippage ${formatPercent(slippage, 4)}`}
				>
					{ifQuoted(({ order, tolerance }) => (
						<span className={costClass(tolerance, order.buy.symbol)}>
							<Amount {...order.buy} />
						</span>
					))}
				</Fact>
				<Fact name="Total cost" kind="lead" hint="Fees and price impact, as expected">
					{ifQuoted(({ cost }) => (
						<span className={`swap-cost-${costLevelOf(cost)}`}>
							<Amount amount={cost.amount} symbol={sell.symbol} format={{ places: Math.min(sell.divisibility, 4) }} /> (
							{formatPercent(cost.fraction)})
						</span>
					))}
				</Fact>
			</Facts>
			<dl className="swap-prices">
				<Fact name="Book price">{ifQuoted(quote => price(quote.price))}</Fact>
				<Fact name="Your limit price">{ifQuoted(quote => price(quote.limitPrice))}</Fact>
			</dl>
			<Facts>
				{isRouted(ways) && (
					<Fact
						name="Route"
						hint={ways.length > 1 && between === 'or' ? 'Whichever is better' : 'Over two order books'}
					>
						<WaysText ways={ways} between={between} />
					</Fact>
				)}
				<Fact name="Price impact">{ifQuoted(({ impact }) => formatPercent(impact))}</Fact>
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
				<Fact name="Unused network fee" hint="Expected back in the same transaction">
					{ifQuoted(({ refund }) => (
						<span className="swap-fact-good">
							−<Amount {...refund} format={places} />
						</span>
					))}
				</Fact>
				<Fact name="Needed in the account" hint="Until the unused fee is back">
					{ifQuoted(({ total }) => (
						<Amount {...total} format={places} />
					))}
				</Fact>
				{children}
			</Facts>
		</div>
	)
}

/** The colour of an amount that may turn out much worse. */
function costClass({ symbol, fraction }: SwapQuote['tolerance'], of: string): string | undefined {
	return symbol === of && isSlippageWarned(fraction) ? 'swap-cost-high' : undefined
}

/** The worst case of what is paid, where slippage makes it more than expected. */
function atMostOf({ order, expected, paid }: SwapQuote, { divisibility, symbol }: Token): string {
	const more = Decimal.subtract(order.sell.amount, expected.sell.amount)
	if (more === 0n) return 'Fees included'
	return `At most ${formatAmount(Decimal.add(paid.amount, more), { places: Math.min(divisibility, 8) })} ${symbol}`
}

/** The platform's fraction at a level. */
export function takerFeeAt(
	{ perLevelPlatformFee }: { perLevelPlatformFee: readonly { readonly takerFee: Decimal }[] },
	level: number,
): Decimal {
	return perLevelPlatformFee[level]?.takerFee ?? Decimal.zero
}

import { Decimal, type Token } from '@accord/protocol'
import type { ReactNode } from 'react'
import { shareOf } from '../book/depth.ts'
import { formatAmount, formatPercent } from '../format/format-amount.ts'
import { Amount } from '../ui/amount.tsx'
import { Fact } from '../ui/facts.tsx'
import type { SwapQuote } from './swap-quote.ts'

type CostFactsProps = {
	readonly sell: Token
	readonly takerFee: Decimal
	readonly quote: SwapQuote | undefined
}

/** The parts of the total cost, one per line; each has its share of a bar. */
export function CostFacts({ sell, takerFee, quote }: CostFactsProps) {
	if (quote === undefined) return <Fact name="Half the spread">–</Fact>
	const { cost, impact, fee, refund } = quote
	const { halfSpread, impact: taken, platformFee, networkFee } = cost.parts
	const amount = (value: Decimal) => <Cost amount={value} sell={sell} />
	const short = (value: Decimal) => formatAmount(value, { places: Math.min(sell.divisibility, 4) })
	const isRounding = impact === 0n && taken > 0n
	return (
		<>
			<Part of={quote} part={halfSpread} name="Half the spread" hint="From the mid price to the best one">
				{halfSpread === undefined ? 'unknown' : amount(halfSpread)}
			</Part>
			<Part
				of={quote}
				part={impact === 0n ? Decimal.zero : taken}
				name="Price impact"
				hint="From the best price to yours"
			>
				{impact === 0n ? (
					formatPercent(impact)
				) : (
					<>
						{amount(taken)} ({formatPercent(impact)})
					</>
				)}
			</Part>
			{isRounding && (
				<Part of={quote} part={taken} name="Rounding">
					{amount(taken)}
				</Part>
			)}
			<Part of={quote} part={platformFee} name={`Platform fee (${formatPercent(takerFee, 4)})`}>
				{amount(platformFee)}
			</Part>
			<Part
				of={quote}
				part={networkFee}
				name="Network fee"
				hint={`${short(fee.settlementAmount)} ${fee.symbol}, of which ${short(refund.amount)} come back unused`}
			>
				{amount(networkFee)}
			</Part>
		</>
	)
}

type PartProps = {
	readonly of: SwapQuote
	readonly part: Decimal | undefined
	readonly name: string
	readonly hint?: string
	readonly children: ReactNode
}

function Part({ of: { cost }, part = Decimal.zero, name, hint, children }: PartProps) {
	const share = part > 0n ? Math.min(1, shareOf(part, cost.amount)) : 0
	return (
		<Fact name={name} share={share} {...(hint === undefined ? {} : { hint })}>
			{children}
		</Fact>
	)
}

function Cost({ amount, sell }: { amount: Decimal; sell: Token }) {
	return <Amount amount={amount} symbol={sell.symbol} format={{ places: Math.min(sell.divisibility, 6) }} />
}

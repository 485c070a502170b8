import type { Decimal, Token } from '@accord/protocol'
import { formatAmount, formatPercent } from '../format/format-amount.ts'
import { Amount } from '../ui/amount.tsx'
import { Fact } from '../ui/facts.tsx'
import type { SwapQuote } from './swap-quote.ts'

type CostFactsProps = {
	readonly sell: Token
	readonly takerFee: Decimal
	readonly quote: SwapQuote | undefined
}

/** The parts of the total cost, one per line. */
export function CostFacts({ sell, takerFee, quote }: CostFactsProps) {
	if (quote === undefined) return <Fact name="Half the spread">–</Fact>
	const { cost, impact, fee, refund } = quote
	const { halfSpread, impact: taken, platformFee, networkFee } = cost.parts
	const amount = (value: Decimal) => <Cost amount={value} sell={sell} />
	const short = (value: Decimal) => formatAmount(value, { places: Math.min(sell.divisibility, 4), round: 'nearest' })
	const isRounding = impact === 0n && taken > 0n
	return (
		<>
			<Fact name="Half the spread" hint="From the mid price to the best one">
				{halfSpread === undefined ? 'unknown' : amount(halfSpread)}
			</Fact>
			<Fact name="Price impact" hint="From the best price to yours">
				{impact === 0n ? (
					formatPercent(impact)
				) : (
					<>
						{amount(taken)} ({formatPercent(impact)})
					</>
				)}
			</Fact>
			{isRounding && <Fact name="Rounding">{amount(taken)}</Fact>}
			<Fact name={`Platform fee (${formatPercent(takerFee, 4)})`}>{amount(platformFee)}</Fact>
			<Fact
				name="Network fee"
				hint={`${short(fee.settlementAmount)} ${fee.symbol}, of which ${short(refund.amount)} come back unused`}
			>
				{amount(networkFee)}
			</Fact>
		</>
	)
}

function Cost({ amount, sell }: { amount: Decimal; sell: Token }) {
	return (
		<Amount
			amount={amount}
			symbol={sell.symbol}
			format={{ places: Math.min(sell.divisibility, 6), round: 'nearest' }}
		/>
	)
}

import type { Decimal, Token } from '@accord/protocol'
import { formatPercent } from '../format/format-amount.ts'
import { useSession } from '../session/session.tsx'
import { Amount } from '../ui/amount.tsx'
import { Fact } from '../ui/facts.tsx'
import { settlementWords } from './settlement-words.ts'
import type { SwapQuote } from './swap-quote.ts'

type CostFactsProps = {
	readonly sell: Token
	readonly takerFee: Decimal
	readonly quote: SwapQuote | undefined
}

/** The parts of the total cost, one per line. */
export function CostFacts({ sell, takerFee, quote }: CostFactsProps) {
	const { feeInfo } = useSession()
	if (quote === undefined) return <Fact name="Half the spread">–</Fact>
	const { cost, impact, fee, refund } = quote
	const { halfSpread, impact: taken, platformFee, networkFee } = cost.parts
	const amount = (value: Decimal) => <Cost amount={value} sell={sell} />
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
			<Fact name="Network and solver" hint={settlementWords({ fee, refund: refund.amount, feeInfo, verb: 'come' })}>
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

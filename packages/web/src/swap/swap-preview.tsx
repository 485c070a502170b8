import { Decimal } from '@accord/protocol'
import { formatAmount, formatPercent, formatSignificant } from '../format/format-amount.ts'
import { expectedRefund } from '../quote/swap-cost.ts'
import { useOrderBook, useSession } from '../session/session.tsx'
import { Fact, Facts } from '../ui/facts.tsx'
import type { SwapForm } from './use-swap.ts'

type SwapPreviewProps = Pick<SwapForm, 'sell'> & {
	/** The platform fee as a fraction. */
	readonly takerFee: Decimal
}

/** What a swap costs before an amount is typed: as many lines as there are afterwards, so that nothing moves. */
export function SwapPreview({ sell, takerFee }: SwapPreviewProps) {
	const { pair, feeInfo } = useSession()
	const { book } = useOrderBook()
	const sellsBase = sell.symbol === pair.base
	const best = (sellsBase ? book?.bids : book?.asks)?.[0]?.price
	const settlement = feeInfo.perTokenSettlementFee.find(fee => fee.symbol === sell.symbol)
	return (
		<Facts>
			<Fact name="Price now" kind="lead" hint={sellsBase ? 'The best bid' : 'The best ask'}>
				{best === undefined ? '–' : `${formatSignificant(best, 7)} ${pair.quote}`}
			</Fact>
			<Fact name="Platform fee" kind="lead" hint="Of what you sell">
				{formatPercent(takerFee, 4)}
			</Fact>
			<Fact name="Network fee" kind="lead" hint="About, less what comes back unused">
				{settlement === undefined
					? '–'
					: `${formatAmount(networkFee(settlement, expectedRefund(feeInfo, sell).amount), { places: 4 })} ${sell.symbol}`}
			</Fact>
		</Facts>
	)
}

type Settlement = { readonly solverAmount: Decimal; readonly transactionExecutionAmount: Decimal }

function networkFee({ solverAmount, transactionExecutionAmount }: Settlement, refund: Decimal): Decimal {
	return Decimal.subtract(Decimal.add(solverAmount, transactionExecutionAmount), refund)
}

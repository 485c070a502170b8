import { Decimal } from '@accord/protocol'
import { formatAmount, formatPercent } from '../format/format-amount.ts'
import { expectedRefund } from '../quote/swap-cost.ts'
import { useSession } from '../session/session.tsx'
import { Fact, Facts } from '../ui/facts.tsx'
import type { SwapForm } from './use-swap.ts'

type SwapPreviewProps = Pick<SwapForm, 'sell'> & {
	/** The platform fee as a fraction. */
	readonly takerFee: Decimal
	readonly slippage: Decimal
}

/**
 * The terms of a swap before an amount is typed: as many lines as there are afterwards, and none that changes with the
 * book, so that nothing moves.
 */
export function SwapPreview({ sell, takerFee, slippage }: SwapPreviewProps) {
	const { feeInfo } = useSession()
	const settlement = feeInfo.perTokenSettlementFee.find(fee => fee.symbol === sell.symbol)
	return (
		<Facts>
			<Fact name="Platform fee" kind="lead" hint="Of what you sell">
				{formatPercent(takerFee, 4)}
			</Fact>
			<Fact name="Network and solver" kind="lead" hint="About, less what comes back unused">
				{settlement === undefined
					? '–'
					: `${formatAmount(networkFee(settlement, expectedRefund(feeInfo, sell).amount), { places: 4, round: 'nearest' })} ${sell.symbol}`}
			</Fact>
			<Fact name="Slippage" kind="lead" hint="The worst case against the book">
				{formatPercent(slippage, 4)}
			</Fact>
		</Facts>
	)
}

type Settlement = { readonly solverAmount: Decimal; readonly transactionExecutionAmount: Decimal }

function networkFee({ solverAmount, transactionExecutionAmount }: Settlement, refund: Decimal): Decimal {
	return Decimal.subtract(Decimal.add(solverAmount, transactionExecutionAmount), refund)
}

import { Amount } from '../ui/amount.tsx'
import type { Alert } from './alert.ts'

/** What is swapped: `Sell 100 XRD for at least 5.1 xUSDC`. A translator leaves amounts and symbols alone. */
export function SwapWords({ alert }: { alert: Alert }) {
	if (alert.kind === 'repeat') {
		const { sell, buy, exact, amount } = alert
		const isSale = exact === 'sell'
		return (
			<>
				{isSale ? 'Sell' : 'Buy'} <Amount amount={amount} symbol={isSale ? sell : buy} /> {isSale ? 'for' : 'with'}{' '}
				<span translate="no">{isSale ? buy : sell}</span>
			</>
		)
	}
	const { sell, buy } = alert.limit
	return alert.exact === 'sell' ? (
		<>
			Sell <Amount {...sell} /> for at least <Amount {...buy} />
		</>
	) : (
		<>
			Buy <Amount {...buy} /> for at most <Amount {...sell} />
		</>
	)
}

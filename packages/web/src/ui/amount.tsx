import type { Decimal } from '@accord/protocol'
import { type AmountFormat, formatAmount } from '../format/format-amount.ts'
import './amount.css'

type AmountProps = { readonly amount: Decimal; readonly symbol?: string; readonly format?: AmountFormat }

/** An amount and its token. The title shows digits that the format leaves out. */
export function Amount({ amount, symbol, format }: AmountProps) {
	const whole = formatAmount(amount)
	const shown = formatAmount(amount, format)
	return (
		<span
			className="amount"
			title={shown === whole ? undefined : `${whole}${symbol === undefined ? '' : ` ${symbol}`}`}
		>
			{shown}
			{symbol !== undefined && <span className="amount-symbol"> {symbol}</span>}
		</span>
	)
}

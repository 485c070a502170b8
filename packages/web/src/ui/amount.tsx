import type { Decimal } from '@accord/protocol'
import type { CSSProperties } from 'react'
import { type AmountFormat, formatAmount, significant } from '../format/format-amount.ts'
import { ownNumberFormat } from '../format/number-format.ts'
import './amount.css'

const shortFraction = 6

/** Longer numbers are smaller where there is little room. */
const longChars = 14

/**
 * The digits of an amount, always in one line. A long fraction is shown in groups of three; copied text has no gaps, and a
 * screen reader gets the whole number, once.
 */
function Digits({ text }: { text: string }) {
	const { decimal } = ownNumberFormat()
	const fraction = text.slice(text.lastIndexOf(decimal) + 1)
	const style = { '--long': Math.max(1, text.length / longChars).toFixed(2) } as CSSProperties
	if (!text.includes(decimal) || fraction.length <= shortFraction)
		return (
			<span className="amount-number" style={style}>
				{text}
			</span>
		)
	const groups = fraction.match(/.{1,3}/g) ?? []
	return (
		<span className="amount-digits" data-digits={text}>
			<span className="amount-number" style={style} aria-hidden="true">
				{text.slice(0, -fraction.length)}
				{groups.map((digits, at) => (
					// biome-ignore lint/suspicious/noArrayIndexKey: groups have no identity but their place
					<span key={at} className="amount-group">
						{digits}
					</span>
				))}
			</span>
		</span>
	)
}

type AmountProps = {
	readonly amount: Decimal
	readonly symbol?: string
	readonly format?: AmountFormat
	/** Shows the nearest amount with this many significant digits instead. */
	readonly digits?: number
}

/** An amount and its token. The title shows digits that the format leaves out, or that may not fit. */
export function Amount({ amount, symbol, format, digits }: AmountProps) {
	const whole = formatAmount(amount)
	const shown = formatAmount(amount, digits === undefined ? format : significant(amount, digits))
	return (
		<span
			className="amount"
			translate="no"
			title={
				shown === whole && whole.length <= longChars ? undefined : `${whole}${symbol === undefined ? '' : ` ${symbol}`}`
			}
		>
			<Digits text={shown} />
			{symbol !== undefined && <span className="amount-symbol"> {symbol}</span>}
		</span>
	)
}

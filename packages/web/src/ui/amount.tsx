import type { Decimal } from '@accord/protocol'
import type { CSSProperties } from 'react'
import { type AmountFormat, formatAmount, significant } from '../format/format-amount.ts'
import { ownNumberFormat } from '../format/number-format.ts'
import './amount.css'

const shortFraction = 6

/** Longer numbers are smaller. */
const longChars = 14

/**
 * The digits of an amount, always in one line. A long fraction is shown in groups of three; copied text has no gaps, and a
 * screen reader gets the whole number, once.
 */
function Digits({ text }: { text: string }) {
	const { decimal } = ownNumberFormat()
	const fraction = text.includes(decimal) ? text.slice(text.lastIndexOf(decimal) + 1) : ''
	const isLong = text.length > longChars
	if (fraction.length <= shortFraction && !isLong) return <>{text}</>
	const className = isLong ? 'amount-number amount-long' : 'amount-number'
	const style = { '--long': (text.length / longChars).toFixed(2) } as CSSProperties
	if (fraction.length <= shortFraction)
		return (
			<span className={className} style={style}>
				{text}
			</span>
		)
	const groups = fraction.match(/.{1,3}/g) ?? []
	return (
		<span className="amount-digits" data-digits={text}>
			<span className={className} style={style} aria-hidden="true">
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

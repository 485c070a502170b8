import { Decimal, type Token } from '@accord/protocol'
import { useId } from 'react'
import { formatAmount } from '../format/format-amount.ts'
import { Amount } from '../ui/amount.tsx'
import { Select } from '../ui/select.tsx'
import { TokenMark } from '../ui/token-mark.tsx'
import './amount-field.css'

type AmountFieldProps = {
	readonly label: string
	readonly token: Token
	readonly symbols: readonly string[]
	/** Whether the user typed this side. */
	readonly isExact: boolean
	readonly text: string | undefined
	/** This side's amount at the book's prices, if the other one was typed. */
	readonly computed: Decimal | undefined
	readonly balance?: Decimal
	readonly isBalanceUnavailable?: boolean
	readonly onType: (text: string) => void
	readonly onChoose: (symbol: string) => void
	readonly onMax?: () => void
}

/** One side of the swap: an amount, its token, and the account's balance of it. */
export function AmountField({
	label,
	token,
	symbols,
	isExact,
	text,
	computed,
	balance,
	isBalanceUnavailable = false,
	onType,
	onChoose,
	onMax,
}: AmountFieldProps) {
	const id = useId()
	const shown = isExact ? (text ?? '') : computed === undefined ? '' : formatAmount(computed)
	return (
		<div className="amount-field">
			<div className="amount-field-head">
				<label htmlFor={id}>{label}</label>
				{isBalanceUnavailable && <span className="amount-field-balance">Balance unavailable</span>}
				{balance !== undefined && (
					<span className="amount-field-balance">
						Balance <Amount amount={balance} format={{ places: 6 }} />
						{onMax !== undefined && balance > Decimal.zero && (
							<button type="button" className="text-button" onClick={onMax}>
								Max<span className="visually-hidden">: use the whole balance</span>
							</button>
						)}
					</span>
				)}
			</div>
			<div className="amount-field-row">
				<input
					id={id}
					className={`amount-field-input${shown.length > 14 ? ' amount-field-long' : ''}`}
					inputMode="decimal"
					autoComplete="off"
					spellCheck={false}
					placeholder="0"
					maxLength={60}
					value={shown}
					onChange={event => onType(event.target.value)}
				/>
				<span className="amount-field-token">
					<TokenMark symbol={token.symbol} />
					<Select label={`${label}: token`} value={token.symbol} onChange={event => onChoose(event.target.value)}>
						{symbols.map(symbol => (
							<option key={symbol}>{symbol}</option>
						))}
					</Select>
				</span>
			</div>
		</div>
	)
}

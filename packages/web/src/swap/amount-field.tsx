import { Decimal, type Token } from '@accord/sdk'
import { useId } from 'react'
import { formatAmount } from '../format/format-amount.ts'
import { Amount } from '../ui/amount.tsx'
import { Select } from '../ui/select.tsx'
import { TokenMark } from '../ui/token-mark.tsx'
import './amount-field.css'

type AmountFieldProps = {
	label: string
	token: Token
	symbols: readonly string[]
	/** Whether this side is the one that was typed. */
	isExact: boolean
	text: string | undefined
	/** What the book gives for this side. */
	computed: Decimal | undefined
	balance?: Decimal
	/** The ledger does not say what the account holds. */
	isBalanceLost?: boolean
	onType: (text: string) => void
	onChoose: (symbol: string) => void
	onMost?: () => void
}

/** One side of the swap: an amount, its token, and what the account holds of it. */
export function AmountField({
	label,
	token,
	symbols,
	isExact,
	text,
	computed,
	balance,
	isBalanceLost = false,
	onType,
	onChoose,
	onMost,
}: AmountFieldProps) {
	const id = useId()
	const shown = isExact ? (text ?? '') : computed === undefined ? '' : formatAmount(computed)
	return (
		<div className="amount-field">
			<div className="amount-field-head">
				<label htmlFor={id}>{label}</label>
				{isBalanceLost && <span className="amount-field-balance">Balance not known now</span>}
				{balance !== undefined && (
					<span className="amount-field-balance">
						Balance <Amount amount={balance} format={{ places: 6 }} />
						{onMost !== undefined && balance > Decimal.zero && (
							<button type="button" className="text-button" onClick={onMost}>
								Max<span className="visually-hidden">: sell all of it</span>
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
